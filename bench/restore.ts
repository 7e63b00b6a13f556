import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { startPostgres } from '#testing/postgres-server.ts'
import { openUpstream } from '#upstream/app.ts'
import { writeBackup } from '#upstream/backup/backup.ts'
import { restoreBackup } from '#upstream/backup/restore.ts'
import { openForFilling } from './filling.ts'
import { insertPosts } from './posts.ts'

/** Restores one backup, with posts of about 3 kB, into both databases: `sh scripts/run.sh bench/restore.ts [posts]`. */
const POSTS = Number(process.argv[2] ?? 20_000)
const WORDS_PER_POST = 460
const logger = pino({ level: 'error' }, pino.destination(2))
const folder = await mkdtemp(join(tmpdir(), 'bench-'))
const file = join(folder, 'backup.db')

async function newFolder(name: string): Promise<string> {
  await mkdir(join(folder, name))
  return join(folder, name)
}

async function fillAndBackUp() {
  const dataDir = await newFolder('source')
  const admin = { email: 'bench@example.com', password: 'not a secret at all' }
  await (
    await openUpstream({ dataDir, admin, demoContent: false, siteUrl: 'http://localhost', logger })
  ).close()
  // Without the search index, which a backup does not contain.
  const { db } = await openForFilling({ dataDir })
  await insertPosts(db, { posts: POSTS, wordsPerPost: WORDS_PER_POST })
  await db.destroy()
  await writeBackup({ dataDir, logger }, file)
}

async function timeRestore(name: string, databaseUrl?: string): Promise<number> {
  const dataDir = await newFolder(name)
  const started = performance.now()
  await restoreBackup({ dataDir, databaseUrl, logger }, file, { force: false })
  return (performance.now() - started) / 1000
}

const server = await startPostgres()
try {
  await fillAndBackUp()
  const sqlite = await timeRestore('sqlite')
  const postgres = await timeRestore('postgres', await server.emptyDatabase())
  process.stdout.write(
    `restore of ${POSTS} posts: SQLite ${sqlite.toFixed(1)} s, PostgreSQL ${postgres.toFixed(1)} s, ratio ${(postgres / sqlite).toFixed(2)}\n`,
  )
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
