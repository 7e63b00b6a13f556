import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postInputSchema } from '#contract/posts.ts'
import { insertCategory } from '../categories/store.ts'
import { lockWrites, nextId } from '../db/write-lock.ts'
import { insertPost } from '../posts/save.ts'
import type { DialectName, Trx } from '../db/open.ts'
import { prepareImage, type PreparedImage } from '../media/prepare.ts'
import { recordSamplePost } from '../posts/activity.ts'
import { authors } from './authors.ts'
import { addSampleCaseStudies } from './case-studies.ts'
import { categories } from './categories.ts'
import { posts as engineering } from './engineering.ts'
import { posts as growth } from './growth.ts'
import type { SeedPost } from './types.ts'

interface LoadedPost extends SeedPost {
  content: string
  cover: PreparedImage | null
}

const here = import.meta.dirname

async function coverOf(slug: string): Promise<PreparedImage | null> {
  const bytes = await readFile(join(here, 'covers', `${slug}.webp`)).catch(() => null)
  return bytes && { ...(await prepareImage(bytes, { withAvif: false })), name: `${slug}.webp` }
}

async function load(post: SeedPost): Promise<LoadedPost> {
  const content = await readFile(join(here, 'posts', `${post.slug}.md`), 'utf8')
  return { ...post, content, cover: await coverOf(post.slug) }
}

/** The sample authors stay when every sample post is deleted, so that the posts do not come back. */
async function isUnused(db: Trx): Promise<boolean> {
  const { total } = await db.selectFrom('totals').select('total').executeTakeFirstOrThrow()
  const slugs = authors.map((author) => author.slug)
  return (
    total === 0 &&
    !(await db.selectFrom('authors').select('id').where('slug', 'in', slugs).executeTakeFirst())
  )
}

async function insertAuthors(trx: Trx): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const author of authors) {
    const id = await nextId(trx)
    await trx
      .insertInto('authors')
      .values({ id, ...author })
      .execute()
    ids.set(author.slug, id)
  }
  return ids
}

export async function seed(trx: Trx, dialect: DialectName): Promise<void> {
  if (!(await isUnused(trx))) return
  const posts = await Promise.all([...engineering, ...growth].map(load))
  posts.sort((a, b) => Date.parse(a.date) - Date.parse(b.date))
  const locked = await lockWrites(trx)
  await addSampleCaseStudies(trx)
  const authorIds = await insertAuthors(trx)
  for (const category of categories) await insertCategory(locked, category)
  for (const { slug, author, category, date, cover, ...post } of posts) {
    const authorId = authorIds.get(author)
    if (authorId === undefined) throw new Error(`The sample post ${slug} names an unknown author: ${author}`)
    const fields = postInputSchema.parse(post)
    const createdAt = Date.parse(date)
    const id = await insertPost(locked, dialect, {
      ...fields,
      slug,
      category,
      authorId,
      editorId: authorId,
      createdAt,
      cover,
    })
    await recordSamplePost(trx, id, createdAt)
  }
}
