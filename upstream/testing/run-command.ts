import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { UpstreamConfig } from '../app.ts'

const root = join(import.meta.dirname, '..', '..')

interface Finished {
  code: number | null
  out: string
  err: string
}

interface Running {
  input?: string
  env?: Record<string, string>
}

async function finish(file: string, args: string[], { input = '', env = {} }: Running): Promise<Finished> {
  const own = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
  } as const
  const child = spawn(file, args, { cwd: root, env: { ...own, ...env } })
  const finished = { code: null, out: '', err: '' }
  child.stdout.on('data', (chunk) => (finished.out += String(chunk)))
  child.stderr.on('data', (chunk) => (finished.err += String(chunk)))
  // One that refuses its arguments does not wait for input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { ...finished, code }
}

const envOf = (config: UpstreamConfig) => ({
  DATA_DIR: config.dataDir,
  ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
})

/** One of our commands as a process, on the database of a test. */
export const runCommand = (
  entry: 'backup/backup' | 'backup/restore' | 'accounts/admin',
  config: UpstreamConfig,
  args: string[],
  running: Running = {},
) =>
  finish(process.execPath, [join(root, 'upstream', `${entry}-command.ts`), ...args], {
    ...running,
    env: { ...envOf(config), ...running.env },
  })

/** The same as a person types it. */
export const runScript = (script: 'backup' | 'restore' | 'admin', config: UpstreamConfig, args: string[]) =>
  finish('npm', ['run', '--silent', script, '--', ...args], { env: envOf(config) })
