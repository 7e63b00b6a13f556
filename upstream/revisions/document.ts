import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { revisionFields, type RevisionField } from '#contract/revisions.ts'
import { partialSeoSchema } from '#contract/seo.ts'
import type { Db } from '../db/open.ts'
import { listContentImages } from '../media/images.ts'
import { parseSeo, withShareImage } from '../posts/seo.ts'
import { getTagNames } from '../posts/tags.ts'

/** The fields that a revision stores, in storage order. */
export const documentSchema = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  /** The slug of the category; former slugs still work. */
  category: z.string().nullable(),
  cover: z.string().nullable(),
  coverAlt: z.string(),
  /** Absent when nothing is set, as in revisions of earlier releases. */
  seo: partialSeoSchema.optional(),
  published: z.boolean(),
  content: z.string(),
})
export type RevisionDocument = z.infer<typeof documentSchema>

export const parseDocument = (text: Buffer): RevisionDocument =>
  documentSchema.parse(JSON.parse(text.toString()))

export const serialize = (document: RevisionDocument): Buffer => Buffer.from(JSON.stringify(document))

export async function readDocument(db: Db, postId: number): Promise<RevisionDocument> {
  const post = await db
    .selectFrom('posts')
    .innerJoin('post_contents', 'post_contents.post_id', 'posts.id')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .select(['posts.slug', 'title', 'excerpt', 'content', 'cover_id', 'cover_alt', 'published', 'seo'])
    .select('categories.slug as category')
    .where('posts.id', '=', postId)
    .executeTakeFirstOrThrow()
  const { slug, title, excerpt, content, category, cover_id, cover_alt, published } = post
  const seo = parseSeo(post.seo)
  return {
    title,
    slug,
    excerpt,
    tags: (await getTagNames(db, [postId])).get(postId) ?? [],
    category,
    cover: cover_id,
    coverAlt: cover_id === null ? '' : cover_alt,
    ...(Object.keys(seo).length > 0 && { seo }),
    published: published === 1,
    content,
  }
}

export const listChanges = (before: RevisionDocument | null, after: RevisionDocument): RevisionField[] =>
  before ? revisionFields.filter((field) => !isDeepStrictEqual(before[field], after[field])) : []

export async function listImages(db: Db, { content, cover, seo }: RevisionDocument): Promise<string[]> {
  const inline = await listContentImages(db, withShareImage(content, seo))
  return [...new Set(cover === null ? inline : [...inline, cover])]
}
