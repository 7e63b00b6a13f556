import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { listVisibleKinds, subjectOf, type ActivityFilter, type ActivityKind } from '#contract/activity.ts'
import { addDays, startOfDay, toDay } from '#contract/calendar.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../db/open.ts'
import { deleteOldActivity, oldestActivity } from '../jobs/retention.ts'
import { stopIntervals } from '../testing/clock.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { BLOCK_MS, countBlocks } from './blocks.ts'
import { listActivity } from './list.ts'
import { recordActivity } from './record.ts'

stopIntervals()

const ENTRIES = 600
const LIMIT = 100
const kinds: ActivityKind[] = ['post.created', 'post.changed', 'session.started', 'tag.renamed']
const object = { type: 'post', id: 'p', name: 'Tea' }

/** Spans more than two years; some entries have the same time. */
const timeOf = (number: number, now: number) => {
  const oldest = oldestActivity(now) - 2 * BLOCK_MS
  return Math.floor(oldest + (Math.floor(number / 3) * 3 * (now - oldest)) / ENTRIES)
}

async function addEntries(db: Db) {
  const now = Date.now()
  await db.transaction().execute(async (trx) => {
    for (let number = 0; number < ENTRIES; number += 1) {
      const kind = kinds[number % kinds.length] ?? 'post.changed'
      await recordActivity(trx, null, { kind, object, at: timeOf(number, now) })
    }
  })
}

/** The expected list, found without stored counts. */
async function findIds(db: Db, role: Role, { kind, from, to }: ActivityFilter): Promise<string[]> {
  const rows = await db
    .selectFrom('activity')
    .select(['id', 'kind', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const isShown = (row: (typeof rows)[number]) =>
    listVisibleKinds(role).includes(row.kind) &&
    (kind === undefined || row.kind === kind || subjectOf(row.kind) === kind) &&
    (from === undefined || row.created_at >= startOfDay(from)) &&
    (to === undefined || row.created_at < startOfDay(addDays(to, 1)))
  return rows.filter(isShown).map(({ id }) => id)
}

async function readPages(db: Db, role: Role, filter: ActivityFilter) {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const { data, total, totalPages } = await listActivity(db, role, { ...filter, page, limit: LIMIT })
    ids.push(...data.activity.map(({ id }) => id))
    if (page >= totalPages) return { ids, total }
  }
}

const today = toDay(Date.now())
const filters: ActivityFilter[] = [
  {},
  { kind: 'post' },
  { kind: 'post.created' },
  { kind: 'session' },
  { from: addDays(today, -400) },
  { to: addDays(today, -33) },
  { kind: 'post', from: addDays(today, -200), to: addDays(today, -95) },
  { from: addDays(today, -3), to: addDays(today, -10) },
  { from: '2001-01-01', to: '2001-02-01' },
  { from: today, to: addDays(today, 9) },
]

describe.each(databases)('counts of the activity log on %s', (database) => {
  let up: TestUpstream
  let db: Db
  beforeAll(async () => {
    up = await startUpstream(database)
    db = await up.tables()
    await addEntries(db)
  })
  afterAll(() => up.stop())

  const expectPages = async () => {
    for (const role of ['owner', 'editor'] as const)
      for (const filter of filters) {
        const ids = await findIds(db, role, filter)
        expect([role, filter, await readPages(db, role, filter)]).toEqual([
          role,
          filter,
          { ids, total: ids.length },
        ])
      }
  }
  const count = (now?: number) => db.transaction().execute((trx) => countBlocks(trx, now))
  const readCounted = () => db.selectFrom('activity_blocks').selectAll().orderBy('start').execute()

  it('find every page, whether weeks are counted or not', async () => {
    await expectPages()
    await count(Date.now() - 9 * BLOCK_MS)
    await expectPages()
    await count()
    await count()
    await expectPages()
    const counted = (await readCounted()).reduce((sum, { total }) => sum + total, 0)
    expect(counted).toBeGreaterThan(ENTRIES * 0.9)
  })

  it('exclude entries younger than a day, because open transactions may add to them', async () => {
    const next = (Math.floor(Date.now() / BLOCK_MS) + 1) * BLOCK_MS
    const newest = async () => (await readCounted()).at(-1)?.start ?? 0
    await count(next + 3_600_000)
    expect(await newest()).toBeLessThan(next - BLOCK_MS)
    await Promise.all(
      Array.from({ length: 8 }, () =>
        db.transaction().execute((trx) => recordActivity(trx, null, { kind: 'tag.renamed', object })),
      ),
    )
    await expectPages()
    await count(next + 30 * 3_600_000)
    expect(await newest()).toBe(next - BLOCK_MS)
    await expectPages()
  })

  it('stay correct when the oldest entries are deleted, even within a week', async () => {
    const before = (await findIds(db, 'owner', {})).length
    await deleteOldActivity(db)
    await deleteOldActivity(db)
    expect((await findIds(db, 'owner', {})).length).toBeLessThan(before)
    expect((await readCounted())[0]?.start).toBeGreaterThan(oldestActivity() - BLOCK_MS)
    await expectPages()
  })
})
