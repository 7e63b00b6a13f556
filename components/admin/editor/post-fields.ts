import * as z from 'zod'
import { isTooDeep, TOO_DEEP } from '#contract/markup.ts'
import { postInputSchema, slugSchema, tagSchema, type Post } from '#contract/posts.ts'
import { scheduleNames } from '#contract/schedule.ts'
import { emptySeo, postSeoSchema } from '#contract/seo.ts'
import { toCaseKey } from '#contract/case-key.ts'
import { toLineFeeds } from '#contract/text.ts'
import { NO_WORKING_COPY } from '#contract/working-copies.ts'
import { areEqual } from '../merge-fields.ts'
import { isScheduledTime, skippedTime } from '../schedule/scheduled-time.ts'
import { setCover, type CoverChange, type StoredDocument, type WorkingCopyState } from './document.ts'
import type { Access } from './draft-list.tsx'

/** The cover image is separate, because it may be a file. */
export const postFieldsSchema = z.object({
  title: z.string(),
  slug: z.string(),
  content: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  coverAlt: z.string(),
  published: z.boolean(),
  /** The slug of the author; empty for the signed-in account or the stored author. */
  author: z.string(),
  /** The slug of the category; drafts of earlier releases have none. */
  category: z.string().default(''),
  publishAt: z.string().default(''),
  unpublishAt: z.string().default(''),
  plannedFor: z.string().default(''),
  seo: z
    .object({
      title: z.string(),
      description: z.string(),
      canonical: z.string(),
      noindex: z.boolean(),
      image: z.string(),
      shareTitle: z.string(),
      shareDescription: z.string(),
    })
    .default(emptySeo),
})
export type PostFields = z.infer<typeof postFieldsSchema>

/** An empty slug is allowed: a new post gets one from its title, an existing post keeps its slug. */
export const postFormSchema = postInputSchema
  .required()
  .extend({
    slug: z
      .string()
      .transform((slug) => slug.trim() || undefined)
      .pipe(slugSchema.optional()),
    author: z.string(),
    category: z.string(),
    publishAt: z.string().refine(isScheduledTime, skippedTime),
    unpublishAt: z.string().refine(isScheduledTime, skippedTime),
    plannedFor: z.string(),
    seo: postSeoSchema,
  })
  .refine(({ content }) => !isTooDeep(content), {
    path: ['content'],
    message: TOO_DEEP,
  })

export type StoredPost = StoredDocument<PostFields>

export const emptyFields: PostFields = {
  title: '',
  slug: '',
  content: '',
  excerpt: '',
  tags: [],
  coverAlt: '',
  published: false,
  author: '',
  category: '',
  publishAt: '',
  unpublishAt: '',
  plannedFor: '',
  seo: emptySeo,
}

/** `own` is the name behind an empty `author`. */
export interface AuthorChoice {
  own: string
  /** The slug of the author whom the stored post names without its unpublished changes. */
  stored?: string | undefined
  options: { value: string; name: string }[]
}

/** A post that was live is not republished by accident, and one that still exists keeps its URL. */
export const toNewPost = (fields: PostFields, { options }: AuthorChoice, access: Access): PostFields => ({
  ...fields,
  slug: access === 'deleted' ? fields.slug : '',
  published: false,
  author: options.some(({ value }) => value === fields.author) ? fields.author : '',
})

function toWorkingCopy({ workingCopy, version }: Post): WorkingCopyState | undefined {
  if (workingCopy === undefined || version === undefined) return undefined
  return workingCopy ?? { version: NO_WORKING_COPY, baseVersion: version, updatedAt: null }
}

