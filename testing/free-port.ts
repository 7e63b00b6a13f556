import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('The port has no number')
  return address.port
}
