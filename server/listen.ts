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

/**
 * V8 expects objects that live long where those of the start do, and would keep objects of requests until a full collection.
 * Compiled code is valid only with the flags it was compiled with: as an option of the process, this one costs Node's own modules theirs.
 */
export function allocateRequestsYoung() {
  flushCompileCache()
  setFlagsFromString('--no-allocation-site-pretenuring')
}

const retained: object[] = []

/**
 * V8 forgets the layout of an object literal while none of its objects is alive, and creates later ones slowly for good.
 * The objects of `process.nextTick`, several for each request, are gone whenever the server is idle, so one is retained.
 */
export function retainTickLayout() {
  process.nextTick(() => retained.push(executionAsyncResource()))
}
