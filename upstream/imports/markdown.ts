import { posix } from 'node:path'
import { startOfDay } from '#contract/calendar.ts'
import { isPublicId, slugify } from '../posts/slugs.ts'
import { describeDate, parseDate, parseWritten } from './dates.ts'
import { first, isRecord, toList, toText, withLowerCase, type Fields } from './fields.ts'
import { readFrontMatter } from './front-matter.ts'
import { CASE_STUDY, readCaseStudy } from './case-study.ts'
import { findDate, isDraft } from './markdown-status.ts'
import { convertText, readHeading } from './markdown-text.ts'
import { hasComponents } from './mdx.ts'
import { isPermalinkStyle } from './jekyll.ts'
import { unknownFile, type OldFile } from './permalinks.ts'
import { PostFiles, splitDate } from './post-files.ts'
import { describeShortcodes, describeUnclosedMedia, removeRawTags, resolveAddresses } from './shortcodes.ts'
import { describeAuthors, emptySource, hashId, toOwnId, type SourcePost } from './source.ts'

const noFiles = new PostFiles([])

function toImage(value: unknown): { path: string; alt: string } {
  if (!isRecord(value)) return { path: toText(Array.isArray(value) ? value[0] : value), alt: '' }
  return {
    path: toText(first(value, ['image', 'src', 'path', 'url', 'feature', 'overlay_image', 'teaser'])),
    alt: toText(first(value, ['alt', 'caption'])),
  }
}

function toAuthor(author: unknown): SourcePost['author'] {
  if (!isRecord(author)) {
    const text = toText(author)
    const [, name = text, email = ''] = /^(.*?)\s*<([^<>]+@[^<>]+)>$/.exec(text) ?? []
    return name.includes('@') ? { name: '', email: name } : { name, email }
  }
  return { name: toText(author['name']), email: toText(author['email']) }
}

const listAuthors = (value: unknown) => (Array.isArray(value) ? value : [value]).map(toAuthor)

