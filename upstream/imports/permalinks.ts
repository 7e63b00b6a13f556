import { posix } from 'node:path'
import { isTimeZone } from '#contract/calendar.ts'
import { ApiError } from '#contract/errors.ts'
import { importLimits } from '#contract/limits.ts'
import { toLocalTime } from '#contract/zoned-time.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Archive } from './archive.ts'
import { parseDate } from './dates.ts'
import { isRecord, parseFields, toList, toText, type Fields } from './fields.ts'
import { toFeeds, type SourcePost } from './source.ts'

interface MarkdownFile {
  path: string
  fields: Fields
  title: string
  /** The file name without its date and extension, or that of the folder with an index file. */
  name: string
  date: unknown
}

export interface OldFile {
  findPermalink(file: Omit<MarkdownFile, 'path'>): string[]
  findArchives(file: Pick<MarkdownFile, 'fields'>): SourcePost['archives']
  isTopLevel: boolean
  withoutLanguage(path: string): string
  /** The folder of the old site in its domain; empty for most. */
  base: string
}

export type LocateFile = (path: string) => OldFile

export const unknownFile: OldFile = {
  findPermalink: () => [],
  findArchives: () => [],
  isTopLevel: false,
  withoutLanguage: (path) => path,
  base: '',
}

type Tokens = Record<string, string | undefined>

const jekyllFile = /(^|\/)_config\.(ya?ml|toml)$/
const hugoFile = /(^|\/)(?:config\/_default\/)?(?:hugo|config)\.(toml|ya?ml|json)$/
/** Parts of the settings that can be files beside the others: all permalinks, all languages, or one of them. */
const hugoPart = /^(permalinks|languages)(?:\.([\w-]+))?\.(?:toml|ya?ml|json)$/

const jekyllStyles = new Map([
  ['date', '/:categories/:year/:month/:day/:title:output_ext'],
  ['pretty', '/:categories/:year/:month/:day/:title/'],
  ['ordinal', '/:categories/:year/:y_day/:title:output_ext'],
  ['weekdate', '/:categories/:year/W:week/:short_day/:title:output_ext'],
  ['none', '/:categories/:title:output_ext'],
])

/** A permalink is the name of a style, or a path that may have placeholders. */
export const isPermalinkStyle = (permalink: string) => jekyllStyles.has(permalink)

/** The day as it was written, unless it has an offset and the generator converts it to another time zone. */
function dayOf(value: unknown, timeZone?: string): Tokens {
  const written = value instanceof Date ? value.toISOString() : toText(value)
  const time = timeZone !== undefined && /(Z|[+-]\d\d:?\d\d)$/.test(written) ? parseDate(value) : null
  const day = time === null ? written : toLocalTime(time, timeZone)
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day) ?? []
  if (year === undefined || month === undefined || date === undefined) return {}
  const utc = new Date(`${year}-${month}-${date}T00:00:00Z`)
  if (Number.isNaN(utc.getTime())) return {}
  const dayOfYear = 1 + Math.round((utc.getTime() - Date.UTC(Number(year), 0)) / DAY_MS)
  const name = (options: Intl.DateTimeFormatOptions) =>
    utc.toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })
  return {
    ...{ year, month, day: date },
    short_year: year.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(date)),
    y_day: String(dayOfYear).padStart(3, '0'),
    yearday: String(dayOfYear),
    monthname: name({ month: 'long' }),
    weekday: String(utc.getUTCDay()),
    weekdayname: name({ weekday: 'long' }),
  }
}

function fill(pattern: string, tokens: Tokens, clean = (value: string) => value): string[] {
  const path = `/${pattern}`.replace(/:([a-z_]+)/g, (token, name: string) =>
    tokens[name] === undefined ? token : clean(tokens[name]),
  )
  return path.includes(':') ? [] : [path.replace(/\/{2,}/g, '/')]
}

function withBase(paths: string[], base: string): string[] {
  const relative = { origin: '', pathname: base.startsWith('/') ? base : '' }
  const { origin, pathname } = URL.canParse(base) ? new URL(base) : relative
  return paths.map((path) => `${origin}${`/${pathname}${path}`.replace(/\/{2,}/g, '/')}`)
}

const hyphenate = (text: string) =>
  text
    .toLowerCase()
    .split('/')
    .map((part) => part.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, ''))
    .join('/')

/** Hugo drops all other characters. */
const toHugoPath = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}\s./_#+~@-]+/gu, '')
    .trim()
    .replace(/\s+(?=-)|(?<=-)\s+/g, '')
    .replace(/\s+/g, '-')
    .replaceAll('#', '%23')

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

