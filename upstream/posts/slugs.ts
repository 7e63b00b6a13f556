import anyAscii from 'any-ascii'
import { ApiError } from '#contract/errors.ts'
import type { Trx } from '../db/open.ts'

const MAX_LENGTH = 80
const CANDIDATES_PER_QUERY = 20
const reservedSlugs = new Set(['page', 'tag', 'search', 'new', 'rss', 'feed'])
const publicIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isPublicId = (ref: string) => publicIdPattern.test(ref)

const isReserved = (slug: string) => reservedSlugs.has(slug) || isPublicId(slug)

function truncate(slug: string, length: number): string {
  if (slug.length <= length) return slug
  const lastHyphen = slug.slice(0, length + 1).lastIndexOf('-')
  return slug.slice(0, lastHyphen > length / 2 ? lastHyphen : length).replace(/-+$/, '')
}

export function slugify(title: string): string {
  const plain = anyAscii(title)
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const slug = truncate(plain, MAX_LENGTH) || 'post'
  return isReserved(slug) ? truncate(`post-${slug}`, MAX_LENGTH) : slug
}

/** Callers must hold the write lock (see withWriteLock). */
export async function findFreeSlug(trx: Trx, title: string): Promise<string> {
  const base = slugify(title)
  const stem = truncate(base, MAX_LENGTH - 7)
  for (let number = 1; ; number += CANDIDATES_PER_QUERY) {
    const candidates = Array.from({ length: CANDIDATES_PER_QUERY }, (_, i) =>
      number + i === 1 ? base : `${stem}-${number + i}`,
    )
    const rows = await trx.selectFrom('post_slugs').select('slug').where('slug', 'in', candidates).execute()
    const used = new Set(rows.map((row) => row.slug))
    const free = candidates.find((candidate) => !used.has(candidate))
    if (free) return free
  }
}

/** Former slugs stay reserved, so that old links keep working. */
export async function requireFreeSlug(trx: Trx, slug: string, postId: number): Promise<void> {
  const owner = await trx
    .selectFrom('post_slugs')
    .select('post_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!isReserved(slug) && (!owner || owner.post_id === postId)) return
  const message = 'This URL is already taken.'
  throw new ApiError('conflict', message, { fields: { slug: message } })
}

export async function addSlug(trx: Trx, slug: string, postId: number): Promise<void> {
  await trx
    .insertInto('post_slugs')
    .values({ slug, post_id: postId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listSlugs(trx: Trx, postId: number): Promise<string[]> {
  const rows = await trx.selectFrom('post_slugs').select('slug').where('post_id', '=', postId).execute()
  return rows.map((row) => row.slug)
}
