import { parseArgs, type ParseArgsConfig } from 'node:util'
import { env } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { databaseFault } from '#lib/start-fault.ts'

/** What was asked for was not understood. */
export class UsageFault extends Error {}

export const place = { dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL, logger: log }

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** The arguments of a command; what it does not know, or lacks, is said with how it is used. */
export function readArgs<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  positionals: number,
  options: Options,
) {
  const parsed = parseArgs({ args, options, allowPositionals: true })
  if (parsed.positionals.length < positionals) throw new UsageFault('Something is missing.')
  const [more] = parsed.positionals.slice(positionals)
  if (more !== undefined) throw new UsageFault(`One too many: ${more}`)
  return parsed
}

const isUsageFault = (error: unknown) =>
  error instanceof UsageFault ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

/** Exit code 0 when it was done, 1 when it could not be done, 2 when it was not understood. */
export async function runCommand(usage: string, work: (args: string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) return say(usage)
  try {
    if (env.UPSTREAM_URL)
      throw new Error(
        `UPSTREAM_URL is set: accounts and data are kept by the upstream at ${env.UPSTREAM_URL}. Run this on its machine.`,
      )
    await work(args)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${databaseFault(error) ?? reason}\n`)
    if (isUsageFault(error)) process.stderr.write(`\n${usage}\n`)
    process.exitCode = isUsageFault(error) ? 2 : 1
  }
}
