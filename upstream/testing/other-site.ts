import { createServer, type RequestListener } from 'node:http'

export interface Site {
  url: string
  requests: string[]
  stop(): void
}

export async function startSite(listener: RequestListener): Promise<Site> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers['user-agent']}`)
    listener(request, response)
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, requests, stop }
}
