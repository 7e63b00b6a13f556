/** Loads a URL from a process of its own, so that the client does not share a thread with what it measures. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as z from 'zod'

const resultSchema = z.object({ perSecond: z.number(), total: z.number(), p99: z.number() })

interface Load {
  seconds: number
  connections?: number
  headers?: Record<string, string>
}

const run = promisify(execFile)

export async function load(url: string, { seconds, connections = 4, headers = {} }: Load) {
  const headerArgs = Object.entries(headers).map(([name, value]) => `${name}=${value}`)
  const args = ['bench/client.ts', url, String(seconds), String(connections), ...headerArgs]
  const { stdout } = await run(process.execPath, args)
  return resultSchema.parse(JSON.parse(stdout))
}

export const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN

export const median = (values: number[]) => percentile(values, 0.5)
