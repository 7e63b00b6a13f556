import { createHmac, randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Trx } from '../db/open.ts'

export const SLOT_MS = 4 * HOUR_MS
/** Reloading a page within this time is not another view. */
const VIEW_MS = 30 * MINUTE_MS

export interface Salts {
  slot: number
  current: string
  previous: string | undefined
}

/** A salt is used for four hours and matches readers for four more; then it is deleted with its marks. */
export async function getSalts(trx: Trx, now: number): Promise<Salts> {
  const slot = Math.floor(now / SLOT_MS)
  const stored = await trx.selectFrom('reader_salts').selectAll().execute()
  const saltOf = (wanted: number) => stored.find((row) => row.slot === wanted)?.salt
  const current = saltOf(slot)
  if (current !== undefined) return { slot, current, previous: saltOf(slot - 1) }
  await deleteMarksBefore(trx, slot - 1)
  const salt = randomBytes(32).toString('base64url')
  await trx.insertInto('reader_salts').values({ slot, salt }).execute()
  return { slot, current: salt, previous: saltOf(slot - 1) }
}

export async function deleteExpiredMarks(trx: Trx, now: number): Promise<void> {
  await deleteMarksBefore(trx, Math.floor(now / SLOT_MS) - 1)
}

async function deleteMarksBefore(trx: Trx, slot: number) {
  await trx.deleteFrom('reader_salts').where('slot', '<', slot).execute()
  await trx.deleteFrom('reader_marks').where('slot', '<', slot).execute()
}

interface Sighting {
  visitor: string
  day: number
  subject: number | string
  time: number
}

interface Seen {
  isReader: boolean
  isView: boolean
}

/** A mark identifies one reader of one subject on one day, so that marks cannot be linked to a visitor's path. */
export async function markViews(trx: Trx, salts: Salts, views: Sighting[]): Promise<Seen[]> {
  const hashWith = (salt: string, { visitor, day, subject }: Sighting) =>
    createHmac('sha256', salt).update(`${day}\0${subject}\0${visitor}`).digest('base64url').slice(0, 22)
  const hashes = views.map((view) => ({
    current: hashWith(salts.current, view),
    previous: salts.previous && hashWith(salts.previous, view),
  }))
  const wanted = new Set(hashes.flatMap(({ current, previous }) => [current, previous ?? current]))
  const stored = await trx
    .selectFrom('reader_marks')
    .select(['hash', 'counted_at'])
    .where('hash', 'in', [...wanted])
    .execute()
  const countedAt = new Map(stored.map((row) => [row.hash, row.counted_at]))
  const changed = new Map<string, number>()
  const seen = views.map(({ time }, index) => {
    const { current = '', previous = '' } = hashes[index] ?? {}
    const last = countedAt.get(current) ?? countedAt.get(previous)
    const isView = last === undefined || time - last >= VIEW_MS
    const counted = isView ? time : last
    if (countedAt.get(current) !== counted) changed.set(current, counted)
    countedAt.set(current, counted)
    return { isReader: last === undefined, isView }
  })
  await storeMarks(trx, salts.slot, changed)
  return seen
}

async function storeMarks(trx: Trx, slot: number, changed: Map<string, number>) {
  if (changed.size === 0) return
  await trx
    .insertInto('reader_marks')
    .values([...changed].map(([hash, counted_at]) => ({ hash, slot, counted_at })))
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet((eb) => ({ counted_at: eb.ref('excluded.counted_at') })),
    )
    .execute()
}
