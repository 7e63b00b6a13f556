import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import * as z from 'zod'
import { copyDatabase, emptyDatabase } from '#testing/postgres-server.ts'
import { openUpstream } from '../app.ts'

export const admin = { email: 'admin@example.com', password: 'correct horse battery' }

const preparedSchema = z.object({ dataDir: z.string(), databaseUrl: z.string() })

/** Migrates a database of each kind and creates the account, so that tests copy what takes each of them half a second. */
export async function prepareDatabases(server: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'upstream-'))
  const databaseUrl = await emptyDatabase(server)
  for (const url of [undefined, databaseUrl]) {
    const upstream = await openUpstream({
      dataDir,
      databaseUrl: url,
      admin,
      demoContent: false,
      siteUrl: 'https://site.example',
      logger: pino({ level: 'silent' }),
    })
    await upstream.close()
  }
  process.env['TEST_PREPARED'] = JSON.stringify({ dataDir, databaseUrl })
  return () => rm(dataDir, { recursive: true, force: true })
}

const readPrepared = () => preparedSchema.parse(JSON.parse(process.env['TEST_PREPARED'] ?? 'null'))

/** Removed at the end of the test run, if not before. */
export const newDataDir = () => mkdtemp(join(readPrepared().dataDir, 'data-'))

export async function copyPrepared(isPostgres: boolean) {
  const prepared = readPrepared()
  const dataDir = await newDataDir()
  if (isPostgres) return { dataDir, databaseUrl: await copyDatabase(prepared.databaseUrl) }
  await cp(join(prepared.dataDir, 'halyard.db'), join(dataDir, 'halyard.db'))
  return { dataDir, databaseUrl: undefined }
}
