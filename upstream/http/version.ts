export const etagOf = (version: number) => `"v${version}"`

/** Whether the `If-Match` header allows a write to this version. */
export function matchesVersion(ifMatch: string, version: number): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etagOf(version))
}