function locateJekyll(settings: Fields): LocateFile {
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

/** Hugo publishes other languages than the default one in folders that have their codes. */
function readLanguages(settings: Fields) {
  const languages = isRecord(settings['languages']) ? Object.keys(settings['languages']) : []
  const main = (toText(settings['defaultContentLanguage']) || 'en').toLowerCase()
  const codes = new Set(languages.map((code) => code.toLowerCase()))
  const suffix = /\.([\w-]+)(?=\.\w+$)/
  const codeOf = (path: string) => {
    const code = suffix.exec(path)?.[1]?.toLowerCase() ?? ''
    return codes.has(code) ? code : ''
  }
  return {
    withoutLanguage: (path: string) => (codeOf(path) === '' ? path : path.replace(suffix, '')),
    folderOf(path: string) {
      const code = codeOf(path) || main
      const isMain = code === main && settings['defaultContentLanguageInSubdir'] !== true
      return codes.size === 0 || isMain ? '' : `/${code}`
    },
  }
}

const hugoTopLevel = /^content\/[^/]+(?:\/index)?\.\w+$/

function locateHugo(settings: Fields): LocateFile {
  const permalinks = isRecord(settings['permalinks']) ? settings['permalinks'] : {}
  const ofPages = isRecord(permalinks['page']) ? permalinks['page'] : {}
  const base = toText(settings['baseURL'] ?? settings['baseurl'])
  const frontMatter = isRecord(settings['frontmatter']) ? settings['frontmatter'] : {}
  const readsFileDates = toList(frontMatter['date']).includes(':filename')
  const { withoutLanguage, folderOf } = readLanguages(settings)
  const findPermalink = ({ path: written, fields, title, name, date }: MarkdownFile) => {
    const path = withoutLanguage(written)
    const [content, ...folders] = posix.dirname(path.replace(/\/index\.\w+$/, '')).split('/')
    if (content !== 'content' || toText(fields['url']) !== '') return []
    const section = folders[0] ?? ''
    const pattern = toText(permalinks[section]) || toText(ofPages[section])
    const sections = folders.join('/')
    const file = posix.parse(path)
    const filename = file.name === 'index' ? posix.basename(file.dir) : file.name
    const slug = toText(fields['slug']) || (readsFileDates && name !== filename ? name : '')
    const tokens = {
      ...dayOf(date),
      ...{ section, sections, title, slug: slug || title },
      ...{ filename, contentbasename: filename },
      ...{ slugorfilename: slug || filename, slugorcontentbasename: slug || filename },
    }
    const paths = fill(pattern || '/:sections/:slugorcontentbasename/', tokens, toHugoPath).map(
      (address) => folderOf(written) + address,
    )
    const isFile = settings['uglyURLs'] === true || settings['uglyurls'] === true
    return withBase(isFile ? paths.map((address) => address.replace(/\/?$/, '.html')) : paths, base)
  }
  const findArchives = (path: string, fields: Fields): SourcePost['archives'] => {
    const section = /^content\/([^/]+)\//.exec(path)?.[1]
    const toPath = (address: string) => withBase([`${folderOf(path)}/${address}`], base).join('')
    const toTerms = (taxonomy: string) =>
      toList(fields[taxonomy]).map((name) => ({
        path: toPath(`${taxonomy}/${toHugoPath(name)}/`),
        shows: 'term' as const,
        name,
      }))
    return [
      ...toFeeds(['index.xml', ...(section ? [`${section}/index.xml`] : [])].map(toPath)),
      ...toTerms('tags'),
      ...toTerms('categories'),
    ]
  }
  return (path) => ({
    findPermalink: (file) => findPermalink({ ...file, path }),
    findArchives: ({ fields }) => findArchives(path, fields),
    isTopLevel: hugoTopLevel.test(withoutLanguage(path)),
    withoutLanguage,
    base: '',
  })
}

async function readSettings(archive: Archive, path: string): Promise<Fields> {
  const extension = posix.extname(path)
  const format = extension === '.toml' ? 'toml' : extension === '.json' ? 'json' : 'yaml'
  return parseFields(format, (await archive.read(path)).toString(), path)
}

async function readHugoSettings(archive: Archive, path: string): Promise<Fields> {
  const settings = { ...(await readSettings(archive, path)) }
  const folder = posix.dirname(path)
  if (!folder.endsWith('config/_default')) return settings
  for (const part of archive.paths.filter((other) => posix.dirname(other) === folder)) {
    const [, name, language] = hugoPart.exec(posix.basename(part)) ?? []
    if (name === undefined || archive.size(part) > importLimits.textBytes) continue
    const fields = await readSettings(archive, part)
    const known = isRecord(settings[name]) ? settings[name] : {}
    settings[name] = { ...known, ...(language === undefined ? fields : { [language]: fields }) }
  }
  return settings
}

export async function readPermalinks(
  archive: Archive,
): Promise<{ locateFile: LocateFile; problems: string[] }> {
  const nearest = (pattern: RegExp) =>
    archive.paths
      .filter((path) => pattern.test(path) && archive.size(path) <= importLimits.textBytes)
      .toSorted((a, b) => a.split('/').length - b.split('/').length)
      .map((path) => ({ path, root: path.replace(pattern, '$1') }))[0]
  const jekyll = nearest(jekyllFile)
  const found = jekyll ?? nearest(hugoFile)
  if (!found) return { locateFile: () => unknownFile, problems: [] }
  const { path, root } = found
  try {
    const locate = jekyll
      ? locateJekyll(await readSettings(archive, path))
      : locateHugo(await readHugoSettings(archive, path))
    return {
      locateFile: (file) => (file.startsWith(root) ? locate(file.slice(root.length)) : unknownFile),
      problems: [],
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { locateFile: () => unknownFile, problems: [`Old addresses are unknown: ${error.message}`] }
  }
}
