import * as z from 'zod'
import { ApiError } from '#contract/errors.ts'
import type { ImportStatus } from '#contract/imports.ts'
import { slugify } from '../posts/slugs.ts'
import { describeDate, parseDate } from './dates.ts'
import { describeFiles } from './files.ts'
import { htmlToMarkdown } from './html.ts'
import {
  becomesDraft,
  describeAuthors,
  emptySource,
  hashId,
  membersOnly,
  toFeeds,
  type SourcePost,
} from './source.ts'

const id = z.union([z.string(), z.number()]).transform(String)
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const order = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

/** The formats of Ghost's editors are not read. */
const hasText = text.transform((value) =>
  /"(?:text|html|markdown|code|src|url)":\s?"[^"]|\[0,\[[\d,]*\],\d+,"[^"]/.test(value),
)

/** Older versions have these fields in the post itself. */
const metaShape = {
  feature_image_alt: text,
  feature_image_caption: text,
  meta_title: text,
  meta_description: text,
  og_title: text,
  og_description: text,
  og_image: text,
  twitter_title: text,
  twitter_description: text,
  twitter_image: text,
}

const postSchema = z.object({
  id,
  uuid: text,
  title: text,
  slug: text,
  html: text,
  lexical: hasText,
  mobiledoc: hasText,
  feature_image: text,
  status: text,
  type: text,
  visibility: text,
  page: z.union([z.boolean(), z.number()]).optional(),
  custom_excerpt: text,
  created_at: text,
  published_at: text,
  updated_at: text,
  canonical_url: text,
  codeinjection_head: text,
  codeinjection_foot: text,
  ...metaShape,
})

const MAX_ROWS = 100_000

/** Counts the rows before it fills in their missing fields. */
const rows = <Row extends z.ZodType>(row: Row) => z.array(z.unknown()).max(MAX_ROWS).pipe(z.array(row))

const exportSchema = z.object({
  posts: rows(postSchema),
  tags: rows(z.object({ id, name: text, slug: text })).default([]),
  users: rows(z.object({ id, name: text, slug: text, email: text })).default([]),
  posts_tags: rows(z.object({ post_id: id, tag_id: id, sort_order: order })).default([]),
  posts_authors: rows(z.object({ post_id: id, author_id: id, sort_order: order })).default([]),
  posts_meta: rows(z.object({ post_id: id, ...metaShape })).default([]),
})
type Site = z.infer<typeof exportSchema>
type Meta = z.infer<z.ZodObject<typeof metaShape>>

/** A value can take ten times the memory of its JSON. */
const MAX_VALUES = 1_000_000

function hasTooManyValues(json: string): boolean {
  let values = 0
  let isText = false
  for (let at = 0; at < json.length && values <= MAX_VALUES; at += 1) {
    const sign = json[at]
    if (sign === '"') isText = !isText
    else if (sign === '\\') at += 1
    else if (!isText && (sign === ',' || sign === '[' || sign === '{')) values += 1
  }
  return values > MAX_VALUES
}

const fileSchema = z.union([
  z.object({ db: z.array(z.object({ data: exportSchema })).min(1) }).transform(({ db }) => db[0]?.data),
  z.object({ data: exportSchema }).transform(({ data }) => data),
])

function parse(source: string): Site {
  if (hasTooManyValues(source)) throw new ApiError('invalid', 'The JSON has too many values.')
  let json: unknown
  try {
    json = JSON.parse(source.replace(/^\ufeff/, ''))
  } catch {
    throw new ApiError('invalid', 'The file is not valid JSON.')
  }
  const site = fileSchema.safeParse(json)
  if (!site.success || !site.data) throw new ApiError('invalid', 'The JSON is not an export of Ghost.')
  return site.data
}

/** The placeholder that the export uses for the address of the site. */
const toPaths = (content: string) => content.replaceAll('__GHOST_URL__', '')

const toSeo = (post: Site['posts'][number], meta: Meta): SourcePost['seo'] => ({
  title: meta.meta_title || post.meta_title,
  description: meta.meta_description || post.meta_description,
  canonical: toPaths(post.canonical_url),
  noindex: false,
  image: toPaths(meta.og_image || meta.twitter_image || post.og_image || post.twitter_image),
  shareTitle: meta.og_title || meta.twitter_title || post.og_title || post.twitter_title,
  shareDescription:
    meta.og_description || meta.twitter_description || post.og_description || post.twitter_description,
})

const MAX_REPORTED_CAPTION = 300

