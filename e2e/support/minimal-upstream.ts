import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { startFront, type Front } from './front.ts'

export interface PlainPost {
  id: number
  slug: string
  title: string
  published: boolean
  tags: string[]
  createdAt: string
  author: { name: string }
  content: string
}

interface Received {
  /** Method and path: `PUT /api/blogs/7`. */
  call: string
  query: Record<string, string>
  bearer: string | undefined
  lifetime: string | string[] | undefined
  fields: Record<string, string>
}

interface MinimalUpstream {
  url: string
  token: string
  forget(): void
  /** Ends the session after the check of a page, before its reads. */
  forgetsChecked: boolean
  failing: boolean
  posts: PlainPost[]
  received: Received[]
  reset(): void
  close(): Promise<void>
}

export interface MinimalSite {
  plain: MinimalUpstream
  front: Front
  stop(): Promise<void>
}

const known = [
  /^POST \/api\/auth\/(login|logout)$/,
  /^GET \/api\/auth\/profile$/,
  /^(GET|POST) \/api\/blogs$/,
  /^(GET|PUT|DELETE) \/api\/blogs\/\w+$/,
]

const firstToken = 'plain-token-that-no-browser-may-see'
const user = { name: 'Plain Editor', email: 'plain@example.com' }

/** An upstream with only the required calls: it supports page, limit and search, and ignores other parameters. */
async function startMinimalUpstream(): Promise<MinimalUpstream> {
  const posts: PlainPost[] = []
  const received: Received[] = []
  let remembers = true

  function list({ page = '1', limit = '10', search = '' }: Record<string, string>) {
    const found = posts.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
    const from = (Number(page) - 1) * Number(limit)
    const blogs = found.slice(from, from + Number(limit))
    return { data: { blogs }, total: found.length, totalPages: Math.ceil(found.length / Number(limit)) }
  }

  function respondTo({ call, query, bearer: given, fields }: Received): [status: number, body: unknown] {
    if (call === 'POST /api/auth/login') return [200, { data: { token: plain.token, user } }]
    if (remembers && !known.some((pattern) => pattern.test(call))) return [404, { error: 'Not found' }]
    if (call === 'GET /api/blogs') return [200, list(query)]
    if (!remembers || given !== `Bearer ${plain.token}`) return [401, { error: 'No token' }]
    if (call === 'GET /api/auth/profile') {
      remembers = !plain.forgetsChecked
      return [200, { data: user }]
    }
    if (call === 'POST /api/auth/logout') return [200, {}]
    if (call === 'POST /api/blogs') {
      const id = posts.length + 1000
      const written = {
        ...fields,
        slug: `post-${id}`,
        title: fields['title'] ?? '',
        content: fields['content'] ?? '',
      }
      const rest = {
        published: false,
        tags: [],
        createdAt: '2024-03-05T12:00:00.000Z',
        author: { name: user.name },
      }
      const post = { ...written, ...rest, id }
      posts.push(post)
      return [201, { data: post }]
    }
    const [method, id] = /^(GET|PUT|DELETE) \/api\/blogs\/(\w+)$/.exec(call)?.slice(1) ?? []
    const post = posts.find((stored) => String(stored.id) === id)
    if (!post) return [404, { error: 'Not found' }]
    if (method === 'DELETE') posts.splice(posts.indexOf(post), 1)
    if (method === 'PUT') post.published = fields['published'] === 'true'
    return [200, { data: post }]
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://upstream')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const type = request.headers['content-type'] ?? ''
    const form = type.startsWith('multipart/')
      ? await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
      : new FormData()
    const entry: Received = {
      call: `${request.method} ${url.pathname}`,
      query: Object.fromEntries(url.searchParams),
      bearer: request.headers.authorization,
      lifetime: request.headers['x-client-lifetime'],
      fields: Object.fromEntries([...form].map(([name, value]) => [name, String(value)])),
    }
    received.push(entry)
    const [status, body] = plain.failing ? [500, { error: 'Failed' }] : respondTo(entry)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const server = createServer((request, response) => void respond(request, response)).listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  const plain: MinimalUpstream = {
    url: `http://localhost:${address.port}`,
    token: firstToken,
    failing: false,
    forgetsChecked: false,
    forget: () => {
      remembers = false
    },
    posts,
    received,
    reset: () => {
      remembers = true
      Object.assign(plain, { token: firstToken, failing: false, forgetsChecked: false })
      for (const list of [posts, received]) list.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return plain
}

export async function startMinimalSite(): Promise<MinimalSite> {
  const plain = await startMinimalUpstream()
  const front = await startFront({ env: { UPSTREAM_URL: plain.url } })
  const stop = async () => {
    plain.failing = false
    await front.stop()
    await plain.close()
  }
  return { plain, front, stop }
}
