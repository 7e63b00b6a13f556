import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { env } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import type { DatabaseConfig } from '../../upstream/db/open.ts'
import { storageErrorMessage } from '#server/startup-messages.ts'

/** The arguments are wrong; the usage is printed with the message. */
export class UsageError extends Error {}

export const config: DatabaseConfig = {
  dataDir: env.DATA_DIR,
  databaseUrl: env.DATABASE_URL,
  databaseDirectUrl: env.DATABASE_DIRECT_URL,
  logger: log,
}

/** Otherwise a command in another folder than the site's would create a database there. */
export function requireDatabase() {
  const { dataDir, databaseUrl } = config
  if (!databaseUrl && !existsSync(join(dataDir, 'halyard.db')))
    throw new Error(
      `There is no readable database in ${dataDir}. Run this where the site runs and as its user, after its first start.`,
    )
}

// A reader of the output, such as `head`, may end first.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
})

export const say = (line: string) => void process.stdout.write(`${line}\n`)

export function readArgs<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  positionals: number,
  options: Options,
) {
  const parsed = parseArgs({ args, options, allowPositionals: true })
  if (parsed.positionals.length < positionals || parsed.positionals.includes(''))
    throw new UsageError('An argument is missing.')
  const [more] = parsed.positionals.slice(positionals)
  if (more !== undefined) throw new UsageError(`Unexpected argument: ${more}`)
  return parsed
}

const isUsageError = (error: unknown) =>
  error instanceof UsageError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

/** Exits with 0 on success, 1 when the command fails and 2 when the arguments are wrong. */
export async function runCommand(usage: string, work: (args: string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) return say(usage)
  try {
    if (env.UPSTREAM_URL)
      throw new Error(
        `UPSTREAM_URL is set: accounts and data are stored by the upstream at ${env.UPSTREAM_URL}. Run this on its machine.`,
      )
    await work(args)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${storageErrorMessage(error) ?? reason}\n`)
    if (isUsageError(error)) process.stderr.write(`\n${usage}\n`)
    process.exitCode = isUsageError(error) ? 2 : 1
  }
}
