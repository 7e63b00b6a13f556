import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'

export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export interface FakeUpstream {
  close(): Promise<void>
}

/** Modules read UPSTREAM_URL once, so tests import them after this. */
export async function startFakeUpstream(respond: RequestListener): Promise<FakeUpstream> {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  process.env['UPSTREAM_URL'] = `http://127.0.0.1:${address.port}`
  process.env['LOG_LEVEL'] = 'silent'
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { close }
}
