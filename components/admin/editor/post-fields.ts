import { z } from 'zod'
import { isTooDeep } from '#lib/blog/markup.ts'
import { postInputSchema, slugSchema, type Post } from '#lib/blog/schema.ts'

/** What is typed in the editor; the image of a cover stands apart, because no browser storage keeps it. */
export const postFieldsSchema = z.object({
  title: z.string(),
  slug: z.string(),
  content: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  coverAlt: z.string(),
  published: z.boolean(),
})
export type PostFields = z.infer<typeof postFieldsSchema>
export type FieldErrors = Partial<Record<string, string>>

/** The post as it was read: what the fields start from. */
export interface StoredPost {
  id: string
  version: number | undefined
  published: boolean
  cover: string | null
  fields: PostFields
}

/** A new file, the wish to have none, or neither. */
export interface CoverChange {
  file: File | null
  removed: boolean
}
export const sameCover: CoverChange = { file: null, removed: false }

export const emptyFields: PostFields = {
  title: '',
  slug: '',
  content: '',
  excerpt: '',
  tags: [],
  coverAlt: '',
  published: false,
}

/** As a text field has them: another upstream may keep what a form sends, two characters for each line break. */
const plainBreaks = (text: string) => text.replace(/\r\n?/g, '\n')

export const storedPostOf = (post: Post): StoredPost => ({
  id: post.id,
  version: post.version,
  published: post.published,
  cover: post.cover?.sources.find(({ width }) => width >= 800)?.url ?? post.coverImage,
  fields: {
    title: post.title,
    slug: post.slug,
    content: plainBreaks(post.content),
    excerpt: plainBreaks(post.excerpt),
    tags: post.tags,
    coverAlt: post.cover?.alt ?? '',
    published: post.published,
  },
})

/** As the upstream keeps them: ends trimmed, an address that was cleared is the old one. */
const settled = (fields: PostFields, slug: string) => ({
  ...fields,
  title: fields.title.trim(),
  excerpt: fields.excerpt.trim(),
  coverAlt: fields.coverAlt.trim(),
  slug: fields.slug.trim() || slug,
})

export const sameFields = (a: PostFields, b: PostFields) =>
  JSON.stringify(postFieldsSchema.parse(settled(a, b.slug))) ===
  JSON.stringify(postFieldsSchema.parse(settled(b, b.slug)))

const checkedSchema = postInputSchema
  .extend({ slug: slugSchema.optional() })
  .refine(({ content }) => !isTooDeep(content), {
    path: ['content'],
    message: 'Content is nested more than 100 levels deep',
  })

/** What the upstream would refuse, found before anything is sent. */
export function faultsOf(fields: PostFields): FieldErrors {
  const result = checkedSchema.safeParse({ ...fields, slug: fields.slug.trim() || undefined })
  const faults: FieldErrors = {}
  for (const { path, message } of result.error?.issues ?? []) faults[String(path[0])] ??= message
  return faults
}

/** The form of the call (specification 7); what only our own upstream knows is sent only when it was changed. */
export function formOf(fields: PostFields, cover: CoverChange, stored: StoredPost | null): FormData {
  const form = new FormData()
  form.set('title', fields.title)
  form.set('content', fields.content)
  form.set('excerpt', fields.excerpt)
  form.set('published', String(fields.published))
  form.set('tags', JSON.stringify(fields.tags))
  const slug = fields.slug.trim()
  if (slug !== '' && slug !== stored?.fields.slug) form.set('slug', slug)
  if (fields.coverAlt !== (stored?.fields.coverAlt ?? '')) form.set('coverAlt', fields.coverAlt)
  if (cover.file) form.set('coverImage', cover.file)
  else if (cover.removed) form.set('removeCover', 'true')
  return form
}
