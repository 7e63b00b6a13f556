import { ApiError } from '#contract/errors.ts'

export const etagOf = (version: number) => `"v${version}"`

/** Whether the `If-Match` header allows a write to this version. */
export function matchesVersion(ifMatch: string, version: number): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etagOf(version))
}

/** For lists without a version: a client that does not send the previous order overwrites any. */
export function requireOrder(stored: string[], previous = stored): void {
  if (previous.join() !== stored.join())
    throw new ApiError('conflict', 'Someone else changed the order in the meantime. Check it and try again.')
}
