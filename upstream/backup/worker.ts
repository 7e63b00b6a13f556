import { parentPort, workerData } from 'node:worker_threads'
import pino from 'pino'
import { writeBackup } from './backup.ts'

/** In a thread, because reading a large file back would hold up every request. */
const { config, file } = workerData
await writeBackup({ ...config, logger: pino({ level: 'silent' }) }, file, { isDownload: true })
parentPort?.postMessage('done')
