import { absoluteUrl } from '../metadata.ts'
import { site } from '../site.ts'
import { renderArticle } from './render.ts'
import type { PostSummary } from './schema.ts'

/** An entry of a feed: everything absolute, the content whole. */
interface Entry {
  url: string
  title: string
  excerpt: string
  html: string
  author: string
  tags: string[]
  published: string
  updated: string
}

function feedEntries(posts: PostSummary[]): Entry[] {
  return posts.map((post) => ({
    url: absoluteUrl(`/blog/${post.slug}`),
    title: post.title,
    excerpt: post.excerpt,
    html: post.content ? renderArticle(post.content, absoluteUrl('/')).html : '',
    author: post.author.name || site.name,
    tags: post.tags,
    published: post.publishedAt ?? post.createdAt,
    updated: post.updatedAt ?? post.createdAt,
  }))
}

const entities: Record<string, string> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
}
const storableInXml = (code: number) => code >= 0x20 || code === 0x09 || code === 0x0a || code === 0x0d

/** Text for XML, without the control characters that XML cannot hold. */
const xml = (text: string) =>
  Array.from(text)
    .filter((character) => storableInXml(character.codePointAt(0) ?? 0))
    .map((character) => entities[character] ?? character)
    .join('')

const title = `${site.name} Blog`
const lastChange = (entries: Entry[]) =>
  entries
    .map(({ updated }) => updated)
    .sort()
    .at(-1) ?? new Date(0).toISOString()

function rss(entries: Entry[]): string {
  const items = entries.map(
    (entry) => `<item>
<title>${xml(entry.title)}</title>
<link>${xml(entry.url)}</link>
<guid isPermaLink="true">${xml(entry.url)}</guid>
<pubDate>${new Date(entry.published).toUTCString()}</pubDate>
<dc:creator>${xml(entry.author)}</dc:creator>
${entry.tags.map((tag) => `<category>${xml(tag)}</category>`).join('')}
<description>${xml(entry.excerpt)}</description>
<content:encoded>${xml(entry.html)}</content:encoded>
</item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${xml(title)}</title>
<link>${absoluteUrl('/blog')}</link>
<description>${xml(site.description)}</description>
<language>${site.language}</language>
<lastBuildDate>${new Date(lastChange(entries)).toUTCString()}</lastBuildDate>
<atom:link href="${absoluteUrl('/feed.xml')}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel>
</rss>
`
}

function atom(entries: Entry[]): string {
  const items = entries.map(
    (entry) => `<entry>
<title>${xml(entry.title)}</title>
<link href="${xml(entry.url)}"/>
<id>${xml(entry.url)}</id>
<published>${entry.published}</published>
<updated>${entry.updated}</updated>
<author><name>${xml(entry.author)}</name></author>
${entry.tags.map((tag) => `<category term="${xml(tag)}"/>`).join('')}
<summary>${xml(entry.excerpt)}</summary>
<content type="html">${xml(entry.html)}</content>
</entry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${site.language}">
<title>${xml(title)}</title>
<subtitle>${xml(site.description)}</subtitle>
<link href="${absoluteUrl('/blog')}"/>
<link href="${absoluteUrl('/atom.xml')}" rel="self" type="application/atom+xml"/>
<id>${absoluteUrl('/blog')}</id>
<updated>${lastChange(entries)}</updated>
${items.join('\n')}
</feed>
`
}

const jsonFeed = (entries: Entry[]) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: site.description,
    language: site.language,
    home_page_url: absoluteUrl('/blog'),
    feed_url: absoluteUrl('/feed.json'),
    items: entries.map((entry) => ({
      id: entry.url,
      url: entry.url,
      title: entry.title,
      summary: entry.excerpt,
      content_html: entry.html,
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

export const isFeedFormat = (name: string): name is FeedFormat => Object.hasOwn(formats, name)

export const feedType = (format: FeedFormat) => formats[format].type

export const writeFeed = (format: FeedFormat, posts: PostSummary[]) =>
  formats[format].write(feedEntries(posts))
