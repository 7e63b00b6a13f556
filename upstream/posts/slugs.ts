import anyAscii from 'any-ascii'
import { ApiError } from '#contract/errors.ts'
import type { Db, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'

const MAX_LENGTH = 80
const CANDIDATES_PER_QUERY = 20
const reservedSlugs = new Set(['page', 'tag', 'search', 'new', 'rss', 'feed'])
const publicIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isPublicId = (ref: string) => publicIdPattern.test(ref)

export const isReserved = (slug: string) => reservedSlugs.has(slug) || isPublicId(slug)

function truncate(slug: string, length: number): string {
  if (slug.length <= length) return slug
  const lastHyphen = slug.slice(0, length + 1).lastIndexOf('-')
  return slug.slice(0, lastHyphen > length / 2 ? lastHyphen : length).replace(/-+$/, '')
}

/** `noun` is the slug of a title without letters, and the prefix of a reserved one. */
export function slugify(title: string, noun = 'post'): string {
  const plain = anyAscii(title)
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const slug = truncate(plain, MAX_LENGTH) || noun
  return isReserved(slug) ? truncate(`${noun}-${slug}`, MAX_LENGTH) : slug
}

export const findFreeSlug = (trx: LockedTrx, title: string): Promise<string> =>
  firstFreeSlug(slugify(title), (candidates) =>
    trx.selectFrom('post_slugs').select('slug').where('slug', 'in', candidates).execute(),
  )

export function slugCandidates(base: string, first = 1): string[] {
  const stem = truncate(base, MAX_LENGTH - 7)
  return Array.from({ length: CANDIDATES_PER_QUERY }, (_, i) =>
    first + i === 1 ? base : `${stem}-${first + i}`,
  )
}

export async function firstFreeSlug(
  base: string,
  findUsed: (candidates: string[]) => Promise<{ slug: string }[]>,
): Promise<string> {
  for (let number = 1; ; number += CANDIDATES_PER_QUERY) {
    const candidates = slugCandidates(base, number)
    const used = new Set((await findUsed(candidates)).map((row) => row.slug))
    const free = candidates.find((candidate) => !used.has(candidate))
    if (free) return free
  }
}

/** Former slugs stay reserved, so that old links keep working, unless their post was never public. */
export async function isTaken(db: Db, slug: string, postId: number): Promise<boolean> {
  const owner = await db
    .selectFrom('post_slugs')
    .innerJoin('posts', 'posts.id', 'post_slugs.post_id')
    .select('post_id')
    .where('post_slugs.slug', '=', slug)
    .where('post_id', '<>', postId)
    .where((eb) => eb.or([eb('posts.slug', '=', slug), eb('published_at', 'is not', null)]))
    .executeTakeFirst()
  return isReserved(slug) || owner !== undefined
}

export async function requireFreeSlug(trx: Trx, slug: string, postId: number): Promise<void> {
  if (!(await isTaken(trx, slug, postId))) return
  const owner = await trx
    .selectFrom('post_slugs')
    .innerJoin('removed_posts', 'removed_posts.post_id', 'post_slugs.post_id')
    .select('trashed_at')
    .where('slug', '=', slug)
    .executeTakeFirst()
  const message = !owner
    ? 'This URL is already taken.'
    : owner.trashed_at === null
      ? 'An archived post has this URL.'
      : 'A post in the trash has this URL.'
  throw ApiError.forField('conflict', 'slug', message)
}

/** Callers make sure that the slug is free (see requireFreeSlug). */
export async function takeSlug(trx: Trx, slug: string, postId: number): Promise<void> {
  await trx.deleteFrom('post_slugs').where('slug', '=', slug).where('post_id', '<>', postId).execute()
  await addSlug(trx, slug, postId)
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

/** The address is the id of what was published before feeds used the public id. */
export const feedIdOf = (
  base: '/blog' | '/work',
  { public_id, feed_slug }: { public_id: string; feed_slug: string | null },
): string => (feed_slug === null ? `urn:uuid:${public_id}` : `${base}/${feed_slug}`)
