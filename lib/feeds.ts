import { escapeXml, stripInvalidXml } from './blog/xml.ts'
import { absoluteUrl } from './metadata.ts'
import { site } from './site.ts'

export const FEED_SIZE = 20

/** Its texts must not contain characters that XML forbids. */
export interface FeedEntry {
  /** Permanent, so that readers recognize an entry whose address has changed. */
  id: string
  url: string
  title: string
  excerpt: string
  html: string
  image?: string | undefined
  author: string
  tags: string[]
  published: string
  updated: string
}

/** An upstream without permanent ids has only the address. */
export const feedId = (id: string | undefined, url: string): string => {
  if (id === undefined) return url
  return stripInvalidXml(id.startsWith('/') ? absoluteUrl(id) : id)
}

interface FeedChannel {
  title: string
  description: string
  path: string
  feeds: string
  /** The query of the feeds, such as `?category=strategy`. */
  query?: string
}

const lastChange = (entries: FeedEntry[]) =>
  entries
    .map(({ updated }) => updated)
    .sort()
    .at(-1)

/** The names of references that HTML also reads without a semicolon. */
const bareNames =
  '[aeiouy]acute|[aeiou](?:grave|circ)|[aeiouy]?uml|[ano]tilde|aelig|amp|aring|brvbar|ccedil|cedil|cent|copy|curren|deg|divide|eth|frac(?:12|14|34)|gt|iexcl|iquest|laquo|lt|macr|micro|middot|nbsp|not|ord[fm]|oslash|para|plusmn|pound|quot|raquo|reg|sect|shy|sup[123]|szlig|thorn|times|acute|yen'

const reference = new RegExp(`&(?=#x?[\\da-f]|[a-z\\d]+;|${bareNames})`, 'gi')

/** Readers of RSS show descriptions as HTML, so a character of a text must not begin a tag or a reference. */
const toHtml = (text: string) => text.replace(reference, '&amp;').replaceAll('<', '&lt;')

function rss({ title, description, path, feeds, query = '' }: FeedChannel, entries: FeedEntry[]): string {
  const changed = lastChange(entries)
  const items = entries.map(
    (entry) => `<item>
<title>${escapeXml(entry.title)}</title>
<link>${escapeXml(entry.url)}</link>
<guid isPermaLink="${entry.id === entry.url}">${escapeXml(entry.id)}</guid>
<pubDate>${new Date(entry.published).toUTCString()}</pubDate>
<dc:creator>${escapeXml(entry.author)}</dc:creator>
${entry.tags.map((tag) => `<category>${escapeXml(tag)}</category>`).join('')}
<description>${escapeXml(toHtml(entry.excerpt))}</description>
${entry.html && `<content:encoded>${escapeXml(entry.html)}</content:encoded>`}
${entry.image ? `<media:content url="${escapeXml(entry.image)}" medium="image"/>` : ''}
</item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${escapeXml(title)}</title>
<link>${absoluteUrl(path)}</link>
<description>${escapeXml(description)}</description>
<language>${site.language}</language>
${changed ? `<lastBuildDate>${new Date(changed).toUTCString()}</lastBuildDate>` : ''}
<atom:link href="${absoluteUrl(`${feeds}/feed.xml${query}`)}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel>
</rss>
`
}

function atom({ title, description, path, feeds, query = '' }: FeedChannel, entries: FeedEntry[]): string {
  const items = entries.map(
    (entry) => `<entry>
<title>${escapeXml(entry.title)}</title>
<link href="${escapeXml(entry.url)}"/>
<id>${escapeXml(entry.id)}</id>
<published>${entry.published}</published>
<updated>${entry.updated}</updated>
<author><name>${escapeXml(entry.author)}</name></author>
${entry.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`).join('')}
<summary>${escapeXml(entry.excerpt)}</summary>
${entry.html && `<content type="html">${escapeXml(entry.html)}</content>`}
</entry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${site.language}">
<title>${escapeXml(title)}</title>
<subtitle>${escapeXml(description)}</subtitle>
<link href="${absoluteUrl(path)}"/>
<link href="${absoluteUrl(`${feeds}/atom.xml${query}`)}" rel="self" type="application/atom+xml"/>
<id>${absoluteUrl(path)}</id>
<updated>${lastChange(entries) ?? new Date(0).toISOString()}</updated>
${items.join('\n')}
</feed>
`
}

const jsonFeed = ({ title, description, path, feeds, query = '' }: FeedChannel, entries: FeedEntry[]) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    language: site.language,
    home_page_url: absoluteUrl(path),
    feed_url: absoluteUrl(`${feeds}/feed.json${query}`),
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      summary: entry.excerpt,
      ...(entry.html ? { content_html: entry.html } : { content_text: entry.excerpt }),
      image: entry.image,
      date_published: entry.published,
      date_modified: entry.updated,
      authors: [{ name: entry.author }],
      tags: entry.tags,
    })),
  })

const formats = {
  rss: { type: 'application/rss+xml; charset=utf-8', write: rss },
  atom: { type: 'application/atom+xml; charset=utf-8', write: atom },
  json: { type: 'application/feed+json; charset=utf-8', write: jsonFeed },
}

export type FeedFormat = keyof typeof formats

export function feedResponse(format: FeedFormat, channel: FeedChannel, entries: FeedEntry[]): Response {
  const { type, write } = formats[format]
  return new Response(write(channel, entries), { headers: { 'content-type': type } })
}
