import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { accountEnv } from '../account.ts'
import { startServer, type ServerProcess } from '../server-process.ts'
import { Staff } from '../staff.ts'
import { auditPosts } from './audit.ts'
import { test } from './postgres.ts'
import { Random } from './random.ts'
import { postgresRows, sqliteRows, type ReadRows } from './rows.ts'
import { expectWhole } from './wholeness.ts'
import { Writer } from './writer.ts'

interface Killed {
  seed: number
  start(waitFor: 'nothing' | '/api/ready'): Promise<ServerProcess>
  rows: ReadRows
  dialect: 'sqlite' | 'postgres'
}

const WRITERS = 4

/** Kills the server under its writers, again and again, and looks each time at what is left. */
async function killRepeatedly({ seed, start, rows, dialect }: Killed, kills: number) {
  const random = new Random(seed)
  const writers = Array.from({ length: WRITERS }, (_, number) => new Writer(`Writer ${number}`, random))
  let server = await start('/api/ready')
  const token = await Staff.signIn(server.url)
  for (let kill = 1; kill <= kills; kill++) {
    const when = `after kill ${kill}, seed ${random.seed}`
    const { url } = server
    const writing = Promise.all(writers.map((writer) => writer.writeUntilGone(url, token)))
    await wait(random.between(20, 500))
    await server.cut()
    await writing
    if (random.next() < 0.25) {
      // Nor does it matter when it is killed while it starts.
      const starting = await start('nothing')
      await wait(random.between(0, 1_000))
      await starting.cut()
    }
    server = await start('/api/ready')
    await auditPosts(server.url, token, writers, when)
    await expectWhole(rows, dialect, when)
  }
  await server.stop()
  expect(server.log(), `seed ${random.seed}`).toBe('')
  const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged, 0)
  expect(acknowledged, 'writes that were acknowledged between the kills').toBeGreaterThan(kills / 2)
}

const env = { ...accountEnv, DEMO_CONTENT: 'false' }

async function killSite(seed: number, kills: number) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-killed-'))
  const start = (waitFor: 'nothing' | '/api/ready') =>
    startServer({ entry: 'server.ts', portVariable: 'PORT', env, dataDir, waitFor })
  await killRepeatedly({ seed, start, rows: sqliteRows(dataDir), dialect: 'sqlite' }, kills)
  await rm(dataDir, { recursive: true })
}

test.describe('a server that is killed under its writers', { tag: '@once' }, () => {
  test('has every acknowledged post with its cover, and none half', async ({ seed }) => {
    test.setTimeout(180_000)
    await killSite(seed, 6)
  })

  test('has them in PostgreSQL as well', async ({ postgres, seed }) => {
    test.setTimeout(180_000)
    const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-killed-'))
    const database = await postgres.emptyDatabase()
    const start = (waitFor: 'nothing' | '/api/ready') =>
      startServer({
        entry: 'upstream/serve.ts',
        portVariable: 'UPSTREAM_PORT',
        env: { ...env, DATABASE_URL: database },
        dataDir,
        waitFor,
      })
    await killRepeatedly({ seed, start, rows: postgresRows(database), dialect: 'postgres' }, 6)
    await rm(dataDir, { recursive: true })
  })

  test('has them however often it is killed', { tag: '@long' }, async ({ seed }) => {
    test.setTimeout(1_200_000)
    await killSite(seed, 60)
  })
})
