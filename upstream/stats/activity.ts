import type { NotNull } from 'kysely'
import type { Activity } from '#contract/stats.ts'
import type { Db } from '../db/open.ts'

const MAX_ENTRIES = 10

const toIso = (time: number) => new Date(time).toISOString()

export async function getRecentActivity(db: Db): Promise<Activity[]> {
  const all = [
    ...(await listPostActivity(db)),
    ...(await listMessageActivity(db)),
    ...(await listSubscriberActivity(db)),
  ]
  return all.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_ENTRIES)
}

/** Every activity of a post is at or before `updated_at`, so the most recently updated posts have the latest ones. */
async function listPostActivity(db: Db): Promise<Activity[]> {
  const rows = await db
    .selectFrom('posts')
    .select(['public_id', 'title', 'published', 'created_at', 'published_at', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return rows.flatMap(({ public_id, title, published, created_at, published_at, updated_at }) => {
    const entry = (kind: 'created' | 'changed' | 'published', time: number): Activity => ({
      kind,
      at: toIso(time),
      id: public_id,
      title,
      published: published === 1,
    })
    const entries = [entry(published_at === created_at ? 'published' : 'created', created_at)]
    if (published_at !== null && published_at > created_at) entries.push(entry('published', published_at))
    if (updated_at > Math.max(created_at, published_at ?? 0)) entries.push(entry('changed', updated_at))
    return entries
  })
}

async function listMessageActivity(db: Db): Promise<Activity[]> {
  const rows = await db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'subject', 'created_at', 'read_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return rows.map(({ id, name, subject, created_at, read_at }) => ({
    kind: 'message',
    at: toIso(created_at),
    id,
    name,
    subject,
    read: read_at !== null,
  }))
}

async function listSubscriberActivity(db: Db): Promise<Activity[]> {
  const rows = await db
    .selectFrom('subscribers')
    .select(['email', 'confirmed_at'])
    .where('confirmed_at', 'is not', null)
    .$narrowType<{ confirmed_at: NotNull }>()
    .orderBy('confirmed_at', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return rows.map(({ email, confirmed_at }) => ({ kind: 'subscriber', at: toIso(confirmed_at), email }))
}
