import type { PostSummary } from '#contract/posts.ts'
import { absoluteUrl } from '../metadata.ts'
import { site } from '../site.ts'
import { getFeedPosts } from './queries.ts'
import { renderArticle } from './render.ts'
import { escapeXml, removeForbidden } from './xml.ts'

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

/** A post that cannot be rendered appears with its excerpt only. */
async function renderContent({ content }: PostSummary): Promise<string> {
  if (!content) return ''
  const { html, isPlainText } = await renderArticle(content, { base: absoluteUrl('/') })
  return isPlainText ? '' : removeForbidden(html)
}

const toEntry = async (post: PostSummary): Promise<Entry> => ({
  url: absoluteUrl(`/blog/${post.slug}`),
  title: removeForbidden(post.title),
  excerpt: removeForbidden(post.excerpt),
  html: await renderContent(post),
  author: removeForbidden(post.author.name) || site.name,
  tags: post.tags.map(removeForbidden),
  published: post.publishedAt ?? post.createdAt,
  updated: post.updatedAt ?? post.createdAt,
})

const title = `${site.name} Blog`
const lastChange = (entries: Entry[]) =>
  entries
    .map(({ updated }) => updated)
    .sort()
    .at(-1) ?? new Date(0).toISOString()

function rss(entries: Entry[]): string {
  const items = entries.map(
    (entry) => `<item>
<title>${escapeXml(entry.title)}</title>
<link>${escapeXml(entry.url)}</link>
<guid isPermaLink="true">${escapeXml(entry.url)}</guid>
<pubDate>${new Date(entry.published).toUTCString()}</pubDate>
<dc:creator>${escapeXml(entry.author)}</dc:creator>
${entry.tags.map((tag) => `<category>${escapeXml(tag)}</category>`).join('')}
<description>${escapeXml(entry.excerpt)}</description>
<content:encoded>${escapeXml(entry.html)}</content:encoded>
</item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(title)}</title>
<link>${absoluteUrl('/blog')}</link>
<description>${escapeXml(site.description)}</description>
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
<title>${escapeXml(entry.title)}</title>
<link href="${escapeXml(entry.url)}"/>
<id>${escapeXml(entry.url)}</id>
<published>${entry.published}</published>
<updated>${entry.updated}</updated>
<author><name>${escapeXml(entry.author)}</name></author>
${entry.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`).join('')}
<summary>${escapeXml(entry.excerpt)}</summary>
<content type="html">${escapeXml(entry.html)}</content>
</entry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${site.language}">
<title>${escapeXml(title)}</title>
<subtitle>${escapeXml(site.description)}</subtitle>
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

type FeedFormat = keyof typeof formats

export async function writeFeed(format: FeedFormat, posts: PostSummary[]): Promise<string> {
  return formats[format].write(await Promise.all(posts.map(toEntry)))
}

export async function feedResponse(format: FeedFormat): Promise<Response> {
  const body = await writeFeed(format, await getFeedPosts())
  return new Response(body, { headers: { 'content-type': formats[format].type } })
}