/** For former addresses like `/blog/tea/` and `/2020/05/tea.html`, the last segment becomes the slug. */
const toSlug = (address: string) =>
  address
    .replace(/[?#].*/s, '')
    .replace(/(^|\/)index\.html?$/i, '$1')
    .replace(/\/+$/, '')
    .replace(/^.*\//, '')
    .replace(/\.(html?|mdx?|markdown)$/i, '')

/** Jekyll and Eleventy fill these in. */
const isTemplate = (permalink: string) => /:|\{[{%]/.test(permalink)

function fillPermalink(fields: Fields, slug: string): Fields {
  const { permalink } = fields
  if (typeof permalink !== 'string' || !permalink.includes('{{')) return fields
  const filled = permalink
    .replace(/\{\{-?\s{0,9}page\.fileSlug\s{0,9}-?\}\}/g, slug)
    .replace(/\{\{-?\s{0,9}title\s{0,9}\|\s{0,9}slug(?:ify)?\s{0,9}-?\}\}/g, slugify(toText(fields['title'])))
  return { ...fields, permalink: filled }
}

const slugOfPermalink = (permalink: string) => {
  const slug = isPermalinkStyle(permalink) ? '' : toSlug(permalink)
  return isTemplate(slug) ? '' : slug
}

/** Hugo and Astro use folders with an index file. */
const fromPath = (path: string) =>
  splitDate(toSlug(path.replace(/\/_?index(?:\.[a-z]{2,3}(?:-[a-z]{2,4})?)?\.\w+$/i, '')))

/** Themes and editors name these fields differently, and some put them into `seo`. */
function toSeo(fields: Fields): SourcePost['seo'] {
  const group = isRecord(fields['seo']) ? fields['seo'] : {}
  const text = (inGroup: string, ...names: string[]) => toText(first(fields, names) ?? group[inGroup])
  const excerpt = toText(fields['excerpt'])
  const description = excerpt === '' ? '' : toText(fields['description'])
  const image = first(fields, [
    'shareImage',
    'og_image',
    'ogImage',
    'twitter_image',
    'twitterImage',
    'images',
  ])
  const robots = text('robots', 'robots')
  return {
    title: text('title', 'seoTitle', 'seo_title', 'metaTitle', 'meta_title'),
    description:
      text('description', 'seoDescription', 'seo_description', 'metaDescription', 'meta_description') ||
      (description === excerpt ? '' : description),
    canonical: text('canonical', 'canonical', 'canonicalURL', 'canonicalUrl', 'canonical_url'),
    noindex: fields['noindex'] === true || group['noindex'] === true || /\bnoindex\b/i.test(robots),
    image: toImage(image ?? group['image']).path,
    shareTitle: text('shareTitle', 'shareTitle', 'og_title', 'ogTitle', 'twitter_title', 'twitterTitle'),
    shareDescription: text(
      'shareDescription',
      ...['shareDescription', 'og_description', 'ogDescription', 'twitter_description', 'twitterDescription'],
    ),
  }
}

/** Hugo resolves an alias without a leading slash from the folder of the page. */
function toAlias(alias: string, permalink = ''): string {
  if (permalink === '' || alias.startsWith('/') || URL.canParse(alias)) return alias
  const page = new URL(permalink.replace(/\/$/, ''), 'https://site.invalid')
  return URL.canParse(alias, page) ? new URL(alias, page).pathname : alias
}

const addSlash = (path: string) => path.replace(/^(?=(blog|posts?)\/)/, '/')

const listAddresses = (fields: Fields, slug: string, [permalink]: string[]) => [
  ...(slug === '' ? [] : [`/blog/${slug}`]),
  ...toList(fields['formerSlugs']).map((former) => `/blog/${former}`),
  ...[
    ...toList(fields['aliases']).map((alias) => toAlias(addSlash(alias), permalink)),
    ...toList(fields['redirect_from']).map((path) => path.replace(/^\/?/, '/')),
    // These may have placeholders.
    ...['permalink', 'url']
      .flatMap((name) => toList(fields[name]).filter((path) => !isTemplate(path)))
      .map(addSlash),
  ]
    .filter((path) => path.startsWith('/'))
    .flatMap((path) => [...new Set([path.replace(/\/index\.html?$/i, '/'), path])]),
]

/** Eleventy needs this tag to list the posts. */
const isCollection = (tag: string) => /^(?:all|posts?)$/i.test(tag)

/** Jekyll separates words by spaces; many writers use commas. */
const toWords = (value: unknown, path: string) =>
  toList(value, /(^|\/)_posts\//.test(path) && !toText(value).includes(',') ? /\s+/ : ',')

const toSlugOrNone = (text: string) => (text === '' ? '' : slugify(text))

/** The folder of the posts of Jekyll may be the archive itself; their names have dates. */
const isJekyllPost = (path: string) =>
  /(^|\/)_(posts|drafts)\//.test(path) || splitDate(posix.basename(path)).date !== ''

const isPage = (path: string, { layout, type }: Fields, isDated: boolean, { isTopLevel }: OldFile) =>
  (!isJekyllPost(path) && [layout, type].some((value) => /^page$/i.test(toText(value)))) ||
  /(^|\/)_(?:pages|tabs)\//.test(path) ||
  posix.parse(path).name === '404' ||
  (isTopLevel && !isDated)

export const rejectFile = (path: string, title: string, rejected: string): SourcePost => ({
  ...emptySource,
  ...{ sourceId: `markdown:${hashId(path)}`, path, title, rejected },
})

/** Returns null for a file without front matter, such as a README. */
export function readMarkdownPost(
  path: string,
  file: string,
  oldFile: OldFile = unknownFile,
  files: PostFiles = noFiles,
): SourcePost | null {
  const parsed = readFrontMatter(file)
  if (!parsed) return null
  const { name: slug, date } = fromPath(oldFile.withoutLanguage(path))
  const id = toText(parsed.fields['id'])
  const isOwn = isPublicId(id)
  const fields = fillPermalink(isOwn ? parsed.fields : withLowerCase(parsed.fields), slug)
  const title = toText(fields['title'])
  const written = findDate(fields) ?? date
  const folder = toText(first(fields, ['media_subpath', 'img_path']))
  if (isOwn && parsed.fields['type'] === CASE_STUDY) return readCaseStudy(path, parsed.fields, parsed.content)
  if (!isOwn && isPage(path, fields, written !== '', oldFile))
    return rejectFile(path, title || path, 'Pages are not imported, only posts.')
  // Nothing generates the pages of this site, so braces in an export of it are text.
  const converted = isOwn
    ? { content: parsed.content, problems: [], anchors: [], rejected: '' }
    : convertText(path, parsed.content, { folder, base: oldFile.base, files })
  const { title: heading, content } = isOwn
    ? { title, content: converted.content }
    : readHeading(removeRawTags(converted.content), title)
  const toTime = isOwn ? parseDate : parseWritten
  const createdAt = toTime(written)
  const [mainCategory = '', ...otherCategories] = [
    // A name of this site may have a comma.
    ...toList(fields['category'], isOwn ? '\n' : ','),
    ...toWords(fields['categories'], path),
  ]
  const tags = [...toWords(first(fields, ['tags', 'tag', 'keywords']), path), ...otherCategories]
  const cover = toImage(
    first(fields, [
      ...['cover', 'heroImage', 'image', 'featured_image', 'featureImage', 'banner', 'thumbnail', 'header'],
    ]),
  )
  const name = toText(fields['slug']) || slugOfPermalink(toText(fields['permalink'])) || slug
  const permalinks = oldFile.findPermalink({ fields, title, name: slug, date: written })
  const authors = listAuthors(first(fields, ['author', 'authors']))
  return {
    ...emptySource,
    sourceId: isOwn ? toOwnId(id) : `markdown:${hashId(path, title, String(parseDate(written, Date.parse)))}`,
    path,
    title: heading || slug.replace(/[-_]+/g, ' '),
    slug: toSlugOrNone(name),
    addresses: [...listAddresses(fields, name, permalinks), ...permalinks],
    archives: oldFile.findArchives({ fields }),
    fileLink: name === slug ? '' : `/blog/${slug}`,
    content,
    anchors: converted.anchors,
    excerpt: toText(first(fields, ['excerpt', 'description', 'summary'])),
    tags: isOwn ? tags : tags.filter((tag) => !isCollection(tag)),
    category: mainCategory,
    author: authors[0] ?? { name: '', email: '' },
    published: !isDraft(fields, path),
    createdAt,
    publishedAt: toTime(fields['publishedAt']),
    publishAt: toTime(first(fields, ['publishAt', 'publishDate']), startOfDay),
    unpublishAt: toTime(first(fields, ['unpublishAt', 'expiryDate', 'unpublishDate']), startOfDay),
    plannedFor: toText(fields['plannedFor']) || null,
    updatedAt: toTime(
      first(fields, [
        ...['updated', 'lastmod', 'updatedDate', 'modDatetime', 'last_modified_at', 'updatedAt', 'modified'],
      ]),
    ),
    cover: resolveAddresses(cover.path, oldFile.base),
    coverAlt: toText(fields['coverAlt']) || cover.alt,
    seo: toSeo(fields),
    problems: [
      ...describeDate(written, createdAt),
      ...describeAuthors(authors.map(({ name, email }) => name || email)),
      ...(/\.mdx$/i.test(path) && hasComponents(content) ? ['Components of MDX are kept as text.'] : []),
      ...converted.problems,
      ...(isOwn
        ? []
        : [...describeShortcodes(converted.content), ...describeUnclosedMedia(converted.content)]),
    ],
    rejected: converted.rejected,
  }
}
