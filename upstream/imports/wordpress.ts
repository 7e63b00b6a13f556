import { slugify } from '../posts/slugs.ts'
import { describeDate, parseDate } from './dates.ts'
import { htmlToMarkdown } from './html.ts'
import { emptySource, hashId, type SourcePost } from './source.ts'
import { readSeo } from './wordpress-seo.ts'
import { removeComments, toPlainLine, toPlainText } from './wordpress-text.ts'
import { parseWordPress, type Item, type Site } from './wordpress-xml.ts'

const isBlock = /^\s*<\/?(p|h[1-6]|ul|ol|li|table|pre|blockquote|div|figure|hr|iframe|section|form)\b/i

const toParagraph = (part: string) =>
  isBlock.test(part) || part.trim() === '' ? part : `<p>${part.trim().replace(/\n/g, '<br>\n')}</p>`

const addParagraphs = (text: string) =>
  text
    .split(/\n[ \t]*\n/)
    .map(toParagraph)
    .join('\n')

function addParagraphsAfterCode(html: string): string {
  const end = html.toLowerCase().indexOf('</pre>') + '</pre>'.length
  return end < '</pre>'.length ? html : `${html.slice(0, end)}\n${addParagraphs(html.slice(end))}`
}

/** The classic editor separates paragraphs with empty lines, except within `pre`. */
const readParagraphs = (html: string) =>
  html
    .split(/(?=<pre\b)/i)
    .map((part) => (/^<pre\b/i.test(part) ? addParagraphsAfterCode(part) : addParagraphs(part)))
    .join('\n')

const caption =
  /\[caption[^\]]{0,500}\]\s*((?:<a[^>]{0,2000}>\s*)?<img[^>]{0,2000}>(?:\s*<\/a>)?)([^[]{0,2000})\[\/caption\]/gi

function toHtml(content: string): string {
  const text = content
    .replace(/\r\n?/g, '\n')
    .replace(caption, '\n\n<figure>$1<figcaption>$2</figcaption></figure>\n\n')
  const html = removeComments(text)
  return text.includes('<!-- wp:') ? html : readParagraphs(html)
}

const shortcodesIn = (markdown: string) => [
  ...new Set(
    [...markdown.matchAll(/\\?\[([a-z](?:[\w-]|\\_){2,30})(?:\s[^\]\n]{0,300})?\\?\](?!\()/g)].map(
      ([, name = '']) => name.replaceAll('\\_', '_'),
    ),
  ),
]

const statuses: Record<string, boolean | undefined> = {
  publish: true,
  draft: false,
  pending: false,
  private: false,
  future: true,
}

const decodeSlug = (slug: string) => {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

const listItems = ({ items }: Site, type: string) =>
  items.filter(({ fields }) => fields.get('wp:post_type') === type)

const byId = (items: Item[]) => new Map(items.map((item) => [item.fields.get('wp:post_id') ?? '', item]))

type Attachments = ReadonlyMap<string, Item>

function toPost(item: Item, { title: siteTitle, authors }: Site, attachments: Attachments): SourcePost {
  const get = (name: string) => (item.fields.get(name) ?? '').trim()
  const named = (domain: string) =>
    item.categories.filter((entry) => entry.domain === domain).map(({ name }) => name)
  const [category = '', ...more] = named('category').filter((name) => name !== 'Uncategorized')
  const title = toPlainLine(get('title')) || '(no title)'
  const text = htmlToMarkdown(toHtml(item.fields.get('content:encoded') ?? ''))
  const login = get('dc:creator')
  const thumbnail = item.meta.get('_thumbnail_id')
  const cover = thumbnail ? attachments.get(thumbnail) : undefined
  const shortcodes = shortcodesIn(text.content)
  const slug = decodeSlug(get('wp:post_name'))
  const excerpt = toPlainLine(get('excerpt:encoded')).slice(0, 2_000)
  const { seo, problems } = readSeo(item.meta, { title, siteTitle, excerpt, category })
  const date = get('wp:post_date')
  const createdAt = parseDate(zoned(get('wp:post_date_gmt'))) ?? parseDate(date) ?? parseDate(get('pubDate'))
  const isProtected = get('wp:post_password') !== ''
  return {
    ...emptySource,
    sourceId: `wordpress:${hashId(get('guid') || `${get('link')} ${get('wp:post_id')}`)}`,
    path: get('link'),
    title,
    slug: slug === '' ? '' : slugify(slug),
    addresses: [get('link')],
    shortLink: URL.canParse(get('link')) ? `${new URL(get('link')).origin}/?p=${get('wp:post_id')}` : '',
    content: text.content,
    excerpt,
    tags: [...named('post_tag'), ...more],
    category,
    author: authors.get(login) ?? { name: login, email: '' },
    published: statuses[get('wp:status')] === true && !isProtected,
    createdAt,
    updatedAt: parseDate(zoned(get('wp:post_modified_gmt'))),
    cover: cover?.fields.get('wp:attachment_url')?.trim() ?? '',
    coverAlt: toPlainText(cover?.meta.get('_wp_attachment_image_alt') ?? ''),
    seo,
    problems: [
      ...describeDate(zoned(date), createdAt),
      ...(isProtected ? ['A password protected it: it becomes a draft.'] : []),
      ...(get('wp:status') === 'private' ? ['It was private: it becomes a draft.'] : []),
      ...(shortcodes.length > 0 ? [`Shortcodes stay as text: ${shortcodes.join(', ')}`] : []),
      ...text.problems,
      ...problems,
      ...(thumbnail && !cover
        ? ['The file has no address of its cover: export “All content” to have it.']
        : []),
    ],
    rejected: text.rejected,
  }
}

/** Drafts have no date in GMT. */
const zoned = (date: string) => (date.startsWith('0000') ? '' : date)

function* toPosts(site: Site): Generator<SourcePost> {
  const attachments = byId(listItems(site, 'attachment'))
  for (const item of site.items)
    if (
      item.fields.get('wp:post_type') === 'post' &&
      statuses[item.fields.get('wp:status') ?? ''] !== undefined
    )
      yield toPost(item, site, attachments)
}

export async function readWordPress(text: string) {
  const site = await parseWordPress(text)
  const pages = site.items.filter(({ fields }) => fields.get('wp:post_type') === 'page').length
  const trashed = site.items.filter(
    ({ fields }) => fields.get('wp:post_type') === 'post' && fields.get('wp:status') === 'trash',
  ).length
  const problems = [
    ...(pages > 0 ? [`Pages are not imported, only posts: ${pages} left out.`] : []),
    ...(trashed > 0 ? [`Posts in the trash are left out: ${trashed}.`] : []),
  ]
  return { posts: toPosts(site), problems }
}
