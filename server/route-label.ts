import { findRoute, publicRoutes } from '#lib/routes.ts'
import { apiPaths, toPathPattern } from '#lib/upstream/calls.ts'

const pageLabels = new Map(
  publicRoutes.map((route) => [route, route.path.replace('[', '{').replace(']', '}')]),
)
const apiRoutes = apiPaths
  // Paths without parameters first, so that `/newsletter/links` is not taken for `/newsletter/{ref}`.
  .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
  .map((path) => ({ label: path, pattern: toPathPattern(path) }))

const prefixes = ['/api/auth/', '/admin/', '/_next/']

/** Unknown paths share one label, so that visitors cannot create new metrics. */
export function routeLabel(path: string): string {
  const route = findRoute(path)
  const pageLabel = route && pageLabels.get(route)
  if (pageLabel) return pageLabel
  if (path.startsWith('/api/')) {
    const call = apiRoutes.find(({ pattern }) => pattern.test(path))
    if (call) return call.label
  }
  if (path === '/admin') return '/admin/*'
  const prefix = prefixes.find((prefix) => path.startsWith(prefix))
  return prefix ? `${prefix}*` : 'other'
}
