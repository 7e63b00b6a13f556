import { z } from 'zod'
import { isTooDeep } from '#contract/markup.ts'
import { postInputSchema, slugSchema, tagSchema, type Post } from '#contract/posts.ts'

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
  })
  .refine(({ content }) => !isTooDeep(content), {
    path: ['content'],
    message: 'Content is nested more than 100 levels deep',
  })

export interface StoredPost {
  id: string
  version: number | undefined
  published: boolean
  cover: string | null
  fields: PostFields
}

export interface CoverChange {
  file: File | null
  removed: boolean
}
export const unchangedCover: CoverChange = { file: null, removed: false }

export const emptyFields: PostFields = {
  title: '',
  slug: '',
  content: '',
  excerpt: '',
  tags: [],
  coverAlt: '',
  published: false,
  author: '',
}

/** `own` is the name behind an empty `author`. */
export interface AuthorChoice {
  own: string
  options: { value: string; name: string }[]
}

/** A post that was live is not published again by accident. */
export const toNewPost = (fields: PostFields, { options }: AuthorChoice): PostFields => ({
  ...fields,
  published: false,
  author: options.some(({ value }) => value === fields.author) ? fields.author : '',
})

/** A remote upstream may store the CRLF line breaks that forms send. */
const normalizeLineBreaks = (text: string) => text.replace(/\r\n?/g, '\n')

export const toStoredPost = (post: Post): StoredPost => ({
  id: post.id,
  version: post.version,
  published: post.published,
  cover: post.cover?.sources.find(({ width }) => width >= 800)?.url ?? post.coverImage,
  fields: {
    title: post.title,
    slug: post.slug,
    content: normalizeLineBreaks(post.content),
    excerpt: normalizeLineBreaks(post.excerpt),
    tags: post.tags,
    coverAlt: post.cover?.alt ?? '',
    published: post.published,
    author: post.author.slug ?? '',
  },
})

const normalizeFields = (fields: PostFields, current: PostFields) =>
  postFieldsSchema.parse({
    ...fields,
    title: fields.title.trim(),
    excerpt: fields.excerpt.trim(),
    coverAlt: fields.coverAlt.trim(),
    slug: fields.slug.trim() || current.slug,
    author: fields.author || current.author,
  })

export const sameFields = (a: PostFields, b: PostFields) =>
  JSON.stringify(normalizeFields(a, b)) === JSON.stringify(normalizeFields(b, b))

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
  if (fields.coverAlt !== (stored?.fields.coverAlt ?? '')) form.set('coverAlt', fields.coverAlt)
  if (cover.file) form.set('coverImage', cover.file)
  else if (cover.removed) form.set('removeCover', 'true')
  return form
}

const isIn = (tags: string[], name: string) => tags.some((tag) => tag.toLowerCase() === name.toLowerCase())

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
