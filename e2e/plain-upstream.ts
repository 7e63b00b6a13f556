import { once } from 'node:events'
import { createServer } from 'node:http'

export interface PlainUpstream {
  url: string
  /** What it gives to whoever signs in. */
  token: string
  /** From now on it refuses the token. */
  forget(): void
  /** Whether it fails at every call. */
  failing: boolean
  /** `METHOD /path` of each call, in order. */
  calls: string[]
  close(): Promise<void>
}

const user = { id: 1, name: 'Far Away', email: 'far@example.com' }

/** An upstream that knows the calls of section 7, has no posts and lets everybody in with the one token. */
export async function startPlainUpstream(): Promise<PlainUpstream> {
  const token = 'plain-token-that-no-browser-may-see'
  const calls: string[] = []
  let known = true

  const answers: Record<string, () => object> = {
    'POST /api/auth/login': () => ({ data: { token, user } }),
    'POST /api/auth/logout': () => ({}),
    'GET /api/auth/profile': () => ({ data: user }),
    'GET /api/blogs': () => ({ data: { blogs: [] }, total: 0, totalPages: 0 }),
  }
  const open = new Set(['POST /api/auth/login', 'GET /api/blogs'])

  const server = createServer((request, response) => {
    const call = `${request.method} ${new URL(request.url ?? '/', 'http://upstream').pathname}`
    calls.push(call)
    const say = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (plain.failing) return say(500, { error: 'Failed' })
    const answer = answers[call]
    if (!answer) return say(404, { error: 'Not found' })
    const signedIn = known && request.headers.authorization === `Bearer ${token}`
    if (!open.has(call) && !signedIn) return say(401, { error: 'No token' })
    return say(200, answer())
  }).listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system named no port.')

  const plain: PlainUpstream = {
    url: `http://localhost:${address.port}`,
    token,
    calls,
    failing: false,
    forget: () => {
      known = false
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return plain
}
