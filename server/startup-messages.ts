import { env } from '#lib/env.ts'

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** An aggregate connection error has a code but no message. */
const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)) || codeOf(error)

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000'])
const unwritable = new Set(['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT'])

export function databaseErrorMessage(error: unknown): string | undefined {
  const code = codeOf(error)
  if (env.DATABASE_URL && unreachable.has(code))
    return `The database at DATABASE_URL cannot be used: ${messageOf(error)}`
  if (code.startsWith('SQLITE_'))
    return `The database in DATA_DIR (${env.DATA_DIR}) cannot be used: ${messageOf(error)}`
  return undefined
}

export function startErrorMessage(error: unknown, portVariable: 'PORT' | 'UPSTREAM_PORT'): string {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return `Port ${env[portVariable]} is in use: set ${portVariable} to a free one.`
  if (unwritable.has(code)) return `DATA_DIR (${env.DATA_DIR}) cannot be written: ${messageOf(error)}`
  const name = portVariable === 'PORT' ? 'site' : 'upstream'
  return databaseErrorMessage(error) ?? `The ${name} could not start: ${messageOf(error)}`
}

interface FirstAccount {
  email: string
  password: string | null
}

export function printBanner(url: string, firstAccount: FirstAccount | null) {
  process.stdout.write(`\n  ${url}\n\n`)
  if (!firstAccount?.password) return
  const { email, password } = firstAccount
  process.stdout.write(
    `  First account, shown only this once:\n  e-mail    ${email}\n  password  ${password}\n\n`,
  )
}
