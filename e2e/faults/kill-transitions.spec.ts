import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect } from '@playwright/test'
import { accountEnv } from '../support/session.ts'
import { expectConsistent } from '../support/faults/integrity.ts'
import { test } from '../support/faults/postgres-fixtures.ts'
import { Random } from '../support/faults/random.ts'
import { postgresRows, sqliteRows, type ReadRows } from '../support/faults/rows.ts'
import {
  RejectedRequest,
  sendTo,
  transitions,
  type Dialect,
  type Subject,
} from '../support/faults/transitions.ts'
import { startServer } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'

const KILLS = 6
const MAX_DELAY_MS = 120
const openConnections = `
  select pid from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

type Prepare = (typeof transitions)[string]

interface Killed {
  seed: number
  dialect: Dialect
  database: Record<string, string>
  dataDir: string
  rows: ReadRows
}

async function killDuring(prepare: Prepare, { seed, dialect, database, dataDir, rows }: Killed) {
  const random = new Random(seed)
  const env = { ...accountEnv, ...database, DEMO_CONTENT: 'false' }
  const start = () =>
    startServer({ entry: 'server/upstream.ts', portVariable: 'UPSTREAM_PORT', env, dataDir })
  const isDone = async ({ query, before, after }: Subject, when: string) => {
    const [row] = await rows(query)
    expect([before, after], `${query}, ${when}`).toContainEqual(row)
    return isDeepStrictEqual({ ...Object(row) }, after)
  }

  let server = await start()
  const token = await Staff.signIn(server.url)
  const subjects = await prepare(sendTo(server.url, token), dialect)
  const acknowledged = new Set<Subject>()
  const moveOpen = async (url: string) => {
    for (const subject of subjects) {
      if (acknowledged.has(subject)) continue
      await subject.move(sendTo(url, token))
      acknowledged.add(subject)
    }
  }
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const when = `after kill ${kill}, seed ${seed}`
    const moving = moveOpen(server.url).catch((error: unknown) => {
      if (error instanceof RejectedRequest) throw error
    })
    await wait(random.between(0, MAX_DELAY_MS))
    await server.kill()
    await moving
    // A COMMIT that the server has received is still carried out.
    if (dialect === 'postgres') await expect.poll(() => rows(openConnections)).toEqual([])
    await expectConsistent(rows, dialect, when)
    for (const subject of subjects) {
      const done = await isDone(subject, when)
      if (acknowledged.has(subject)) expect(done, `acknowledged, ${when}`).toBe(true)
      if (done) acknowledged.add(subject)
    }
    server = await start()
  }
  await moveOpen(server.url)
  for (const subject of subjects) expect(await isDone(subject, 'at the end')).toBe(true)
  await server.stop()
  await expectConsistent(rows, dialect, `at the end, seed ${seed}`)
}

for (const [name, prepare] of Object.entries(transitions))
  for (const dialect of ['sqlite', 'postgres'] as const)
    test(
      `a server that is killed while it ${name} has done all of each or nothing, with ${dialect}`,
      {
        tag: '@long',
      },
      async ({ seed, postgres }) => {
        test.setTimeout(300_000)
        const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-killed-'))
        const url = dialect === 'postgres' ? await postgres.emptyDatabase() : undefined
        const database: Record<string, string> = url ? { DATABASE_URL: url } : {}
        const rows = url ? postgresRows(url) : sqliteRows(dataDir)
        await killDuring(prepare, { seed, dialect, database, dataDir, rows })
        await rm(dataDir, { recursive: true })
      },
    )
