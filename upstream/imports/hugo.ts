import { posix } from 'node:path'
import { isRecord, toList, toText, type Fields } from './fields.ts'
import { dayOf, fill, withBase, type LocateFile, type MarkdownFile } from './permalinks.ts'
import { toFeeds, type SourcePost } from './source.ts'

/** Hugo drops all other characters. */
const toHugoPath = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}\s./_#+~@-]+/gu, '')
    .trim()
    .replace(/\s+(?=-)|(?<=-)\s+/g, '')
    .replace(/\s+/g, '-')
    .replaceAll('#', '%23')

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

export function locateHugo(settings: Fields): LocateFile {
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
