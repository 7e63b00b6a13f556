import type { Beacon } from '#contract/analytics.ts'
import { isPreviewPath } from '#contract/previews.ts'
import { log } from '../log.ts'
import { findRoute, isFile } from '../routes.ts'
import { callUpstream } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'
import { clientAddressOf } from '../upstream/forward.ts'
import { visitorId } from './visitor.ts'

function pageRouteOf(path: string): string | null {
  const route = findRoute(path)
  return route && !isFile(route) ? route.path : null
}

/** Never fails, because visitors must not notice analytics errors. */
export async function recordEvent(request: Request, event: Beacon): Promise<void> {
  if ('path' in event && isPreviewPath(event.path)) return
  try {
    const visitor = await visitorId(request)
    if (visitor === null) return
    const route = 'path' in event ? pageRouteOf(event.path) : null
    const clientAddress = clientAddressOf(request)
    await callUpstream('recordEvent', { json: { visitor, route, event }, clientAddress })
  } catch (error) {
    if (!isUnsupportedCall(error)) log.warn({ err: error }, 'an event was not counted')
  }
}

/** Only browsers send this header, so scanners are not counted. */
const isNavigation = ({ headers }: Request) => headers.get('sec-fetch-dest') === 'document'

export async function recordMissingPage(request: Request, path: string): Promise<void> {
  if (isNavigation(request)) await recordEvent(request, { type: 'missing', path: path.slice(0, 2000) })
}