function describeLost(post: Site['posts'][number], caption: string): string[] {
  const text = htmlToMarkdown(toPaths(caption)).content.replace(/\s+/g, ' ').slice(0, MAX_REPORTED_CAPTION)
  const hasCode = `${post.codeinjection_head}${post.codeinjection_foot}`.trim() !== ''
  return [
    ...(text === '' ? [] : [`The caption of its cover is left out: ${text}`]),
    ...(hasCode ? ['Its code injection is left out.'] : []),
    ...(post.html.includes('kg-signup-card') ? ['Its sign-up form is left out.'] : []),
    ...(post.status === 'sent' ? [becomesDraft('It was only sent as an e-mail')] : []),
  ]
}

function describeFormat({ html, lexical, mobiledoc }: Site['posts'][number]): string {
  if (html.trim() !== '') return ''
  const field = lexical ? 'lexical' : mobiledoc ? 'mobiledoc' : ''
  return (
    field && `Its text is only in “${field}”, but imports read “html”: save it in Ghost and export again.`
  )
}

/** A block that members see; others also have `nonMember:true`. */
const gatedBlock = /<!--\s{0,9}kg-gated-block:begin\s(?![^>]{0,500}\bnonMember:["']?true)/

function describeAccess({ visibility, html }: Site['posts'][number]): string {
  if (visibility !== '' && visibility !== 'public') return membersOnly.all
  return gatedBlock.test(html) ? membersOnly.parts : ''
}

function describeRestriction(restriction: string, status: string): string[] {
  if (restriction === '' || status === 'sent') return []
  return [status === 'published' ? becomesDraft(restriction) : `${restriction}.`]
}

function toStatus(status: string, restriction: string): ImportStatus | undefined {
  if (status === 'published' && restriction !== '') return 'restricted'
  return status === 'sent' || status === 'scheduled' ? status : undefined
}

const isPage = ({ type, page }: Site['posts'][number]) => type === 'page' || page === true || page === 1

function* toPosts(site: Site): Generator<SourcePost> {
  const tags = new Map(site.tags.map((tag) => [tag.id, tag]))
  const users = new Map(site.users.map((user) => [user.id, user]))
  const tagsOf = Map.groupBy(site.posts_tags, ({ post_id }) => post_id)
  const authorsOf = Map.groupBy(site.posts_authors, ({ post_id }) => post_id)
  const metaOf = new Map(site.posts_meta.map((meta) => [meta.post_id, meta]))
  const ordered = <Row extends { sort_order: number }>(rows: Row[] = []) =>
    rows.toSorted((a, b) => a.sort_order - b.sort_order)
  for (const post of site.posts) {
    if (isPage(post)) continue
    const { content, anchors, problems, rejected } = htmlToMarkdown(toPaths(post.html))
    const meta = metaOf.get(post.id) ?? post
    const authors = ordered(authorsOf.get(post.id)).flatMap((row) => users.get(row.author_id) ?? [])
    const [author] = authors
    const restriction = describeAccess(post)
    const createdAt = parseDate(post.published_at) ?? parseDate(post.created_at)
    const named = ordered(tagsOf.get(post.id)).flatMap((row) => tags.get(row.tag_id) ?? [])
    // Names with # are internal to Ghost.
    const shown = named.filter(({ name }) => name !== '' && !name.startsWith('#'))
    yield {
      ...emptySource,
      sourceId: `ghost:${hashId(post.uuid || post.id)}`,
      path: post.slug,
      title: post.title || '(Untitled)',
      slug: post.slug === '' ? '' : slugify(post.slug),
      addresses: post.slug === '' ? [] : [`/${post.slug}/`],
      archives: [
        ...toFeeds(['/rss/']),
        ...shown.map(({ name, slug }) => ({ path: `/tag/${slug}/`, shows: 'term' as const, name })),
        ...(author ? [{ path: `/author/${author.slug}/`, shows: 'author' as const, name: '' }] : []),
      ],
      ...{ content, anchors },
      excerpt: post.custom_excerpt,
      tags: shown.map(({ name }) => name),
      author: { name: author?.name ?? '', email: author?.email ?? '' },
      published: post.status === 'published' && restriction === '',
      status: toStatus(post.status, restriction),
      createdAt,
      updatedAt: parseDate(post.updated_at),
      cover: toPaths(post.feature_image),
      coverAlt: meta.feature_image_alt || post.feature_image_alt,
      seo: toSeo(post, meta),
      problems: [
        ...describeDate(post.published_at || post.created_at, createdAt),
        ...describeRestriction(restriction, post.status),
        ...describeAuthors(authors.map(({ name }) => name)),
        ...describeLost(post, meta.feature_image_caption || post.feature_image_caption),
        ...problems,
        ...describeFiles(content),
      ],
      rejected: rejected || describeFormat(post),
    }
  }
}

export function readGhost(source: string) {
  const site = parse(source)
  const pages = site.posts.filter(isPage).length
  const problems = pages > 0 ? [`Pages are not imported, only posts: ${pages} left out.`] : []
  return { posts: toPosts(site), problems }
}
