import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the range from which systems take ports for connections, so that none takes it before the server listens. */
const RANGE = [12_000, 32_000] as const

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

export async function freePort(): Promise<number> {
  const port = randomInt(...RANGE)
  return (await isFree(port)) ? port : freePort()
}
