import type { Db, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { slugify } from '../posts/slugs.ts'

async function isFree(trx: Trx, slug: string, authorId: number): Promise<boolean> {
  const current = trx.selectFrom('authors').select('id as owner').where('slug', '=', slug)
  const former = trx.selectFrom('author_slugs').select('author_id as owner').where('slug', '=', slug)
  const owners = await current.unionAll(former).execute()
  return owners.every(({ owner }) => owner === authorId)
}

export async function findFreeAuthorSlug(trx: LockedTrx, name: string, authorId: number): Promise<string> {
  const slug = slugify(name)
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (await isFree(trx, candidate, authorId)) return candidate
  }
}

export async function findCurrentSlug(db: Db, slug: string): Promise<string> {
  const renamed = await db
    .selectFrom('author_slugs')
    .innerJoin('authors', 'authors.id', 'author_slugs.author_id')
    .select('authors.slug')
    .where('author_slugs.slug', '=', slug)
    .executeTakeFirst()
  return renamed?.slug ?? slug
}

export async function listAuthorSlugs(trx: Trx, authorId: number): Promise<string[]> {
  const current = await trx.selectFrom('authors').select('slug').where('id', '=', authorId).execute()
  const former = await trx
    .selectFrom('author_slugs')
    .select('slug')
    .where('author_id', '=', authorId)
    .execute()
  return [...current, ...former].map(({ slug }) => slug)
}

export async function replaceAuthorSlug(trx: Trx, authorId: number, from: string, to: string): Promise<void> {
  await trx.deleteFrom('author_slugs').where('slug', '=', to).execute()
  await trx.insertInto('author_slugs').values({ slug: from, author_id: authorId }).execute()
  await trx.updateTable('authors').set({ slug: to }).where('id', '=', authorId).execute()
}
