/**
 * Who is on the other end. With `trustedHops` proxies in front, the address is the one that the outermost of them saw:
 * counted from the right of X-Forwarded-For, because a visitor can write anything on its left.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  trustedHops: number,
): string {
  const socket = (socketAddress ?? 'unknown').replace(/^::ffff:/, '')
  if (trustedHops === 0) return socket
  const hops = [forwardedFor ?? []].flat().join(',').split(',')
  const seen = hops.map((hop) => hop.trim()).filter((hop) => hop !== '')
  return seen.at(-trustedHops) ?? socket
}
