import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { clientAddress } from './client-address.ts'

describe('the client address', () => {
  const server = createServer((incoming, response) => {
    response.end(clientAddress(incoming, Number(incoming.headers['x-trusted-hops'])))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.close()
  })

  async function addressOf(forwardedFor: string | undefined, trustedHops: number) {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const headers = {
      'x-trusted-hops': String(trustedHops),
      ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    }
    const outgoing = request({ host: '127.0.0.1', port, headers, agent: false }).end()
    const [response] = await once(outgoing, 'response')
    return text(response)
  }

  it('is the socket address without a trusted proxy, whatever the header claims', async () => {
    expect(await addressOf('1.2.3.4', 0)).toBe('127.0.0.1')
  })

  it('is the address that the outermost trusted proxy saw', async () => {
    expect(await addressOf('6.6.6.6, 1.2.3.4', 1)).toBe('1.2.3.4')
    expect(await addressOf('6.6.6.6, 1.2.3.4, 10.0.0.9', 2)).toBe('1.2.3.4')
    expect(await addressOf(undefined, 1)).toBe('127.0.0.1')
  })

  it('has no port, which some proxies add', async () => {
    expect(await addressOf('6.6.6.6:1, 203.0.113.7:51234', 1)).toBe('203.0.113.7')
    expect(await addressOf('203.0.113.7:51234, 10.0.0.9:80', 2)).toBe('203.0.113.7')
    expect(await addressOf('[2001:db8::1]:443', 1)).toBe('2001:db8::1')
    expect(await addressOf('[2001:db8::1]', 1)).toBe('2001:db8::1')
    expect(await addressOf('[::ffff:203.0.113.7]:443', 1)).toBe('203.0.113.7')
    expect(await addressOf('2001:db8::1:443', 1)).toBe('2001:db8::1:443')
  })
})
