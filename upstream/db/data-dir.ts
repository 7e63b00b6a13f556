import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import type { Logger } from 'pino'
import { errorCodeOf } from './errors.ts'

const OTHERS = 0o007
const reported = new Set<string>()

/** An existing folder may belong to another user as long as it is writable. */
export function ensureDataDir(dataDir: string, logger: Logger): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  accessSync(dataDir, constants.W_OK | constants.X_OK)
  const mode = statSync(dataDir).mode & 0o777
  if ((mode & OTHERS) === 0 || reported.has(dataDir)) return
  reported.add(dataDir)
  logger.warn({ dataDir, mode: mode.toString(8) }, 'Other users of this machine can read DATA_DIR')
}

/** Creates a missing file that only this user can read; SQLite gives the files beside it the same mode. */
export function ensurePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  }
}
