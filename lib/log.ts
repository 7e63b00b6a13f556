import { Console } from 'node:console'
import { write, writeSync } from 'node:fs'
import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import pino from 'pino'
import { hasErrorCode } from '#contract/errors.ts'
import { env } from './env.ts'
import { requestIdStorage } from './process-context.ts'

declare global {
  var halyardLog: ReturnType<typeof openDestination> | undefined
}

const BATCH_CHARACTERS = 16_384
const FLUSH_MS = 50
/** Further lines are dropped while the log cannot be written. */
const MAX_UNWRITTEN_CHARACTERS = 8 * 1024 * 1024
const MAX_TRIES_AT_EXIT = 100
const RETRY_AT_EXIT_MS = 10
const sleeper = new Int32Array(new SharedArrayBuffer(4))
const STDERR = 2

/** Joins lines, because a system call per line costs more than a cached page. Pino's own destination hangs while the disk is full. */
function openDestination() {
  let lines: string[] = []
  let length = 0
  let unwritten = Buffer.alloc(0)
  let isWriting = false
  const takeBatch = () => {
    const batch = unwritten.length > 0 ? unwritten : Buffer.from(lines.join(''))
    if (unwritten.length === 0) {
      lines = []
      length = 0
    }
    unwritten = Buffer.alloc(0)
    return batch
  }
  const flush = () => {
    if (isWriting || length + unwritten.length === 0) return
    const batch = takeBatch()
    isWriting = true
    write(STDERR, batch, (error, written) => {
      isWriting = false
      unwritten = batch.subarray(error ? 0 : written)
      if (!error && length + unwritten.length >= BATCH_CHARACTERS) flush()
    })
  }
  setInterval(flush, FLUSH_MS).unref()
  process.on('exit', () => {
    for (let tries = 0; tries < MAX_TRIES_AT_EXIT && length + unwritten.length > 0; tries += 1) {
      const batch = takeBatch()
      try {
        unwritten = batch.subarray(writeSync(STDERR, batch))
      } catch {
        unwritten = batch
        Atomics.wait(sleeper, 0, 0, RETRY_AT_EXIT_MS)
      }
    }
  })
  return {
    write(line: string) {
      if (length > MAX_UNWRITTEN_CHARACTERS) return
      lines.push(line)
      length += line.length
      if (length >= BATCH_CHARACTERS) flush()
    },
  }
}

/** On `globalThis`, because all bundles share one buffer. */
const destination = (globalThis.halyardLog ??= openDestination())

/** Log lines never contain bodies, cookies, tokens or addresses. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: undefined,
    serializers: {
      err: (error: Error) =>
        hasErrorCode(error, 'unavailable')
          ? { type: error.name, message: error.message }
          : pino.stdSerializers.err(error),
    },
    mixin: (line, _level, logger) => {
      // The bindings of a logger are parsed for each call, so they come last.
      const id = 'requestId' in line ? undefined : requestIdStorage.getStore()
      return id === undefined || 'requestId' in logger.bindings() ? {} : { requestId: id }
    },
  },
  destination,
)

interface RequestLine {
  /** Letters, digits, `_` and `-` only. */
  requestId: string
  method: string
  /** As JSON. */
  path: string
  status: number
  ms: number
  aborted: boolean
}

/** Writes the line of `log.info(…, 'request completed')`, which takes longer to build it than a cached page takes to find. */
export function logRequest({ requestId, method, path, status, ms, aborted }: RequestLine) {
  if (!log.isLevelEnabled('info')) return
  destination.write(
    `{"level":30,"time":${Date.now()},"requestId":"${requestId}","method":"${method}","path":${path},"status":${status},"ms":${ms}${aborted ? ',"aborted":true' : ''},"msg":"request completed"}\n`,
  )
}

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
