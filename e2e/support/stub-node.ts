import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { freePort } from '#testing/free-port.ts'

export interface StubResponse {
  status?: number
  headers?: OutgoingHttpHeaders
  delayMs?: number
  /** Ends the connection instead of responding. */
  isLost?: boolean
}

const cachedFor1s = { 'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate' }

/** A node whose every response is new: "/about 1", "/about 2". */
export async function startStubNode(respond: (path: string) => StubResponse = () => ({}), ownPort?: number) {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers })
    const body = `${path} ${requests.filter((each) => each.path === path).length}`
    const { status = 200, headers = cachedFor1s, delayMs = 0, isLost = false } = respond(path)
    const type = { 'content-type': 'text/html; charset=utf-8' }
    request.resume()
    if (isLost) return request.on('end', () => request.socket.resetAndDestroy())
    request.on('end', () =>
      setTimeout(() => response.writeHead(status, { ...type, ...headers }).end(body), delayMs),
    )
  })
  const port = ownPort ?? (await freePort())
  server.listen(port)
  await once(server, 'listening')
  return {
    port,
    requests,
    stop: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

export type StubNode = Awaited<ReturnType<typeof startStubNode>>
