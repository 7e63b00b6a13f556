import { withoutQuery } from '#contract/http.ts'
import { findRoute, type PublicRoute } from '#lib/routes.ts'

export interface PageRequest {
  route: PublicRoute
  url: string
  cached: boolean
}

/** Ids are found in any case, and each spelling would be cached on its own. */
const publicId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.md)?$/i

function canonicalSegment(segment: string): string {
  const decoded = decodeURIComponent(segment)
  return encodeURIComponent(publicId.test(decoded) ? decoded.toLowerCase() : decoded)
}

function canonicalPath(path: string): string {
  try {
    return path.split('/').map(canonicalSegment).join('/')
  } catch {
    return path
  }
}

export function toPageRequest(target: string): PageRequest | null {
  const queryStart = target.indexOf('?')
  const path = withoutQuery(target)
  const route = findRoute(path)
  if (!route) return null
  const query = new URLSearchParams()
  if (queryStart !== -1) {
    const given = new URLSearchParams(target.slice(queryStart + 1))
    for (const [name, normalize] of Object.entries(route.query)) {
      const value = normalize(given.getAll(name).at(-1) ?? '')
      if (value !== '') query.set(name, value)
    }
  }
  const cached = route.cached && !route.uncachedQuery?.some((name) => query.has(name))
  const url = query.size === 0 ? canonicalPath(path) : `${canonicalPath(path)}?${query}`
  return { route, url, cached }
}
