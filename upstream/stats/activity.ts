import type { NotNull } from 'kysely'
import type { Activity } from '#lib/admin/schema.ts'
import type { Db } from '../db/open.ts'

const SHOWN = 10

const iso = (time: number) => new Date(time).toISOString()

/** The latest that happened to posts and came in, newest first. */
export async function recentActivity(db: Db): Promise<Activity[]> {
  const all = [...(await ofPosts(db)), ...(await ofMessages(db)), ...(await ofSubscribers(db))]
  return all.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, SHOWN)
}

/**
 * Each post was changed last when the latest thing happened to it. So the latest of all posts are found among as many
 * posts, taken by their last change.
 */
async function ofPosts(db: Db): Promise<Activity[]> {
  const rows = await db
    .selectFrom('posts')
    .select(['public_id', 'title', 'published', 'created_at', 'published_at', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.flatMap(({ public_id, title, published, created_at, published_at, updated_at }) => {
    const entry = (kind: 'created' | 'changed' | 'published', time: number): Activity => ({
      kind,
      at: iso(time),
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

async function ofMessages(db: Db): Promise<Activity[]> {
  const rows = await db
    .selectFrom('contact_messages')
    .select(['name', 'subject', 'created_at', 'read_at'])
    .orderBy('created_at', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ name, subject, created_at, read_at }) => ({
    kind: 'message',
    at: iso(created_at),
    name,
    subject,
    read: read_at !== null,
  }))
}

async function ofSubscribers(db: Db): Promise<Activity[]> {
  const rows = await db
    .selectFrom('subscribers')
    .select(['email', 'confirmed_at'])
    .where('confirmed_at', 'is not', null)
    .$narrowType<{ confirmed_at: NotNull }>()
    .orderBy('confirmed_at', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ email, confirmed_at }) => ({ kind: 'subscriber', at: iso(confirmed_at), email }))
}
