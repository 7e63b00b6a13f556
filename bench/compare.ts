import { randomFrom } from './posts.ts'
import type { Calls } from './calls.ts'
import { percentile } from './load.ts'

export interface Site {
  calls: Calls
  get(path: string): Promise<void>
  /** Runs before each request and is not measured. */
  prepare?(path: string): Promise<void>
}

export interface Comparison {
  runs: number
  maxRatio?: number
  warmUp?: number
  names?: [string, string]
}

const noTimes = (): number[] => []
/** Requests of the same path, of which the fastest counts, because other load on the machine delays single requests. */
const TRIES = 3

const ms = (value: number) => value.toFixed(2).padStart(9)

async function time(site: Site, path: string): Promise<number> {
  await site.prepare?.(path)
  const started = performance.now()
  await site.get(path)
  return performance.now() - started
}

/** Alternates requests between both sites, so that other load on the machine slows both, and prints a row per call. */
export async function compare(
  title: string,
  small: Site,
  large: Site,
  { runs, maxRatio = 2, warmUp = 20, names = ['small', 'large'] }: Comparison,
): Promise<string[]> {
  const slow: string[] = []
  const [one = '', other = ''] = names.map((name) => name.padStart(9))
  console.log(`\nThe fastest of ${TRIES} requests of each path, so the database has its rows in memory.`)
  console.log(`${title}, ms`.padEnd(32) + `p50 ${one}${other} p95${one}${other}    ratio`)
  for (const name of Object.keys(small.calls)) {
    const sites = [small, large].map((site) => ({ site, random: randomFrom(11), times: noTimes() }))
    for (let run = 0; run < runs + warmUp; run += 1) {
      const requests = sites.map(({ site, random, times }) => ({
        site,
        times,
        path: site.calls[name]?.(random) ?? '',
        fastest: Infinity,
      }))
      for (let attempt = 0; attempt < TRIES; attempt += 1)
        for (const request of attempt % 2 === 0 ? requests : requests.toReversed())
          request.fastest = Math.min(request.fastest, await time(request.site, request.path))
      if (run >= warmUp) for (const { times, fastest } of requests) times.push(fastest)
    }
    const [few = [], many = []] = sites.map(({ times }) => times)
    const ratio = percentile(many, 0.95) / percentile(few, 0.95)
    if (ratio > maxRatio) slow.push(name)
    console.log(
      `${name.padEnd(36)}${ms(percentile(few, 0.5))}${ms(percentile(many, 0.5))}    ` +
        `${ms(percentile(few, 0.95))}${ms(percentile(many, 0.95))}${ratio.toFixed(2).padStart(9)}${ratio > maxRatio ? ' ✗' : ''}`,
    )
  }
  return slow
}
