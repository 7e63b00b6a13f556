import type { FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { ApiError } from '#contract/errors.ts'
import type { ImportFormat } from '#contract/imports.ts'
import { importLimits } from '#contract/limits.ts'
import { isArchive, openArchive, type Archive } from './archive.ts'
import { readGhost } from './ghost.ts'
import { readMarkdownPost } from './markdown.ts'
import { readPermalinks, type FindPermalink } from './permalinks.ts'
import { emptySource, hashId, type SourcePost } from './source.ts'
import { readWordPress } from './wordpress.ts'

export interface Upload {
  format: ImportFormat
  posts: AsyncIterable<SourcePost> | Iterable<SourcePost>
  archive: Archive | null
  problems: string[]
}

const markdownFile = /\.(md|mdx|markdown)$/i
const hugoList = /(^|\/)_index\.\w+$/i
/** These are posts only when they have front matter. */
const projectFile = /(^|\/)(readme|license|changelog|contributing)\.\w+$/i

const invalid = (message: string) => new ApiError('invalid', message)
const tooLarge = () =>
  invalid(`An export of WordPress or Ghost can have ${importLimits.documentBytes / 1024 ** 2} MB of text.`)

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('The file is not UTF-8 text.')
  }
}

const reject = (path: string, reason: string): SourcePost => ({
  ...emptySource,
  sourceId: `markdown:${hashId(path)}`,
  path,
  title: path,
  rejected: reason,
})

/** The first folder is often just the name of the archive. */
function commonFolder(paths: string[]): string {
  const folder = /^[^/]+\//.exec(paths[0] ?? '')?.[0] ?? ''
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : ''
}

async function* readMarkdownFiles(
  archive: Archive,
  paths: string[],
  findPermalink: FindPermalink,
): AsyncGenerator<SourcePost> {
  const folder = commonFolder(archive.paths)
  for (const path of paths) {
    if (archive.size(path) > importLimits.textBytes) {
      yield reject(path, 'The file is larger than 1 MB.')
      continue
    }
    const bytes = await archive.read(path)
    try {
      const post = readMarkdownPost(path.slice(folder.length), decode(bytes), (file) =>
        findPermalink({ ...file, path }),
      )
      if (post) yield { ...post, path }
      else if (!projectFile.test(path)) yield reject(path, 'The file has no front matter.')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      yield reject(path, error.message)
    }
  }
}

/** The text of an export, with its format. */
function readText(text: string): Pick<Upload, 'format' | 'posts' | 'problems'> {
  if (/^\s*(\ufeff)?\s*</.test(text)) return { format: 'wordpress', ...readWordPress(text) }
  if (/^\s*(\ufeff)?\s*\{/.test(text)) return { format: 'ghost', ...readGhost(text) }
  throw invalid('This is neither an archive nor an export of WordPress or Ghost.')
}

async function readArchive(archive: Archive): Promise<Upload> {
  const markdown = archive.paths.filter((path) => markdownFile.test(path) && !hugoList.test(path)).toSorted()
  const [exported, ...others] = archive.paths.filter((path) => /\.(xml|json)$/i.test(path))
  const onlyProjectFiles = markdown.every((path) => projectFile.test(path))
  if (markdown.length > 0 && !(exported !== undefined && onlyProjectFiles)) {
    const { findPermalink, problems } = await readPermalinks(archive)
    return {
      format: 'markdown',
      posts: readMarkdownFiles(archive, markdown, findPermalink),
      archive,
      problems,
    }
  }
  if (exported === undefined) throw invalid('The archive has no posts: no Markdown, WXR or Ghost JSON file.')
  if (others.length > 0)
    throw invalid('The archive has several XML or JSON files. Please leave only the export in it.')
  if (archive.size(exported) > importLimits.documentBytes) throw tooLarge()
  return { ...readText(decode(await archive.read(exported))), archive }
}

export async function readUpload(handle: FileHandle): Promise<Upload> {
  if (await isArchive(handle)) return readArchive(await openArchive(handle))
  const { size } = await handle.stat()
  if (size > importLimits.documentBytes) throw tooLarge()
  const bytes = await buffer(handle.createReadStream({ start: 0, autoClose: false }))
  return { ...readText(decode(bytes)), archive: null }
}
