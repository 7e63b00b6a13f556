import { executionAsyncResource } from 'node:async_hooks'
import type { Server } from 'node:http'
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { env } from '#lib/env.ts'

/** Rejects when the port is in use or the address is not one of this machine. */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, env.LISTEN_HOST, resolve)
  })
}

/** V8 expects objects that live long where those of the start do, and would keep objects of requests until a full collection. */
export function allocateRequestsYoung() {
  // As an option of the process, the flag would make the compiled code of Node's own modules invalid.
  flushCompileCache()
  setFlagsFromString('--no-allocation-site-pretenuring')
}

const retained: object[] = []

/** V8 forgets the layout of an object literal while none of its objects is alive, and creates later ones slowly for good. */
export function retainTickLayout() {
  // Each request has several of these objects, and an idle server has none.
  process.nextTick(() => retained.push(executionAsyncResource()))
}
