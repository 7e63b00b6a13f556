import anyAscii from 'any-ascii'
import type { Trx } from '../db/open.ts'
import { Fault } from '../faults.ts'

const MAX_LENGTH = 80
/** Looked up at a time when the plain slug is taken. */
const CANDIDATES = 20
const reserved = new Set(['page', 'tag', 'search', 'new', 'rss', 'feed'])
export const publicIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const isTakenByRoutes = (slug: string) => reserved.has(slug) || publicIdPattern.test(slug)

function cut(slug: string, length: number): string {
  if (slug.length <= length) return slug
  const whole = slug.slice(0, length + 1).lastIndexOf('-')
  return slug.slice(0, whole > length / 2 ? whole : length).replace(/-+$/, '')
}

export function slugOf(title: string): string {
  const plain = anyAscii(title)
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const slug = cut(plain, MAX_LENGTH) || 'post'
  return isTakenByRoutes(slug) ? cut(`post-${slug}`, MAX_LENGTH) : slug
}

/** A slug for a title that no post has or had, under the lock of `nextId`. */
export async function freeSlug(trx: Trx, title: string): Promise<string> {
  const base = slugOf(title)
  const stem = cut(base, MAX_LENGTH - 7)
  for (let number = 1; ; number += CANDIDATES) {
    const candidates = Array.from({ length: CANDIDATES }, (_, i) =>
      number + i === 1 ? base : `${stem}-${number + i}`,
    )
    const rows = await trx.selectFrom('post_slugs').select('slug').where('slug', 'in', candidates).execute()
    const taken = new Set(rows.map((row) => row.slug))
    const free = candidates.find((candidate) => !taken.has(candidate))
    if (free) return free
  }
}

/** Refuses what a route is called, and what another post is or was called: links to that one stay its own. */
export async function refuseTakenSlug(trx: Trx, slug: string, postId: number): Promise<void> {
  const owner = await trx
    .selectFrom('post_slugs')
    .select('post_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!isTakenByRoutes(slug) && (!owner || owner.post_id === postId)) return
  const message = 'This address is already taken.'
  throw new Fault('conflict', message, { fields: { slug: message } })
}

export async function keepSlug(trx: Trx, slug: string, postId: number): Promise<void> {
  await trx
    .insertInto('post_slugs')
    .values({ slug, post_id: postId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
