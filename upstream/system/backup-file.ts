import { randomUUID } from 'node:crypto'
import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ApiError } from '#contract/errors.ts'
import { ensureDataDir } from '../db/data-dir.ts'
import type { DatabaseConfig, OpenDatabase } from '../db/open.ts'
import { describeDatabase, describeDisk } from './storage.ts'

const PREFIX = '.backup-download-'
/** Space for the copy, its journal, and further writes of the site. */
const SIZE_FACTOR = 1.5
const CHUNK_BYTES = 256 * 1024
const LEFTOVER_MS = 3_600_000
const MARGIN_BYTES = 32 * 1024 * 1024

function runWorker({ dataDir, databaseUrl, databaseDirectUrl }: DatabaseConfig, file: string): Promise<void> {
  const config = { dataDir, databaseUrl, databaseDirectUrl }
  const worker = new Worker(new URL('../backup/worker.ts', import.meta.url), { workerData: { config, file } })
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The backup stopped with code ${code}`)))
  })
}

async function requireRoom(database: OpenDatabase, dataDir: string) {
  const [{ bytes }, disk] = await Promise.all([describeDatabase(database), describeDisk(dataDir)])
  if (disk && disk.freeBytes < bytes * SIZE_FACTOR + MARGIN_BYTES)
    throw new ApiError('storage_full', 'There is not enough free disk space for a backup.')
}

/** A killed process leaves its file; a recent file may be in use by another process. */
async function removeLeftovers(dataDir: string) {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(PREFIX)) continue
    const { mtimeMs } = await stat(join(dataDir, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > LEFTOVER_MS) await rm(join(dataDir, name), { force: true })
  }
}

function toStream(handle: FileHandle) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const chunk = new Uint8Array(CHUNK_BYTES)
      const { bytesRead } = await handle.read(chunk)
      if (bytesRead > 0) return controller.enqueue(chunk.subarray(0, bytesRead))
      await handle.close()
      controller.close()
    },
    cancel: () => handle.close(),
  })
}

interface BackupFile {
  bytes: number
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
}

/** Unlinks the file before the first byte is sent; the open handle keeps its contents. */
export async function createBackupFile(config: DatabaseConfig, database: OpenDatabase): Promise<BackupFile> {
  const { dataDir, logger } = config
  ensureDataDir(dataDir, logger)
  await removeLeftovers(dataDir)
  await requireRoom(database, dataDir)
  const file = join(dataDir, `${PREFIX}${randomUUID()}.db`)
  try {
    await runWorker(config, file)
    const handle = await open(file, 'r')
    const { size } = await handle.stat()
    return { bytes: size, stream: toStream(handle) }
  } finally {
    await rm(file, { force: true })
  }
}
