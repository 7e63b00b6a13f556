import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { UpstreamConfig } from '../app.ts'

const root = join(import.meta.dirname, '..', '..')

interface CommandResult {
  code: number | null
  out: string
  err: string
}

interface CommandOptions {
  input?: string
  /** Closes the output at once, as `| true` does. */
  closesOutput?: boolean
  env?: Record<string, string>
}

async function execute(
  file: string,
  args: string[],
  { input = '', env = {}, closesOutput = false }: CommandOptions,
): Promise<CommandResult> {
  const baseEnv = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
  } as const
  const child = spawn(file, args, { cwd: root, env: { ...baseEnv, ...env } })
  const result = { code: null, out: '', err: '' }
  if (closesOutput) child.stdout.destroy()
  child.stdout.on('data', (chunk) => (result.out += String(chunk)))
  child.stderr.on('data', (chunk) => (result.err += String(chunk)))
  // A command that rejects its arguments closes its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { ...result, code }
}

const toEnv = (config: UpstreamConfig) => ({
  DATA_DIR: config.dataDir,
  ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
})

export const runCommand = (
  command: 'backup' | 'restore' | 'rollback' | 'admin',
  config: UpstreamConfig,
  args: string[],
  options: CommandOptions = {},
) =>
  execute(process.execPath, [join(root, 'scripts', 'commands', `${command}.ts`), ...args], {
    ...options,
    env: { ...toEnv(config), ...options.env },
  })

export const runScript = (script: 'backup' | 'restore' | 'admin', config: UpstreamConfig, args: string[]) =>
  execute('npm', ['run', '--silent', script, '--', ...args], { env: toEnv(config) })
