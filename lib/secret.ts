import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { env, MIN_SECRET } from './env.ts'

const isNodeError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error

function read(file: string): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8')
    if (secret.length < MIN_SECRET)
      throw new Error(
        `${file} must have at least ${MIN_SECRET} characters. Delete it to create a new secret; everyone is signed out then.`,
      )
    return secret
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return undefined
    throw error
  }
}

let cached: string | undefined

/** Hard-links a finished file, so that two processes that start at once agree on one key. */
export function siteSecret(): string {
  if (env.NEXTAUTH_SECRET) return env.NEXTAUTH_SECRET
  if (cached) return cached
  const file = path.join(env.DATA_DIR, 'secret')
  cached = read(file)
  if (cached) return cached
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    if (!(isNodeError(error) && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return (cached = readFileSync(file, 'utf8'))
}
