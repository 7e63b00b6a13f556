import type { Server } from 'node:http'
import { env } from '#lib/env.ts'

/** Rejects when the port is in use or the address is not one of this machine. */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, env.LISTEN_HOST, resolve)
  })
}
