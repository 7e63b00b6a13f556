import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface Sample {
  residentMb: number
  handles: number
  dataMb: number
  buildMb: number
  writes: number
}

const MEGABYTE = 1024 * 1024
const GC_MS = 400

/** Files may disappear while they are counted. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.reduce((sum, entry) => {
    const size = lstatSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0
    return entry.isFile() ? sum + size : sum
  }, 0)
}

interface Measured {
  pid: number
  dataDir: string
  build: string
  writes: number
}

export async function takeSample({ pid, dataDir, build, writes }: Measured): Promise<Sample> {
  process.kill(pid, 'SIGUSR2')
  await wait(GC_MS)
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return {
    residentMb: Number(resident) / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    dataMb: sizeOf(dataDir) / MEGABYTE,
    buildMb: sizeOf(build) / MEGABYTE,
    writes,
  }
}

interface Limit {
  title: string
  of: Exclude<keyof Sample, 'writes'>
  /** Growth allowed from the first to the last third of the run. */
  factor: number
  more: number
  kbPerWrite?: number
}

/** The data folder keeps the revisions, deleted posts and messages of the load itself; everything else must not grow. */
const limits: Limit[] = [
  { title: 'Memory, MB', of: 'residentMb', factor: 1.1, more: 8 },
  { title: 'Open files and connections', of: 'handles', factor: 1, more: 10 },
  { title: 'Data folder, MB', of: 'dataMb', factor: 1, more: 4, kbPerWrite: 4 },
  { title: 'Build folder, MB', of: 'buildMb', factor: 1, more: 0 },
]

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const cell = (value: number) => value.toFixed(1).padStart(14)

export function compare(samples: Sample[]): boolean {
  const third = Math.floor(samples.length / 3)
  console.log(
    `\n${''.padEnd(30)}${'first third'.padStart(14)}${'last third'.padStart(14)}${'at most'.padStart(14)}`,
  )
  const compareMedians = (of: keyof Sample) => {
    const figures = samples.map((sample) => sample[of])
    return [median(figures.slice(0, third)), median(figures.slice(-third))] as const
  }
  const [writesBefore, writes] = compareMedians('writes')
  const checks = limits.map(({ title, of, factor, more, kbPerWrite = 0 }) => {
    const [first, last] = compareMedians(of)
    const most = first * factor + more + (kbPerWrite * (writes - writesBefore)) / 1024
    const isFlat = last <= most
    console.log(`${title.padEnd(30)}${cell(first)}${cell(last)}${cell(most)}${isFlat ? '' : '   grows'}`)
    return isFlat
  })
  return checks.every(Boolean)
}
