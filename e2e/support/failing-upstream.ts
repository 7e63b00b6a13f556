import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

export type Failure =
  'stall' | 'reset' | 'reset-midway' | 'html' | 'half-json' | 'wrong-shape' | 'error' | 'redirect'

interface ForeignPost {
  id: number
  slug: string
  title: string
  excerpt: string
  content: string
  coverImage: string | null
  tags: string[]
  published: boolean
  createdAt: string
  author: { name: string }
}

export interface FailingUpstream {
  url: string
  posts: ForeignPost[]
  received: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[]
  /** Fails every call, or only those whose path and query match, or only the first ones of them. */
  fail(failure: Failure | null, only?: RegExp, times?: number): void
  /** Holds back responses whose path matches, with their present content, until the returned function is called. */
  hold(only: RegExp): () => void
  close(): Promise<void>
}

export const token = 'a-foreign-token'

const internalHeaders = {
  'set-cookie': 'upstream=1; Path=/',
  server: 'Foreign/1.0',
  'x-powered-by': 'Foreign',
  'x-internal-node': 'db-3',
  'access-control-allow-origin': '*',
}

const released = new WeakMap<ServerResponse, Promise<void>>()

function json(response: ServerResponse, status: number, body: unknown) {
  const content = JSON.stringify(body)
  const send = () => {
    response.writeHead(status, { 'content-type': 'application/json', ...internalHeaders })
    response.end(content)
  }
  const held = released.get(response)
  if (held) void held.then(send)
  else send()
}

function misbehave(failure: Failure, path: string, response: ServerResponse) {
  if (failure === 'stall') return
  if (failure === 'reset') return response.socket?.resetAndDestroy()
  if (failure === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' })
    return response.end('<h1>It works!</h1>')
  }
  if (failure === 'redirect') {
    // The redirect target returns a valid response.
    response.writeHead(302, { location: `/moved${path}` })
    return response.end()
  }
  if (failure === 'wrong-shape') return json(response, 200, { data: { blogs: [{ id: 1 }], slug: 7 } })
  if (failure === 'error')
    return json(response, 500, { error: 'at Db.query (/srv/db.js:7)', stack: 'secret' })
  const length = failure === 'reset-midway' ? { 'content-length': '5000' } : {}
  response.writeHead(200, { 'content-type': 'application/json', ...length })
  response.write('{"data": {"blogs": [')
  if (failure === 'half-json') return response.end()
  return setImmediate(() => response.socket?.resetAndDestroy())
}

export function foreignPost(fields: Partial<ForeignPost> & { title: string }): ForeignPost {
  return {
    id: Math.floor(Math.random() * 1e9),
    slug: `post-${randomUUID().slice(0, 8)}`,
    excerpt: `About ${fields.title}.`,
    content: '<p>From far away.</p>',
    coverImage: null,
    tags: [],
    published: true,
    createdAt: '2024-03-05T12:00:00.000Z',
    author: { name: 'Far Author' },
    ...fields,
  }
}

export async function startFailingUpstream(): Promise<FailingUpstream> {
  const posts: ForeignPost[] = []
  const received: FailingUpstream['received'] = []
  let failure: Failure | null = null
  let concerned = /^/
  let remaining = Infinity
  let holding: { only: RegExp; until: Promise<void> } | null = null

  const list = (query: URLSearchParams, all: boolean) => {
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)]
    const search = query.get('search')?.toLowerCase() ?? ''
    const found = posts.filter((post) => (all || post.published) && post.title.toLowerCase().includes(search))
    const blogs = found.slice((page - 1) * limit, page * limit)
    return { data: { blogs }, total: found.length, totalPages: Math.ceil(found.length / limit) }
  }

  function respond(method: string, url: URL, authorized: boolean, response: ServerResponse, body: string) {
    const call = `${method} ${url.pathname}`
    const ref = /^\/api\/blogs\/([^/]+)$/.exec(url.pathname)?.[1]
    const post = posts.find(({ id, slug }) => ref === slug || ref === String(id))
    if (call === 'GET /api/blogs') return json(response, 200, list(url.searchParams, authorized))
    if (call === 'POST /api/auth/login')
      return json(response, 200, { data: { token, user: { id: 1, name: 'Far', email: 'far@example.com' } } })
    if (call === 'GET /api/auth/profile' && authorized)
      return json(response, 200, { data: { name: 'Far', email: 'far@example.com' } })
    if (call === 'POST /api/contact')
      return json(response, 200, { data: JSON.parse(body), message: 'Received.' })
    if (!post) return json(response, 404, { error: 'Not found' })
    if (method === 'GET') return json(response, 200, { data: post })
    if (!authorized) return json(response, 401, { error: 'No token' })
    if (method === 'DELETE') posts.splice(posts.indexOf(post), 1)
    else post.published = /name="published"\s+true/.test(body)
    return json(response, 200, { data: post })
  }

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { method = 'GET', url: path = '/', headers } = request
      received.push({ method, path, headers, body })
      const moved = path.startsWith('/moved/')
      if (holding?.only.test(path)) released.set(response, holding.until)
      if (failure && !moved && concerned.test(path) && remaining-- > 0) misbehave(failure, path, response)
      else
        respond(
          method,
          new URL(path.replace(/^\/moved/, ''), 'http://upstream'),
          headers.authorization === `Bearer ${token}`,
          response,
          body,
        )
    })
  }).listen(0)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined

  return {
    url: `http://localhost:${port}`,
    posts,
    received,
    fail: (next, only = /^/, times = Infinity) => {
      failure = next
      concerned = only
      remaining = times
    },
    hold: (only) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      holding = { only, until: promise }
      return () => {
        holding = null
        resolve()
      }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
