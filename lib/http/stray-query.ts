/** Pages that are rendered once for everybody, and what they read of their query. */
const pages: [path: RegExp, parameters: string[]][] = [
  [/^\/(about|services)?$/, []],
  [/^\/contact$/, ['result']],
  [/^\/blog$/, ['search', 'tag', 'page']],
  [/^\/blog\/[^/]+$/, []],
]

/** Of Next's own: it tells a page from the parts of one. */
const FLIGHT = '_rsc'

/**
 * Next writes the whole address that a page was first asked for into the page it keeps. What belongs to one visitor
 * (where a letter was clicked, what a campaign called him) would be shown to all who come after.
 */
export function withoutStrayQuery(address: string): string {
  const [path = '', query = ''] = address.split(/\?(.*)/s, 2)
  const known = pages.find(([pattern]) => pattern.test(path))?.[1]
  if (!known || query === '') return address
  const kept = new URLSearchParams(query)
  for (const name of new Set(kept.keys())) if (!known.includes(name) && name !== FLIGHT) kept.delete(name)
  return kept.size > 0 ? `${path}?${kept}` : path
}
