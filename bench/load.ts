/** Runs autocannon in its own process, so that it does not share a thread with what it measures. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'

const resultSchema = z.object({
  non2xx: z.number(),
  errors: z.number(),
  requests: z.object({ average: z.number(), total: z.number() }),
  latency: z.object({ p99: z.number() }),
})

interface Load {
  seconds: number
  connections?: number
  headers?: Record<string, string>
}

const run = promisify(execFile)

/** Loads one URL and fails unless every response is a 2xx. */
export async function load(url: string, { seconds, connections = 4, headers = {} }: Load) {
  const options = ['--json', '--no-progress', '-c', String(connections), '-d', String(seconds)]
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const { stdout } = await run(process.execPath, [
    'node_modules/autocannon/autocannon.js',
    ...options,
    ...headerOptions,
    url,
  ])
  const { non2xx, errors, requests, latency } = resultSchema.parse(JSON.parse(stdout))
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} statuses outside 2xx, ${errors} errors`)
  return { perSecond: requests.average, total: requests.total, p99: latency.p99 }
}
