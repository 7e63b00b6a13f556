import { env } from './env.ts'

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** A refused connection has a code and, with two addresses to try, no message. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)) || codeOf(error)

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000'])
const unwritable = new Set(['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT'])

/** What a database says when it cannot be used at all, as one line that names the variable. */
export function databaseFault(error: unknown): string | undefined {
  const code = codeOf(error)
  if (env.DATABASE_URL && unreachable.has(code))
    return `The database at DATABASE_URL cannot be used: ${reasonOf(error)}`
  if (code.startsWith('SQLITE_'))
    return `The database in DATA_DIR (${env.DATA_DIR}) cannot be used: ${reasonOf(error)}`
  return undefined
}

/** Node's own words for what goes wrong at a start, as one line that names the remedy. */
export function startFault(error: unknown, portVariable: 'PORT' | 'UPSTREAM_PORT'): string {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return `Port ${env[portVariable]} is in use: set ${portVariable} to a free one.`
  if (unwritable.has(code)) return `DATA_DIR (${env.DATA_DIR}) cannot be written: ${reasonOf(error)}`
  const name = portVariable === 'PORT' ? 'site' : 'upstream'
  return databaseFault(error) ?? `The ${name} could not start: ${reasonOf(error)}`
}
