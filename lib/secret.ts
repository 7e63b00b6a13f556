import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { env } from './env.ts'

const isNodeError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes DATA_DIR (0700) when it is missing; throws when it cannot be written. */
function ensureDataDir(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chmodSync(dataDir, 0o700)
}

let cached: string | undefined

/**
 * The key that seals cookies: NEXTAUTH_SECRET, or one made once and kept in DATA_DIR. Two processes that start
 * together agree, because a link to a finished file appears at once and only once.
 */
export function siteSecret(): string {
  if (env.NEXTAUTH_SECRET) return env.NEXTAUTH_SECRET
  if (cached) return cached
  const file = path.join(env.DATA_DIR, 'secret')
  cached = read(file)
  if (cached) return cached
  ensureDataDir(env.DATA_DIR)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(isNodeError(error) && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return (cached = readFileSync(file, 'utf8'))
}
