import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { addDays, toDay } from '#contract/calendar.ts'
import { closeDays } from '#upstream/analytics/close-days.ts'
import { openDatabase, type Db, type DialectName } from '#upstream/db/open.ts'
import { prepareDatabase } from '#upstream/db/prepare.ts'
import { getFigures } from '#upstream/analytics/report.ts'
import { startPostgres } from '#testing/postgres-server.ts'
import { fillFigures } from './figure-rows.ts'

/** Size and response times of the figures of 1,000 pages that all have visits every day: `sh scripts/run.sh bench/figures.ts [sqlite|postgres] [days]`. */
const dialect: DialectName = process.argv[2] === 'postgres' ? 'postgres' : 'sqlite'
const DAYS = Number(process.argv[3] ?? 1826)
const PAGES = 1000
const RUNS = 30
const logger = pino({ level: 'error' }, pino.destination(2))

async function sizeOf(db: Db): Promise<number> {
  if (dialect === 'sqlite') {
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    const { rows } = await sql<{
      bytes: number
    }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
    return rows[0]?.bytes ?? 0
  }
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{
    bytes: number
  }>`select sum(pg_total_relation_size(oid))::bigint as bytes from pg_class
    where relname in ('page_figures', 'landing_figures', 'name_figures', 'figure_pages', 'figure_sources')`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

const ranges = { today: 1, '30 days': 30, '90 days': 90, '12 months': 365, 'a page in 12 months': 365 }

async function measure(db: Db) {
  const today = toDay(Date.now())
  await fillFigures(db, { days: DAYS, pages: PAGES })
  await closeDays(db)
  process.stdout.write(
    `${dialect}, ${DAYS} days of ${PAGES} pages: ${Math.round((await sizeOf(db)) / 1e6)} MB\n`,
  )
  for (const [name, count] of Object.entries(ranges)) {
    const query = {
      from: addDays(today, 1 - count),
      to: today,
      page: name.startsWith('a page') ? '/blog/a-post-with-a-usual-name-7' : undefined,
      source: undefined,
    }
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const started = performance.now()
      await getFigures(db, query)
      times.push(performance.now() - started)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => (times[Math.floor(RUNS * share)] ?? 0).toFixed(1)
    process.stdout.write(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms\n`)
  }
}

const server = dialect === 'postgres' ? await startPostgres() : undefined
const dataDir = await mkdtemp(join(tmpdir(), 'bench-figures-'))
try {
  const config = { dataDir, databaseUrl: server?.url, logger }
  await prepareDatabase(config, { demoContent: false })
  const { db } = openDatabase(config, { unlimited: true })
  await measure(db).finally(() => db.destroy())
} finally {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
}
