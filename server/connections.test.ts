import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { MINUTE_MS } from '#contract/time.ts'
import { allowSlowResponse, SOCKET_TIMEOUT_MS } from './connections.ts'

const server = createServer((request, response) => {
  allowSlowResponse(request)
  response.setHeader('connection', 'close').end(String(request.socket.timeout))
})
let origin: string

beforeAll(async () => {
  server.timeout = SOCKET_TIMEOUT_MS
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  origin = `http://127.0.0.1:${address.port}`
})

afterAll(() => void server.close())

it.each([
  ['POST', '/api/system/backup', 31],
  ['POST', '/api/system/backup?retry=1', 31],
  ['POST', '/api/export', 61],
  ['POST', '/api/imports/0123-abc/check', 11],
  ['POST', '/api/imports/0123-abc/run', 11],
  ['GET', '/api/export', 1],
  ['POST', '/api/imports/0123-abc/retry', 1],
])(
  'keeps the connection of %s %s open for longer than the call takes: %d minutes',
  async (method, path, minutes) => {
    const response = await fetch(origin + path, { method })
    expect(await response.text()).toBe(String(minutes * MINUTE_MS))
  },
)
