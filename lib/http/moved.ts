import type { ServerResponse } from 'node:http'

/**
 * Mends how Next answers with a kept redirect: just rendered, it names its target twice, which some clients read as one
 * address; and browsers would believe it for ever, though an address can come back to its post.
 */
export function mendMoved(response: ServerResponse) {
  const setHeader = response.setHeader.bind(response)
  const appendHeader = response.appendHeader.bind(response)
  response.setHeader = (name, value) => {
    const isKept = response.statusCode === 308 && name.toLowerCase() === 'cache-control'
    return setHeader(name, isKept ? `max-age=0, ${value}` : value)
  }
  response.appendHeader = (name, value) =>
    name.toLowerCase() === 'location' ? setHeader(name, value) : appendHeader(name, value)
}
