import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { HostileResponse } from './hostile-responses.ts'

const user = { id: 1, name: 'Far', email: 'far@example.com' }
const profile = {
  ...user,
  ...{ slug: 'far', title: '', bio: '', links: [], photo: null },
  ...{ version: 1, pendingEmail: null, emailChange: 'password' },
}
const post = {
  ...{ id: 1, slug: 'far-post', title: 'Far post', excerpt: '', content: '<p>Far.</p>', coverImage: null },
  ...{ tags: ['Sea'], published: true, createdAt: '2024-03-05T12:00:00.000Z', author: { name: 'Far' } },
}

const validBodies: [RegExp, object][] = [
  [/\/auth\/login$/, { data: { token: 'far-token', user } }],
  [/\/auth\/profile$/, { data: profile }],
  [/\/auth\/sessions$/, { data: [], total: 0 }],
  [/\/views$/, { data: { views: 7 } }],
  [/\/related$/, { data: [post] }],
  [/\/changes$/, { data: { changes: [], latest: 0, complete: true } }],
  [/\/tags$/, { data: [{ name: 'Sea', count: 1 }] }],
  [/\/authors$/, { data: [{ name: 'Far' }] }],
  [/\/authors\/[^/]+$/, { data: { name: 'Far', slug: 'far-author', count: 1, links: [] } }],
  [/^POST .*\/blogs$|\/blogs\/[^/]+$/, { data: post }],
  [/\/blogs$/, { data: { blogs: [post] }, total: 1, totalPages: 1 }],
  [/\/contact$/, { data: { id: 1 }, message: 'Received.' }],
]

const validBody = (call: string) =>
  JSON.stringify(validBodies.find(([pattern]) => pattern.test(call))?.[1] ?? { message: 'Done.' })

interface ReceivedRequest {
  call: string
  stall: string | undefined
}

async function readRequest(socket: Socket): Promise<ReceivedRequest | null> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    const end = text.indexOf('\r\n\r\n')
    if (end === -1) continue
    const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
    const chunked = /^transfer-encoding: chunked/im.test(text) && !text.endsWith('0\r\n\r\n')
    if (Buffer.byteLength(text, 'latin1') < end + 4 + length || chunked) continue
    const [method, target = '/'] = text.split(' ', 2)
    const path = target.split('?')[0] ?? ''
    return { call: `${method} ${path}`, stall: /^x-request-id: stall-(\d+)/im.exec(text)?.[1] }
  }
  return null
}

export interface HostileServer {
  url: string
  /** The response to every connection; null for valid responses. */
  response: HostileResponse | null
  close(): Promise<void>
}

/** An upstream on raw TCP, which can send invalid HTTP. */
export async function startHostileServer(stalls: string[][]): Promise<HostileServer> {
  const sockets = new Set<Socket>()
  const plain: HostileResponse = {
    outcome: 'valid',
    bytes: (valid) => [
      `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(valid)}\r\n\r\n${valid}`,
    ],
  }

  async function respond(socket: Socket) {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    socket.setEncoding('latin1')
    const request = await readRequest(socket).catch(() => null)
    if (!request) return socket.destroy()
    const stalled = request.stall && stalls[Number(request.stall)]
    if (stalled) return stalled.forEach((piece) => socket.write(piece))
    const { bytes, reset } = hostile.response ?? plain
    const pieces = bytes(validBody(request.call))
    for (const piece of pieces) if (!socket.destroyed) socket.write(piece)
    if (!reset) return socket.end()
    // A reset discards bytes that have not been sent yet, so it has to come after them.
    return pieces.length === 0 ? socket.resetAndDestroy() : setTimeout(() => socket.resetAndDestroy(), 5)
  }

  const server = createServer((socket) => void respond(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system named no port.')

  const hostile: HostileServer = {
    url: `http://127.0.0.1:${address.port}`,
    response: null,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return hostile
}
