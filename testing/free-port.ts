import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports of the system, with a range per worker, because a server takes seconds to listen. */
const FIRST_PORT = 12_000
const PORTS_PER_WORKER = 4_000
const MAX_WORKERS = 5

const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? process.env['JEST_WORKER_ID'] ?? 0) % MAX_WORKERS
let position = Math.floor(Math.random() * PORTS_PER_WORKER)

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port)
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_PER_WORKER; tries += 1) {
    position = (position + 1) % PORTS_PER_WORKER
    const port = FIRST_PORT + worker * PORTS_PER_WORKER + position
    if (await isFree(port)) return port
  }
  throw new Error('No port is free.')
}
