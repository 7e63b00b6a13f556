import { isTimeZone } from '#contract/calendar.ts'
import { isRecord, toList, toText, type Fields } from './fields.ts'
import { dayOf, fill, unknownFile, withBase, type LocateFile, type MarkdownFile } from './permalinks.ts'
import { toFeeds } from './source.ts'

const jekyllStyles = new Map([
  ['date', '/:categories/:year/:month/:day/:title:output_ext'],
  ['pretty', '/:categories/:year/:month/:day/:title/'],
  ['ordinal', '/:categories/:year/:y_day/:title:output_ext'],
  ['weekdate', '/:categories/:year/W:week/:short_day/:title:output_ext'],
  ['none', '/:categories/:title:output_ext'],
])

/** A permalink is the name of a style, or a path that may have placeholders. */
export const isPermalinkStyle = (permalink: string) => jekyllStyles.has(permalink)

const hyphenate = (text: string) =>
  text
    .toLowerCase()
    .split('/')
    .map((part) => part.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, ''))
    .join('/')

function jekyllCategories({ path, fields }: MarkdownFile): string {
  const folders = path.slice(0, path.indexOf('_posts/')).split('/')
  const all = [...folders, toText(fields['category']), ...toList(fields['categories'], /\s+/)]
  return [...new Set(all.filter(Boolean).map((name) => name.toLowerCase()))].join('/')
}

/** The value that the settings give to posts in this folder; the last one of the longest path wins. */
function defaultPermalink(settings: Fields, path: string): string {
  const all = Array.isArray(settings['defaults']) ? settings['defaults'].filter(isRecord) : []
  const found = all.flatMap(({ scope, values }) => {
    const folder = isRecord(scope) ? toText(scope['path']) : ''
    const type = isRecord(scope) ? toText(scope['type']) : ''
    const permalink = isRecord(values) ? toText(values['permalink']) : ''
    return permalink !== '' && ['', 'posts'].includes(type) && path.startsWith(folder)
      ? { folder, permalink }
      : []
  })
  return found.toSorted((a, b) => a.folder.length - b.folder.length).at(-1)?.permalink ?? ''
}

export function locateJekyll(settings: Fields): LocateFile {
  const zone = toText(settings['timezone'])
  const folder = toText(settings['baseurl'])
    .replace(/^(?=[^/])/, '/')
    .replace(/\/+$/, '')
  const base = `${toText(settings['url'])}${folder}`
  const findPermalink = (file: MarkdownFile) => {
    if (!/(^|\/)_posts\//.test(file.path)) return []
    const inFile = toText(file.fields['permalink'])
    const given = inFile || defaultPermalink(settings, file.path) || toText(settings['permalink']) || 'date'
    const pattern = jekyllStyles.get(given) ?? given
    if (!pattern.includes(':')) return []
    const slug = toText(file.fields['slug']) || file.name
    const paths = fill(pattern, {
      ...dayOf(file.date, isTimeZone(zone) ? zone : 'UTC'),
      categories: jekyllCategories(file),
      title: slug,
      slug: hyphenate(slug),
      output_ext: '.html',
    })
    return withBase(paths, base)
  }
  return (path) => ({
    ...unknownFile,
    findPermalink: (file) => findPermalink({ ...file, path }),
    findArchives: () => toFeeds(withBase(['/feed.xml', '/atom.xml'], base)),
    isTopLevel: !path.includes('/'),
    base: folder,
  })
}
