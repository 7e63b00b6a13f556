import { env } from '#lib/env.ts'

const read = (error: unknown, name: 'code' | 'syscall' | 'hostname' | 'path') =>
  typeof error === 'object' && error !== null ? String(Reflect.get(error, name) ?? '') : ''

const codeOf = (error: unknown) => read(error, 'code')

/** An aggregated connection error has a code but no message. */
const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)) || codeOf(error)

const connecting = new Set(['connect', 'getaddrinfo'])
const unusable =
  /^(ECONNREFUSED|08...|28...|3D000|42501|53...|57P..|ERR_TLS_.*|CERT_.*|.*SELF_SIGNED_CERT.*|UNABLE_TO_.*)$/
/** Errors of pg that have no code. */
const unusableMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|The server does not support SSL|URI malformed)/
/** Also after a start with a read-only file, because SQLite leaves read-only files beside it. */
const permissionCode = /^SQLITE_(CANTOPEN|READONLY|PERM)/
const damagedCode = /^SQLITE_(CORRUPT|NOTADB)/
const failedWriteCode = /^SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHM)/
const unwritable = new Set(['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ENOSPC', 'EDQUOT'])

/** Addresses of PostgreSQL may name files with certificates. */
const isNamedInAddress = (file: string) =>
  [env.DATABASE_URL, env.DATABASE_DIRECT_URL].some(
    (address = '') => URL.canParse(address) && [...new URL(address).searchParams.values()].includes(file),
  )

function sqliteHint(code: string): string {
  if (permissionCode.test(code)) return '. Check the owner and permissions of the folder and its files'
  if (damagedCode.test(code))
    return '. Stop the site, move halyard.db, halyard.db-wal and halyard.db-shm away, then restore a backup.'
  return failedWriteCode.test(code) ? '. The disk may be full.' : ''
}

export function storageErrorMessage(error: unknown): string | undefined {
  const code = codeOf(error)
  const isUnusable =
    connecting.has(read(error, 'syscall')) ||
    unusable.test(code) ||
    unusableMessage.test(messageOf(error)) ||
    isNamedInAddress(read(error, 'path'))
  if (env.DATABASE_URL && isUnusable) {
    const variables = env.DATABASE_DIRECT_URL ? 'DATABASE_URL or DATABASE_DIRECT_URL' : 'DATABASE_URL'
    return `The database at ${variables} cannot be used: ${messageOf(error)}`
  }
  if (code.startsWith('SQLITE_'))
    return `The database in DATA_DIR (${env.DATA_DIR}) cannot be used: ${messageOf(error)}${sqliteHint(code)}`
  if (unwritable.has(code)) return `DATA_DIR (${env.DATA_DIR}) cannot be written: ${messageOf(error)}`
  return undefined
}

const unusableAddress = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])

const isHostError = (error: unknown) =>
  read(error, 'syscall') === 'listen'
    ? unusableAddress.has(codeOf(error))
    : env.LISTEN_HOST !== undefined && read(error, 'hostname') === env.LISTEN_HOST

export function startErrorMessage(error: unknown, portVariable: 'PORT' | 'UPSTREAM_PORT'): string {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return `Port ${env[portVariable]} is in use: set ${portVariable} to a free one.`
  if (isHostError(error))
    return `LISTEN_HOST (${env.LISTEN_HOST}) is not an address of this machine: set it to one, or to nothing. ${messageOf(error)}`
  if (read(error, 'syscall') === 'listen')
    return `Port ${env[portVariable]} cannot be used: set ${portVariable} to another one. ${messageOf(error)}`
  const name = portVariable === 'PORT' ? 'site' : 'upstream'
  return storageErrorMessage(error) ?? `The ${name} could not start: ${messageOf(error)}`
}

export const startingStatus = { status: 'starting', error: 'The database is being opened or migrated.' }

interface FirstAccount {
  email: string
  password: string | null
}

const describeAccount = ({ email, password }: FirstAccount) =>
  password === null
    ? ''
    : `\n  First account, shown only this once:\n  e-mail    ${email}\n  password  ${password}\n`

export function printFirstAccount(account: FirstAccount | null) {
  if (account) process.stdout.write(describeAccount(account))
}

export function printBanner(url: string, firstAccount: FirstAccount | null = null) {
  process.stdout.write(`\n  ${url}\n${firstAccount ? describeAccount(firstAccount) : ''}\n`)
}
