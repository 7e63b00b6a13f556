import { parentPort, workerData } from 'node:worker_threads'
import pino from 'pino'
import { writeBackup } from './backup.ts'

/** Runs in a thread, because verifying a large file would delay every request. */
const { config, file } = workerData
await writeBackup({ ...config, logger: pino({ level: 'silent' }) }, file, { isDownload: true })
parentPort?.postMessage('done')
