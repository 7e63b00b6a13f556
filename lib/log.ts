import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import pino from 'pino'
import { env } from './env.ts'
import { requestIdStorage } from './process-context.ts'

type Logger = ReturnType<typeof createLogger>

declare global {
  var halyardLog: Logger | undefined
}

/** Writes lines in batches, because a system call per line costs more than a cached page. */
const MIN_WRITE_BYTES = 8192
const FLUSH_MS = 50

function createLogger() {
  const destination = pino.destination({ dest: 2, minLength: MIN_WRITE_BYTES, periodicFlush: FLUSH_MS })
  process.on('exit', () => destination.flushSync())
  return pino(
    {
      level: env.LOG_LEVEL,
      base: undefined,
      mixin: (line, _level, logger) => {
        // The bindings of a logger are parsed for each call, so they come last.
        const id = 'requestId' in line ? undefined : requestIdStorage.getStore()
        return id === undefined || 'requestId' in logger.bindings() ? {} : { requestId: id }
      },
      // A copy of each line would double what logging a cached page allocates.
      mixinMergeStrategy: (line, mixin) => ('requestId' in mixin ? { ...mixin, ...line } : line),
    },
    destination,
  )
}

/** Log lines never contain bodies, cookies, tokens or addresses; all bundles share one buffer on `globalThis`. */
export const log = (globalThis.halyardLog ??= createLogger())

const lines = (level: 'info' | 'error') =>
  new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      const message = stripVTControlCharacters(String(text)).trim()
      if (message) log[level](message)
      done()
    },
  })

/** Next and Node write their errors and warnings to the console; as log lines they are JSON and have the request's id. */
export function logConsole() {
  globalThis.console = new Console({ stdout: lines('info'), stderr: lines('error') })
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning'))
}

/** Next does the same in the process of the site. */
export function logUncaughtErrors() {
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
}
