import type { FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { ApiError } from '#contract/errors.ts'
import type { ImportFormat } from '#contract/imports.ts'
import { importLimits } from '#contract/limits.ts'
import { decodeText, isArchive, openArchive, type Archive } from './archive.ts'
import { readCategories, type SourceCategory } from './categories.ts'
import { readGhost } from './ghost.ts'
import { isCertainPost, listPostFiles, readPostFiles } from './markdown-files.ts'
import { readOldSite } from './old-site.ts'
import type { SourcePost } from './source.ts'
import { readWordPress } from './wordpress.ts'

export interface Upload {
  format: ImportFormat
  posts: AsyncIterable<SourcePost> | Iterable<SourcePost>
  archive: Archive | null
  categories: SourceCategory[]
  problems: string[]
}

const invalid = (message: string) => new ApiError('invalid', message)
const tooLarge = () =>
  invalid(`An export of WordPress or Ghost can have ${importLimits.documentBytes / 1024 ** 2} MB of text.`)

async function readText(text: string): Promise<Omit<Upload, 'archive'>> {
  if (/^\s*</.test(text)) return { format: 'wordpress', ...(await readWordPress(text)) }
  if (/^\s*\{/.test(text)) return { format: 'ghost', categories: [], ...readGhost(text) }
  throw invalid(
    'This is neither an archive nor an export of WordPress or Ghost. Choose Markdown files as a folder or a .zip file.',
  )
}

async function readArchive(archive: Archive): Promise<Upload> {
  const { paths, problems } = listPostFiles(archive.paths)
  const [exported, ...others] = archive.paths.filter((path) => /\.(xml|json)$/i.test(path))
  if (paths.some(isCertainPost) || (paths.length > 0 && exported === undefined)) {
    const old = await readOldSite(archive)
    const categories = await readCategories(archive)
    return {
      format: 'markdown',
      posts: readPostFiles(archive, paths, old.locateFile),
      archive,
      categories: categories.items,
      problems: [...problems, ...old.problems, ...categories.problems],
    }
  }
  if (exported === undefined) throw invalid('The archive has no posts: no Markdown, WXR or Ghost JSON file.')
  if (others.length > 0)
    throw invalid('The archive has several XML or JSON files. Please leave only the export in it.')
  if (archive.size(exported) > importLimits.documentBytes) throw tooLarge()
  return { ...(await readText(decodeText(await archive.read(exported)))), archive }
}

export async function readUpload(handle: FileHandle): Promise<Upload> {
  if (await isArchive(handle)) return readArchive(await openArchive(handle))
  const { size } = await handle.stat()
  if (size > importLimits.documentBytes) throw tooLarge()
  const bytes = await buffer(handle.createReadStream({ start: 0, autoClose: false }))
  return { ...(await readText(decodeText(bytes))), archive: null }
}
