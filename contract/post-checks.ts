import * as z from 'zod'
import { maskCode, maskCodeElements } from './markdown-code.ts'
import {
  listHeadings,
  listLinks,
  listPictures,
  type Heading,
  type Picture,
  type Target,
  type TextRange,
} from './markdown-scan.ts'
import { MAX_PATH_LENGTH, normalizePath } from './redirects.ts'
import { describePost, type PartialSeo } from './seo.ts'
import { isBlank, isStorable } from './text.ts'
import { textWidth } from './text-width.ts'

export const postChecks = [
  'links',
  'altText',
  'headings',
  'placeholders',
  'excerpt',
  'imageSize',
  'titleLength',
  'descriptionLength',
] as const
export type PostCheck = (typeof postChecks)[number]

const MAX_REFERENCES = 500
export const MAX_IMAGE_FILE_BYTES = 500_000

/** The width of a search result on a desktop; the description has two lines. */
export const searchResult = {
  title: { fontSize: 20, maxWidth: 600 },
  description: { fontSize: 14, maxWidth: 960 },
} as const

const path = z.string().min(1).max(2000).refine(isStorable)

export const referencesSchema = z.object({
  paths: z.array(path).max(MAX_REFERENCES),
  images: z.array(path).max(MAX_REFERENCES),
})
export type References = z.infer<typeof referencesSchema>

export const referenceProblemsSchema = z.object({
  data: z.object({
    broken: z.array(z.string()),
    large: z.array(z.object({ url: z.string(), bytes: z.number().int().positive() })),
    decorative: z.array(z.string()).default([]),
  }),
})
export type ReferenceProblems = z.infer<typeof referenceProblemsSchema>['data']

export const noReferenceProblems: ReferenceProblems = { broken: [], large: [], decorative: [] }

export interface CheckedPost {
  title: string
  content: string
  excerpt: string
  cover: string | null
  coverAlt: string
  seo: PartialSeo
}

export interface Problem {
  check: PostCheck
  message: string
  field: 'title' | 'content' | 'excerpt' | 'coverAlt' | 'cover' | 'seo.title' | 'seo.description'
  range?: TextRange
}

/** The normalized path of an internal link, for looking up pages and redirects; null for other links. */
function ownPath(link: string, siteUrl: string): string | null {
  if (link.startsWith('#')) return null
  const base = new URL('/blog/post', siteUrl)
  const url = URL.canParse(link, base) ? new URL(link, base) : null
  if (!url || url.origin !== base.origin) return null
  const found = normalizePath(url.pathname.replace(/^(\/blog\/[^/]+)\.md$/, '$1'))
  return found && found.length <= MAX_PATH_LENGTH ? found : null
}

const placeholder = /lorem ipsum|\b(?:TODO|TBD|FIXME)\b|\b[xX]{3,}\b/g

const unique = (texts: string[]) => [...new Set(texts)].slice(0, MAX_REFERENCES)

/** Checks a text on its own, without looking up links and images; takes seconds for the longest texts. */
export interface ScannedText {
  content: string
  links: Target[]
  pictures: Picture[]
  headings: Heading[]
  placeholders: { text: string; range: TextRange }[]
}

export function scanText(content: string): ScannedText {
  const masked = maskCode(content)
  return {
    content,
    links: listLinks(content, masked),
    pictures: listPictures(content, masked),
    headings: listHeadings(content, masked),
    placeholders: [...maskCodeElements(masked).matchAll(placeholder)].map(({ 0: text, index }) => ({
      text,
      range: { from: index, to: index + text.length },
    })),
  }
}

export function listReferences(
  cover: string | null,
  { links, pictures }: Pick<ScannedText, 'links' | 'pictures'>,
  siteUrl: string,
) {
  return {
    paths: unique(links.flatMap(({ url }) => ownPath(url, siteUrl) ?? [])),
    images: unique([...(cover ? [cover] : []), ...pictures.map(({ url }) => url)]).filter(
      (url) => url !== '' && url.length <= 2000,
    ),
  }
}

const findPlaceholder = (text: string) => text.match(placeholder)?.[0]

