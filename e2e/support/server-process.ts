import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { Agent, setGlobalDispatcher } from 'undici'
import { freePort } from '#testing/free-port.ts'
import { hasEnded, waitForOk } from '#testing/server-status.ts'

// The client of Node 24 throws outside of every promise when a server closes before a body is read (nodejs/undici#5360).
setGlobalDispatcher(new Agent())

export const projectRoot = path.resolve(import.meta.dirname, '../..')

export interface ServerProcess {
  url: string
  dataDir: string
  pid: number
  /** The exit code, or null after a signal. */
  exited: Promise<number | null>
  /** Standard output so far: the URL and the first account. */
  stdout(): string
  log(): string
  signal(name: NodeJS.Signals): void
  kill(): Promise<void>
  /** Expects exit code 0; the signal is SIGTERM unless another is given. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface ServerOptions {
  entry: '.next/site/start.mjs' | 'server/upstream.ts' | 'server/start.ts'
  portVariable: 'PORT' | 'UPSTREAM_PORT'
  env?: Record<string, string>
  /** Kept after the server has stopped; by default a temporary copy of the sample data. */
  dataDir?: string
  /** Where the build is; by default the project. */
  folder?: string
  port?: number
  nodeOptions?: string[]
  /** A command that runs the server, for example without a capability. */
  through?: string[]
  /** A server that starts with a broken upstream is healthy but not ready. */
  waitFor?: '/api/ready' | '/api/health' | 'nothing'
}

/** Shorter than the limit of a test, so that the error has the output. */
const START_LIMIT_MS = 240_000

export async function waitUntilOk(url: string, exited: Promise<unknown>, output: () => string) {
  let isOver = false
  void exited.then(() => (isOver = true))
  const status = await waitForOk(url, { isOver: () => isOver, limitMs: START_LIMIT_MS })
  expect(
    status,
    `${url}: the process ${isOver ? 'has ended' : 'is not ready'}. Its output:\n${output()}`,
  ).toBe(200)
}

export function seededFolder(): string {
  const folder = process.env['E2E_SEEDED']
  if (!folder) throw new Error('E2E_SEEDED is not set: the global setup has not run.')
  return folder
}

async function copySeededFolder(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-e2e-'))
  await cp(seededFolder(), dataDir, { recursive: true })
  return dataDir
}

export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { entry, portVariable, env, nodeOptions = [], through = [], waitFor = '/api/ready' } = options
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? (await copySeededFolder())
  const [command = process.execPath, ...args] = [...through, process.execPath, ...nodeOptions, entry]
  const child = spawn(command, args, {
    cwd: options.folder ?? projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // As in scripts/run.sh: a start takes a fifth less.
      NODE_COMPILE_CACHE: path.join(projectRoot, 'node_modules', '.cache', 'node'),
      LOG_LEVEL: 'error',
      // Idle servers would compete with the tests for the processor.
      WARM_UP: 'false',
      DATA_DIR: dataDir,
      // Tests set their client address in X-Forwarded-For.
      TRUST_PROXY: '1',
      [portVariable]: String(port),
      ...env,
    },
  })
  let written = ''
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written += text))
  // After the last of its output.
  const exited = once(child, 'close').then(() => child.exitCode)
  // Kills the server when the test process ends without stopping it.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const log = () => written
  const url = `http://localhost:${port}`
  if (waitFor !== 'nothing') await waitUntilOk(`${url}${waitFor}`, exited, () => output + written)

  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    exited,
    stdout: () => output,
    log,
    signal: (name) => child.kill(name),
    kill: async () => {
      if (!hasEnded(child)) child.kill('SIGKILL')
      await exited
    },
    stop: async (signal = 'SIGTERM') => {
      if (!hasEnded(child)) child.kill(signal)
      await exited
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
      expect(child.exitCode, `${entry} ended with its log:\n${written}`).toBe(0)
    },
  }
}