export const toStoredPost = (post: Post): StoredPost => ({
  id: post.id,
  version: post.version,
  published: post.published,
  cover: post.cover?.sources.find(({ width }) => width >= 800)?.url ?? post.coverImage,
  fields: {
    title: post.title,
    slug: post.slug,
    // A remote upstream may store the line breaks that forms send.
    content: toLineFeeds(post.content),
    excerpt: toLineFeeds(post.excerpt),
    tags: post.tags,
    coverAlt: post.cover?.alt ?? '',
    published: post.published,
    author: post.author.slug ?? '',
    category: post.category?.slug ?? '',
    publishAt: post.publishAt ?? '',
    unpublishAt: post.unpublishAt ?? '',
    plannedFor: post.plannedFor ?? '',
    seo: { ...emptySeo, ...post.seo },
  },
  workingCopy: toWorkingCopy(post),
  // Upstreams without a status have neither an archive nor a trash.
  hasTrash: post.status !== undefined,
  scheduleFailed: post.scheduleFailed,
})

const trimTexts = (seo: PostFields['seo']) =>
  Object.fromEntries(
    Object.entries(seo).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )

const normalizeFields = (fields: PostFields, current: PostFields) =>
  postFieldsSchema.parse({
    ...fields,
    title: fields.title.trim(),
    excerpt: fields.excerpt.trim(),
    coverAlt: fields.coverAlt.trim(),
    slug: fields.slug.trim() || current.slug,
    author: fields.author || current.author,
    seo: { ...emptySeo, ...trimTexts(fields.seo) },
  })

export const sameFields = (a: PostFields, b: PostFields) =>
  areEqual(normalizeFields(a, b), normalizeFields(b, b))

const hasTags = (fields: PostFields, tags: string[]) => fields.tags.join('\n') === tags.join('\n')

/** Staff may rename and merge tags in all posts at once; a writer who did not edit the tags gets the new ones. */
export function takeTags(mine: PostFields, before: StoredPost, theirs: StoredPost): PostFields | null {
  const { tags } = theirs.fields
  const old = { ...before.fields, published: before.published, tags }
  const isOnlyRetagged = before.cover === theirs.cover && sameFields(theirs.fields, old)
  return isOnlyRetagged && hasTags(before.fields, mine.tags) ? { ...mine, tags } : null
}

/** Fields that a remote upstream may not know are sent only when they changed. */
export function toFormData(fields: PostFields, cover: CoverChange, stored: StoredPost | null): FormData {
  const form = new FormData()
  form.set('title', fields.title)
  form.set('content', fields.content)
  form.set('excerpt', fields.excerpt)
  form.set('published', String(fields.published))
  form.set('tags', JSON.stringify(fields.tags))
  const slug = fields.slug.trim()
  if (slug !== '' && slug !== stored?.fields.slug) form.set('slug', slug)
  if (fields.author !== '' && fields.author !== stored?.fields.author) form.set('author', fields.author)
  if (fields.category !== (stored?.fields.category ?? '')) form.set('category', fields.category)
  if (fields.coverAlt !== (stored?.fields.coverAlt ?? '')) form.set('coverAlt', fields.coverAlt)
  const dates = fields.published ? (['unpublishAt'] as const) : scheduleNames
  for (const name of dates) if (fields[name] !== (stored?.fields[name] ?? '')) form.set(name, fields[name])
  const isSameSeo = areEqual(fields.seo, stored?.fields.seo ?? emptySeo)
  if (!isSameSeo) form.set('seo', JSON.stringify(fields.seo))
  setCover(form, cover)
  return form
}

export const isIn = (tags: string[], name: string) => tags.some((tag) => toCaseKey(tag) === toCaseKey(name))

/** Adds typed tags, separated by commas, in the spelling of known ones; adds none when one is invalid. */
export function addTags(tags: string[], typed: string, known: string[]) {
  const added: string[] = []
  for (const name of typed.split(',').map((part) => part.trim())) {
    if (name === '' || isIn([...tags, ...added], name)) continue
    const { data, error } = tagSchema.safeParse(name)
    if (data === undefined) return { tags, added: [], error: error?.issues[0]?.message }
    added.push(known.find((tag) => isIn([tag], data)) ?? data)
  }
  return { tags: [...tags, ...added], added, error: undefined }
}