function checkHeadings({ headings }: ScannedText): Problem[] {
  let last = 1
  return headings.flatMap(({ level, text, from, to }) => {
    // The post title is the level 1 heading, so a level 1 heading in the text is shown as level 2.
    const shown = Math.max(2, level)
    const before = last
    last = shown
    if (shown <= before + 1) return []
    const message = `“${text}” is a heading of level ${shown} after level ${before}.`
    return [{ check: 'headings' as const, message, field: 'content' as const, range: { from, to } }]
  })
}

function checkPlaceholders({ title, excerpt }: CheckedPost, { placeholders }: ScannedText): Problem[] {
  const check = 'placeholders' as const
  const inFields = (['title', 'excerpt'] as const).flatMap((field) => {
    const found = findPlaceholder(field === 'title' ? title : excerpt)
    return found ? [{ check, field, message: `The ${field} contains “${found}”.` }] : []
  })
  const inContent = placeholders.map(({ text, range }) => ({
    check,
    field: 'content' as const,
    message: `The text contains “${text}”.`,
    range,
  }))
  return [...inFields, ...inContent]
}

function checkImages(
  { cover, coverAlt }: CheckedPost,
  { pictures }: ScannedText,
  { large, decorative }: ReferenceProblems,
): Problem[] {
  const isDecorative = (url: string) => decorative.includes(url)
  const bytesOf = new Map(large.map(({ url, bytes }) => [url, bytes]))
  const tooLarge = (url: string) => {
    const bytes = bytesOf.get(url)
    return (
      bytes && `is ${Math.round(bytes / 1000)} kB; up to ${MAX_IMAGE_FILE_BYTES / 1000} kB loads quickly.`
    )
  }
  const problems: Problem[] = []
  if (cover && isBlank(coverAlt) && !isDecorative(cover))
    problems.push({
      check: 'altText',
      field: 'coverAlt',
      message: 'The cover image has no alternative text.',
    })
  const coverSize = cover && tooLarge(cover)
  if (coverSize)
    problems.push({ check: 'imageSize', field: 'cover', message: `The cover image ${coverSize}` })
  for (const { alt, url, from, to } of pictures) {
    const place = { field: 'content' as const, range: { from, to } }
    if (alt === null && !isDecorative(url))
      problems.push({ check: 'altText', ...place, message: 'An image has no alternative text.' })
    const size = tooLarge(url)
    if (size) problems.push({ check: 'imageSize', ...place, message: `An image ${size}` })
  }
  return problems
}

function checkLinks({ links }: ScannedText, { broken }: ReferenceProblems, siteUrl: string): Problem[] {
  const missing = new Set(broken)
  return links.flatMap(({ url, from, to }) => {
    const target = ownPath(url, siteUrl)
    if (target === null || !missing.has(target)) return []
    const message = `Visitors find nothing at ${target}.`
    return [{ check: 'links' as const, field: 'content' as const, message, range: { from, to } }]
  })
}

const width = (text: string, part: keyof typeof searchResult) =>
  Math.round(textWidth(text, searchResult[part].fontSize))

function checkLengths(post: CheckedPost, brand: string): Problem[] {
  const shown = describePost(post, brand)
  return (['title', 'description'] as const).flatMap((part) => {
    const { maxWidth } = searchResult[part]
    const pixels = width(shown[part], part)
    if (pixels <= maxWidth) return []
    const message = `The ${part} for search engines is ${pixels} pixels wide; they cut it at about ${maxWidth}.`
    return [{ check: `${part}Length` as const, field: `seo.${part}` as const, message }]
  })
}

interface Site {
  brand: string
  siteUrl: string
}

/** In reading order: title, excerpt and cover, then the text from top to bottom. */
export function checkPost(
  post: CheckedPost,
  references: ReferenceProblems,
  { brand, siteUrl }: Site,
  scanned = scanText(post.content),
): Problem[] {
  const problems: Problem[] = [
    ...checkLengths(post, brand),
    ...(isBlank(post.excerpt) ? [noExcerpt] : []),
    ...checkPlaceholders(post, scanned),
    ...checkImages(post, scanned, references),
    ...checkHeadings(scanned),
    ...checkLinks(scanned, references, siteUrl),
  ]
  return problems.sort((a, b) => (a.range?.from ?? -1) - (b.range?.from ?? -1))
}

const noExcerpt: Problem = {
  check: 'excerpt',
  field: 'excerpt',
  message: 'There is no excerpt. Lists and search results need one.',
}
