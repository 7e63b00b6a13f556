const email = /^[^\s@/:]+@[^\s@/:]+$/
const domain = /^(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?:[/?#:]|$)/u
const safeAddress = /^(?:https?:|mailto:|tel:|[/#?.]|[^\s:]*$)/i

/** The target of a link to an address as typed, or null. A domain would otherwise be a relative link. */
export function toTarget(address: string): string | null {
  if (email.test(address)) return `mailto:${address}`
  if (domain.test(address)) return `https://${address}`
  return safeAddress.test(address) ? address : null
}
