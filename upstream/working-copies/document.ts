import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { parseInput } from '#contract/errors.ts'
import { emptySeo, partialSeoSchema } from '#contract/seo.ts'
import { toIso } from '#contract/time.ts'
import { findAuthorId } from '../authors/load.ts'
import { findCurrentSlug } from '../authors/slugs.ts'
import { findCategory } from '../categories/store.ts'
import type { Db } from '../db/open.ts'
import { postChangeSchema, type PostChange } from '../posts/input.ts'
import { compress, decompress } from '../revisions/codec.ts'
import { documentSchema, readDocument, type RevisionDocument } from '../revisions/document.ts'
import { findSchedule } from '../schedule/store.ts'
import { listPresentTags } from '../revisions/restore.ts'

/** Loose, so that it keeps every field of a post, including those without revisions. */
const fieldsSchema = documentSchema
  .omit({ published: true })
  .extend({ author: z.string(), seo: partialSeoSchema.default({}) })
  .loose()
export type Fields = z.infer<typeof fieldsSchema>

/** `base` is the post that was edited; `fields` is the edited state. */
const storedSchema = z.object({ base: fieldsSchema, fields: fieldsSchema })
export type Changes = z.infer<typeof storedSchema>

export const serialize = (changes: Changes): Buffer => compress(Buffer.from(JSON.stringify(changes)), null)

/** Tags, category and author get their current names; otherwise renaming them would count as an edit. */
export async function parseChanges(db: Db, document: Buffer): Promise<Changes> {
  const stored = storedSchema.parse(JSON.parse(decompress(document, null).toString()))
  const base = await toPresent(db, stored.base)
  const fields = await toPresent(db, stored.fields)
  const hasAuthor = (await findAuthorId(db, fields.author)) !== undefined
  return { base, fields: hasAuthor ? fields : { ...fields, author: base.author } }
}

const toPresent = async (db: Db, fields: Fields): Promise<Fields> => ({
  ...fields,
  author: await findCurrentSlug(db, fields.author),
  tags: await listPresentTags(db, fields.tags),
  category: fields.category && ((await findCategory(db, fields.category))?.slug ?? null),
})

export async function readLive(db: Db, postId: number): Promise<Fields> {
  const { author } = await db
    .selectFrom('posts')
    .innerJoin('authors', 'authors.id', 'posts.author_id')
    .select('authors.slug as author')
    .where('posts.id', '=', postId)
    .executeTakeFirstOrThrow()
  const unpublishAt = toIso((await findSchedule(db, postId))?.unpublish_at ?? null)
  return fieldsSchema.parse({ ...(await readDocument(db, postId)), author, unpublishAt })
}

const listEdited = ({ base, fields }: Changes): string[] =>
  Object.keys(fields).filter((name) => !isDeepStrictEqual(base[name], fields[name]))

export const isUnchanged = (changes: Changes): boolean => listEdited(changes).length === 0

const pickEdited = (changes: Changes): Record<string, unknown> =>
  Object.fromEntries(listEdited(changes).map((name) => [name, changes.fields[name]]))

/** Unedited fields follow the live post. */
export const merge = (live: Fields, changes: Changes): Fields =>
  fieldsSchema.parse({ ...live, ...pickEdited(changes) })

export function toRevision({ coverAlt, seo, ...fields }: Fields): RevisionDocument {
  const alt = fields.cover === null ? '' : coverAlt
  return documentSchema.parse({
    ...fields,
    coverAlt: alt,
    seo: Object.keys(seo).length > 0 ? seo : undefined,
  })
}

export const listConflicts = (live: Fields, changes: Changes): string[] =>
  listEdited(changes).filter(
    (name) =>
      !isDeepStrictEqual(live[name], changes.base[name]) &&
      !isDeepStrictEqual(live[name], changes.fields[name]),
  )

export function toPostChange(changes: Changes, published: boolean): PostChange {
  const { cover, category, seo, ...input } = pickEdited(changes)
  return {
    fields: parseInput(postChangeSchema, {
      ...input,
      ...(category !== undefined && { category: category ?? '' }),
      ...(seo !== undefined && { seo: { ...emptySeo, ...changes.fields.seo } }),
      published,
    }),
    cover: null,
    ...(cover !== undefined && { coverId: changes.fields.cover }),
  }
}
