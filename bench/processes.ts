import { type ChildProcess, execFileSync, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { hasEnded, waitForOk } from '#testing/server-status.ts'
import { root } from './project-copy.ts'

/** User and system time of the process in milliseconds, which other load on the machine does not change. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    // The process ended after it was listed.
    return undefined
  }
}

function descendants(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((candidate) => candidate > 0 && parentOf(candidate) === pid)
  return [pid, ...children.flatMap(descendants)]
}

const pssMb = (pid: number) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024

export const treeCpuMs = (pid: number) => descendants(pid).reduce((sum, each) => sum + cpuMs(each), 0)

/** Proportional set size of a process and its descendants: the memory that is freed when they end. */
export const treePssMb = (pid: number) => descendants(pid).reduce((sum, each) => sum + pssMb(each), 0)

export async function untilOk(url: string, server: ChildProcess) {
  const status = await waitForOk(url, { isOver: () => hasEnded(server), pauseMs: 5 })
  if (status !== 200) throw new Error(`${url}: ${hasEnded(server) ? 'the server has ended' : status}`)
}

export async function stop(child: ChildProcess) {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

export interface SiteOptions {
  cwd?: string
  stdio?: StdioOptions
}

export const buildSite = (cwd = root) =>
  execFileSync(process.execPath, ['scripts/prepare.mjs', '--build'], { cwd, stdio: 'ignore' })

const start =
  (...entry: string[]) =>
  (env: Record<string, string>, { cwd = root, stdio = 'ignore' }: SiteOptions = {}) =>
    spawn('sh', ['scripts/serve.sh', 'production', ...entry], { cwd, stdio, env: { ...process.env, ...env } })

export const startSite = start('.next/site/start.mjs')

/** Next's own server of the same build, without the site. */
export const startNext = start('node_modules/next/dist/bin/next', 'start')

interface BareServer {
  url: string
  stop(): Promise<void>
}

export async function startBareServer(url: string, encoding: string): Promise<BareServer> {
  const child = spawn(process.execPath, ['bench/bare-server.ts', url, encoding], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return { url: `http://localhost:${Number(String(port))}/`, stop: () => stop(child) }
}
