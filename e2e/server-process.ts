import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'

export const projectRoot = path.resolve(import.meta.dirname, '..')

export interface ServerProcess {
  url: string
  dataDir: string
  pid: number
  /** Its exit code, or null when a signal ended it. */
  exited: Promise<number | null>
  /** What it wrote to standard output so far: its address, and the first account. */
  said(): string
  /** What it wrote to standard error so far: its log. */
  log(): string
  signal(name: NodeJS.Signals): void
  /** Ends it as a power cut would: nothing in it runs any more. */
  cut(): Promise<void>
  /** Ends it as a supervisor would, and expects that it ends well. */
  stop(): Promise<void>
}

interface ServerOptions {
  entry: 'server.ts' | 'upstream/serve.ts'
  portVariable: 'PORT' | 'UPSTREAM_PORT'
  env?: Record<string, string>
  /** Kept when the server has ended; without one it gets a copy of the sample posts for itself. */
  dataDir?: string
  nodeOptions?: string[]
  /** A command that runs it, for a right taken away or a disk of its own. */
  through?: string[]
  /** A server that is to start with a broken upstream is alive, but not ready. */
  waitFor?: '/api/ready' | '/api/health' | 'nothing'
}

/** A port that the system has just called free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system named no port.')
  return address.port
}

async function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    (response) => response.status,
    () => 0,
  )
}

async function untilAnswering(child: ChildProcess, url: string, log: () => string) {
  const state = async () => (child.exitCode === null ? await statusOf(url) : `exited: ${log()}`)
  await expect.poll(state, { timeout: 100_000, intervals: [50] }).toBe(200)
}

async function copyOfSamples(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-e2e-'))
  await cp(process.env['E2E_SEEDED'] ?? '', dataDir, { recursive: true })
  return dataDir
}

/** Starts one of our servers in production mode, on a free port and with data of its own. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { entry, portVariable, env, nodeOptions = [], through = [], waitFor = '/api/ready' } = options
  const port = await freePort()
  const dataDir = options.dataDir ?? (await copyOfSamples())
  const [command = process.execPath, ...args] = [...through, process.execPath, ...nodeOptions, entry]
  const child = spawn(command, args, {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      // Each test is a visitor with an address of its own; the limits by address go by this header then.
      TRUST_PROXY: '1',
      [portVariable]: String(port),
      ...env,
    },
  })
  let written = ''
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written += text))
  const exited = once(child, 'exit').then(() => child.exitCode)
  // A test that fails before it has stopped its server leaves none behind.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const log = () => written
  const url = `http://localhost:${port}`
  if (waitFor !== 'nothing') await untilAnswering(child, `${url}${waitFor}`, log)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null

  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    exited,
    said: () => said,
    log,
    signal: (name) => child.kill(name),
    cut: async () => {
      if (!hasEnded()) child.kill('SIGKILL')
      await exited
    },
    stop: async () => {
      if (!hasEnded()) child.kill('SIGTERM')
      await exited
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
      expect(child.exitCode, `${entry} ended with its log:\n${written}`).toBe(0)
    },
  }
}
