import { MAX_CATEGORY_DESCRIPTION, MAX_CATEGORY_NAME } from '#contract/categories.ts'
import { slugify } from '../posts/slugs.ts'
import { sourceCategorySchema, type SourceCategory } from './categories.ts'
import { describeDate, parseDate } from './dates.ts'
import { describeFiles, resolveFiles } from './files.ts'
import { MAX_NAMES_LENGTH } from './html-headings.ts'
import { withBase } from './permalinks.ts'
import { becomesDraft, emptySource, hashId, membersOnly, toFeeds, type SourcePost } from './source.ts'
import { convertContent, type Parts } from './wordpress-content.ts'
import { readSeo } from './wordpress-seo.ts'
import { toNicename, toPlainLine, toPlainText } from './wordpress-text.ts'
import { parseWordPress, type Item, type Site } from './wordpress-xml.ts'

/** Whether posts are published, by status. Posts with another one are left out. */
const statuses = new Map([
  ['publish', true],
  ['draft', false],
  ['pending', false],
  ['private', false],
  ['future', true],
])

const decodeSlug = (slug: string) => {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

const typeOf = ({ fields }: Item) => fields.get('wp:post_type') ?? ''
const statusOf = ({ fields }: Item) => fields.get('wp:status') ?? ''

const listItems = ({ items }: Site, type: string) => items.filter((item) => typeOf(item) === type)

const byId = (items: Item[]) => new Map(items.map((item) => [item.fields.get('wp:post_id') ?? '', item]))

const MAX_GALLERY_CAPTION = 500

/** Jetpack stores here which readers of its newsletter can read a post. */
const audienceKey = '_jetpack_newsletter_access'

/** Why a post becomes a draft that not every visitor could read. */
function describeAccess({ fields, meta }: Item, ofParts: string[]): string[] {
  const isProtected = (fields.get('wp:post_password') ?? '').trim() !== ''
  const isForAll = ['', 'everybody'].includes((meta.get(audienceKey) ?? '').trim())
  return [
    ...(isProtected ? [becomesDraft('A password protected it')] : []),
    ...(fields.get('wp:status') === 'private' ? [becomesDraft('It was private')] : []),
    ...(isForAll || ofParts.includes(becomesDraft(membersOnly.parts)) ? [] : [becomesDraft(membersOnly.all)]),
    ...ofParts,
  ]
}

const termFolders = new Map([
  ['category', 'category'],
  ['post_tag', 'tag'],
])

/** Bounds the time for each post of a file with a long chain of categories. */
const MAX_LEVELS = 20

/** The lists of child categories are below those of their parents. */
function toTermPath(slug: string, parents: ReadonlyMap<string, string>): string {
  const slugs = new Set<string>()
  for (let at = slug; at !== '' && !slugs.has(at) && slugs.size < MAX_LEVELS; at = parents.get(at) ?? '')
    slugs.add(at)
  return [...slugs].reverse().join('/')
}

const listParents = ({ categories }: Site) =>
  new Map(
    categories.map((category) => [
      category.get('wp:category_nicename')?.trim() ?? '',
      category.get('wp:category_parent')?.trim() ?? '',
    ]),
  )

/** Lists have no paths on a site whose posts have addresses like `/?p=3`. */
function listArchives(
  { fields, categories }: Item,
  { site: { url }, parents }: Pick<Context, 'site' | 'parents'>,
): SourcePost['archives'] {
  const link = fields.get('link') ?? ''
  if (!URL.canParse(link) || /[?&]p=\d/.test(link)) return []
  const toPath = (path: string) => withBase([path], url).join('')
  const terms = categories.flatMap(({ domain, name, slug }) => {
    const folder = termFolders.get(domain)
    if (folder === undefined || slug === '') return []
    const termPath = domain === 'category' ? toTermPath(slug, parents) : slug
    return { path: toPath(`/${folder}/${termPath}/`), shows: 'term' as const, name }
  })
  const author = toNicename(fields.get('dc:creator') ?? '')
  return [
    ...toFeeds([toPath('/feed/')]),
    ...terms,
    ...(author === '' ? [] : [{ path: toPath(`/author/${author}/`), shows: 'author' as const, name: '' }]),
  ]
}

interface Context extends Parts {
  site: Site
  /** The nicenames of the parents of categories, by nicename. */
  parents: ReadonlyMap<string, string>
  attachments: ReadonlyMap<string, Item>
}

function toPost(item: Item, { site, parents, attachments, ...parts }: Context): SourcePost {
  const get = (name: string) => (item.fields.get(name) ?? '').trim()
  const named = (domain: string) =>
    item.categories.filter((entry) => entry.domain === domain).map(({ name }) => name)
  const [category = '', ...more] = named('category').filter((name) => name !== 'Uncategorized')
  const title = toPlainLine(get('title')) || '(no title)'
  const text = convertContent(item, parts)
  const link = get('link')
  const origin = URL.canParse(link) ? new URL(link).origin : ''
  const login = get('dc:creator')
  const thumbnail = item.meta.get('_thumbnail_id')
  const cover = thumbnail ? attachments.get(thumbnail) : undefined
  const slug = decodeSlug(get('wp:post_name'))
  const excerpt = toPlainLine(get('excerpt:encoded')).slice(0, 2_000)
  const { seo, problems } = readSeo(item.meta, { title, siteTitle: site.title, excerpt, category })
  const date = get('wp:post_date')
  const createdAt = parseDate(zoned(get('wp:post_date_gmt'))) ?? parseDate(date) ?? parseDate(get('pubDate'))
  const status = get('wp:status')
  const restrictions = describeAccess(item, text.restrictions)
  return {
    ...emptySource,
    sourceId: `wordpress:${hashId(get('guid') || `${link} ${get('wp:post_id')}`)}`,
    path: link,
    title,
    slug: slug === '' ? '' : slugify(slug),
    addresses: [link],
    archives: listArchives(item, { site, parents }),
    shortLink: origin === '' ? '' : `${origin}/?p=${get('wp:post_id')}`,
    content: resolveFiles(text.content, origin),
    anchors: text.anchors,
    excerpt,
    tags: [...named('post_tag'), ...more],
    category,
    author: site.authors.get(login) ?? { name: login, email: '' },
    published: statuses.get(status) === true && restrictions.length === 0,
    status: /^(publish|future|private)$/.test(status) && restrictions.length > 0 ? 'restricted' : undefined,
    createdAt,
    updatedAt: parseDate(zoned(get('wp:post_modified_gmt'))),
    cover: cover?.fields.get('wp:attachment_url')?.trim() ?? '',
    coverAlt: toPlainText(cover?.meta.get('_wp_attachment_image_alt') ?? ''),
    seo,
    problems: [
      ...describeDate(zoned(date), createdAt),
      ...restrictions,
      ...text.problems,
      ...describeFiles(text.content, origin),
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
  const patterns = new Map(
    [...byId(listItems(site, 'wp_block'))].map(([id, { fields }]) => [
      id,
      fields.get('content:encoded') ?? '',
    ]),
  )
  const findAttachment = (id: string) => {
    const { fields, meta } = attachments.get(id) ?? {}
    const url = fields?.get('wp:attachment_url')?.trim()
    if (!url) return undefined
    const alt = toPlainText(meta?.get('_wp_attachment_image_alt') ?? '')
    return {
      url,
      alt,
      caption: toPlainLine(fields?.get('excerpt:encoded') ?? '').slice(0, MAX_GALLERY_CAPTION),
    }
  }
  const context = { site, parents: listParents(site), attachments, patterns, findAttachment }
  for (const item of listItems(site, 'post')) if (statuses.has(statusOf(item))) yield toPost(item, context)
}

/** Parts of posts, and what WordPress stores only for itself. */
const hiddenTypes = new Set(
  (
    'post page attachment wp_block revision oembed_cache customize_changeset user_request nav_menu_item ' +
    'wp_navigation wp_global_styles wp_template wp_template_part wp_font_family wp_font_face custom_css'
  ).split(' '),
)
const hiddenStatuses = new Set(['trash', 'auto-draft'])

const countBy = (items: Item[], keyOf: (item: Item) => string) =>
  [...Map.groupBy(items, keyOf)]
    .map(([key, { length }]) => `${key || 'none'} (${length})`)
    .join(', ')
    .slice(0, MAX_NAMES_LENGTH)

function describeOthers(site: Site): string[] {
  const posts = listItems(site, 'post')
  const pages = listItems(site, 'page').length
  const trashed = posts.filter((item) => statusOf(item) === 'trash').length
  const unknown = posts.filter((item) => !statuses.has(statusOf(item)) && !hiddenStatuses.has(statusOf(item)))
  const others = site.items.filter((item) => !hiddenTypes.has(typeOf(item)))
  return [
    ...(pages > 0 ? [`Pages are not imported, only posts: ${pages} left out.`] : []),
    ...(others.length > 0 ? [`Other types of content are not imported: ${countBy(others, typeOf)}.`] : []),
    ...(trashed > 0 ? [`Posts in the trash are left out: ${trashed}.`] : []),
    ...(unknown.length > 0 ? [`Posts with other statuses are left out: ${countBy(unknown, statusOf)}.`] : []),
    ...(site.comments > 0 ? [`Comments are not imported: ${site.comments}.`] : []),
  ]
}

const MAX_DESCRIBED = 1_000

const listCategories = ({ categories }: Site): SourceCategory[] =>
  categories
    .flatMap((category) => {
      const get = (name: string) => toPlainLine(category.get(`wp:${name}`) ?? '')
      const slug = decodeSlug(get('category_nicename'))
      const read = {
        name: get('cat_name').slice(0, MAX_CATEGORY_NAME),
        slug: slug === '' ? '' : slugify(slug),
        description: get('category_description').slice(0, MAX_CATEGORY_DESCRIPTION).toWellFormed(),
      }
      return sourceCategorySchema.safeParse(read).data ?? []
    })
    .filter(({ description }) => description !== '')
    .slice(0, MAX_DESCRIBED)

export async function readWordPress(text: string) {
  const site = await parseWordPress(text)
  return { posts: toPosts(site), categories: listCategories(site), problems: describeOthers(site) }
}
