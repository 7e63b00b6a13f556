import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { HostileAnswer } from './hostile-answers.ts'

const user = { id: 1, name: 'Far', email: 'far@example.com' }
const post = {
  ...{ id: 1, slug: 'far-post', title: 'Far post', excerpt: '', content: '<p>Far.</p>', coverImage: null },
  ...{ tags: ['Sea'], published: true, createdAt: '2024-03-05T12:00:00.000Z', author: { name: 'Far' } },
}

/** What each call hopes for; a PUT, a POST and a DELETE of a post are answered like a GET of it. */
const answers: [RegExp, object][] = [
  [/\/auth\/login$/, { data: { token: 'far-token', user } }],
  [/\/auth\/profile$/, { data: user }],
  [/\/views$/, { data: { views: 7 } }],
  [/\/tags$/, { data: [{ name: 'Sea', count: 1 }] }],
  [/\/authors$/, { data: [{ name: 'Far' }] }],
  [/^POST .*\/blogs$|\/blogs\/[^/]+$/, { data: post }],
  [/\/blogs$/, { data: { blogs: [post] }, total: 1, totalPages: 1 }],
  [/\/contact$/, { data: { id: 1 }, message: 'Received.' }],
]

const rightAnswer = (call: string) =>
  JSON.stringify(answers.find(([pattern]) => pattern.test(call))?.[1] ?? { message: 'Done.' })

interface Heard {
  call: string
  /** Which way to stall this one request asks for. */
  stall: string | undefined
}

/** The request once it is there in full; of what is in it only the way to misbehave counts. */
async function heard(socket: Socket): Promise<Heard | null> {
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
  /** How every connection is answered from now on; null for rightly. */
  answer: HostileAnswer | null
  close(): Promise<void>
}

/** An upstream on bare TCP: what no HTTP server would let itself send, this one sends. */
export async function startHostileServer(stalls: string[][]): Promise<HostileServer> {
  const sockets = new Set<Socket>()
  const plain: HostileAnswer = {
    outcome: 'right',
    bytes: (right) => [
      `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(right)}\r\n\r\n${right}`,
    ],
  }

  const server = createServer(async (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    socket.setEncoding('latin1')
    const request = await heard(socket).catch(() => null)
    if (!request) return socket.destroy()
    const stalled = request.stall && stalls[Number(request.stall)]
    if (stalled) return stalled.forEach((piece) => socket.write(piece))
    const { bytes, reset } = hostile.answer ?? plain
    const pieces = bytes(rightAnswer(request.call))
    for (const piece of pieces) if (!socket.destroyed) socket.write(piece)
    if (!reset) return socket.end()
    // What was written has to be on its way before the reset throws away what was not.
    return pieces.length === 0 ? socket.resetAndDestroy() : setTimeout(() => socket.resetAndDestroy(), 5)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system named no port.')

  const hostile: HostileServer = {
    url: `http://127.0.0.1:${address.port}`,
    answer: null,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return hostile
}
