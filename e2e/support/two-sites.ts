import { request, type APIRequestContext } from '@playwright/test'
import { startServer, type ServerProcess } from './server-process.ts'
import { accountEnv, METRICS_TOKEN } from './session.ts'
import { Staff } from './staff-client.ts'

export interface TwoSites {
  a: ServerProcess
  b: ServerProcess
  /** Signed in to `a`. */
  client: APIRequestContext
  stop(): Promise<void>
}

/** Starts two sites that share an upstream. */
export async function startTwoSites(): Promise<TwoSites> {
  const upstream = await startServer({
    entry: 'server/upstream.ts',
    portVariable: 'UPSTREAM_PORT',
    env: accountEnv,
  })
  const options = {
    entry: '.next/site/start.mjs',
    portVariable: 'PORT',
    env: { UPSTREAM_URL: upstream.url, METRICS_TOKEN },
  } as const
  const [a, b] = await Promise.all([startServer(options), startServer(options)])
  const client = await request.newContext({
    baseURL: a.url,
    extraHTTPHeaders: { authorization: `Bearer ${await Staff.signIn(a.url)}` },
  })
  const stop = async () => {
    await client.dispose()
    for (const server of [a, b, upstream]) await server.stop()
  }
  return { a, b, client, stop }
}
