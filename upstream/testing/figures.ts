import { figuresResponseSchema, type BeaconInput } from '#contract/analytics.ts'
import { startUpstream, type DatabaseName } from './harness.ts'

export const fixed = ['/', '/about', '/blog', '/contact']
const routeOf = (path: string) => {
  if (fixed.includes(path)) return path
  const folder = ['/blog/', '/work/'].find((prefix) => path.startsWith(prefix))
  return folder ? `${folder}[slug]` : null
}

let addresses = 0

/** An upstream with the calls that a site makes for its visitors, each from another address. */
export async function startCounting(database: DatabaseName) {
  const up = await startUpstream(database)
  const token = await up.signIn()
  const send = (
    event: BeaconInput,
    visitor = 'ann',
    address = `10.0.${(addresses += 1) >> 8}.${addresses & 255}`,
  ) =>
    up.call('POST', '/api/analytics/events', {
      json: { visitor, route: 'path' in event ? routeOf(event.path) : null, event },
      address,
    })
  const view = (path: string, visitor?: string, more = {}) => send({ type: 'view', path, ...more }, visitor)
  const figures = async (query = '') =>
    figuresResponseSchema.parse((await up.call('GET', `/api/analytics${query}`, { token })).json).data
  const createPost = async (title: string, published = true) =>
    (await up.call('POST', '/api/blogs', { json: { title, content: 'Text', published }, token })).json.data
  return { up, token, send, view, figures, createPost }
}
