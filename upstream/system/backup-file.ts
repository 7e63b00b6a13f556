import { randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ApiError } from '#contract/errors.ts'
import { HOUR_MS } from '#contract/time.ts'
import { removeUnfinished } from '../backup/backup.ts'
import { removeLeftovers } from '../backup/file.ts'
import { unfinishedRestore } from '../backup/restore.ts'
import { ensureDataDir } from '../db/data-dir.ts'
import type { DatabaseConfig, OpenDatabase } from '../db/open.ts'
import { recordBackup, type BackupResult } from './job-runs.ts'
import { describeDatabase, describeDisk } from './storage.ts'

const PREFIX = '.backup-download-'
const unfinishedDownload = /^\.backup-download-/
/** Space for the copy, its journal, and further writes of the site. */
const SIZE_FACTOR = 1.5
const CHUNK_BYTES = 256 * 1024
const LEFTOVER_MS = HOUR_MS
const MARGIN_BYTES = 32 * 1024 * 1024

export interface BackupWorkers {
  run(config: DatabaseConfig, file: string): Promise<BackupResult>
  stop(): void
}

/** A worker that is terminated leaves its file, and runs until its call of SQLite ends, or the process. */
export function startBackupWorkers(): BackupWorkers {
  const running = new Map<Worker, (error: ApiError) => void>()
  let stopping = false
  const stopped = () =>
    new ApiError('unavailable', 'The server is shutting down. Please try again in a moment.', {
      headers: { 'retry-after': '5' },
    })

  return {
    async run({ dataDir, databaseUrl, databaseDirectUrl }, file) {
      if (stopping) throw stopped()
      const workerData = { config: { dataDir, databaseUrl, databaseDirectUrl }, file }
      const worker = new Worker(new URL('../backup/worker.ts', import.meta.url), { workerData })
      const interrupted = new Promise<never>((_resolve, reject) => running.set(worker, reject))
      const removeFile = () => removeUnfinished(file)
      process.once('exit', removeFile)
      const ended = new Promise<BackupResult>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', (code) => reject(new Error(`The backup stopped with code ${code}`)))
      }).finally(() => {
        removeFile()
        process.off('exit', removeFile)
        running.delete(worker)
      })
      return Promise.race([ended, interrupted])
    },
    stop() {
      stopping = true
      for (const [worker, interrupt] of running) {
        interrupt(stopped())
        void worker.terminate()
      }
    },
  }
}

async function requireRoom(database: OpenDatabase, dataDir: string) {
  const [{ bytes }, disk] = await Promise.all([describeDatabase(database), describeDisk(dataDir)])
  if (disk && disk.freeBytes < bytes * SIZE_FACTOR + MARGIN_BYTES)
    throw new ApiError('storage_full', 'There is not enough free disk space for a backup.')
}

/** A recent file may be in use by another process. */
export async function removeOldLeftovers(dataDir: string): Promise<void> {
  for (const pattern of [unfinishedDownload, unfinishedRestore])
    await removeLeftovers(dataDir, pattern, Date.now() - LEFTOVER_MS)
}

/** Calls `beforeLast` before the last bytes, so that a client that has them finds the backup recorded. */
function toStream(handle: FileHandle, bytes: number, beforeLast: () => Promise<void>) {
  let left = bytes
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const chunk = new Uint8Array(CHUNK_BYTES)
        const { bytesRead } = await handle.read(chunk)
        left -= bytesRead
        if (bytesRead > 0 && left === 0) await beforeLast()
        if (bytesRead > 0) return controller.enqueue(chunk.subarray(0, bytesRead))
        await handle.close()
        controller.close()
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  )
}

interface BackupFile {
  bytes: number
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
}

/** Unlinks the file before the first byte is sent; the open handle keeps its contents. */
export async function createBackupFile(
  config: DatabaseConfig,
  database: OpenDatabase,
  workers: BackupWorkers,
): Promise<BackupFile> {
  const { dataDir, logger } = config
  ensureDataDir(dataDir, logger)
  await removeOldLeftovers(dataDir)
  await requireRoom(database, dataDir)
  const file = join(dataDir, `${PREFIX}${randomUUID()}.db`)
  try {
    const result = await workers.run(config, file)
    // An aborted download is not a backup.
    const record = () =>
      recordBackup(database.db, { ...result, file: null }).catch((error: unknown) =>
        logger.warn({ err: error }, 'The backup could not be recorded'),
      )
    return { bytes: result.bytes, stream: toStream(await open(file, 'r'), result.bytes, record) }
  } finally {
    await rm(file, { force: true })
  }
}
