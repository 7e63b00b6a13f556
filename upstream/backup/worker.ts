import { parentPort, workerData } from 'node:worker_threads'
import pino from 'pino'
import { writeBackupFile } from './backup.ts'

/** Runs in a thread, because verifying a large file would delay every request. */
const { config, file } = workerData
const { result } = await writeBackupFile({ ...config, logger: pino({ level: 'silent' }) }, file)
parentPort?.postMessage(result)
