import { ApiError } from '#contract/errors.ts'
import { importLimits } from '#contract/limits.ts'
import { decodeText, type Archive } from './archive.ts'
import { readMarkdownPost, rejectFile } from './markdown.ts'
import type { LocateFile } from './permalinks.ts'
import type { SourcePost } from './source.ts'

const markdownFile = /\.(md|mdx|markdown)$/i
const htmlFile = /\.html?$/i
const jekyllPost = /(^|\/)_(posts|drafts)\//
const hugoContent = /(^|\/)content\//
const hugoList = /(^|\/)_index(\.[\w-]+)?\.\w+$/i
/** These are posts only when they have front matter. */
const projectFile = /(^|\/)(readme|license|changelog|contributing)\.\w+$/i
const templateFolder = /^(?:(?!content\/|_?posts?\/|src\/)[^/]+\/){0,2}(?:themes|archetypes|vendor)\//
const otherText = /\.(org|adoc|asciidoc|rst|textile)$/i

/** The first folder is often just the name of the archive. */
function commonFolder(paths: string[]): string {
  const folder = /^[^/]+\//.exec(paths[0] ?? '')?.[0] ?? ''
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : ''
}

const isText = (path: string) =>
  !hugoList.test(path) &&
  (markdownFile.test(path) || (htmlFile.test(path) && (jekyllPost.test(path) || hugoContent.test(path))))

/** True for a file that no other system has in its archive. */
export const isCertainPost = (path: string) =>
  !projectFile.test(path) && (markdownFile.test(path) || jekyllPost.test(path))

function describeOthers(paths: string[]): string[] {
  const found = paths.flatMap((path) => (projectFile.test(path) ? [] : (otherText.exec(path)?.[0] ?? [])))
  const counts = [...Map.groupBy(found, (extension) => extension.toLowerCase())].map(
    ([extension, { length }]) => `${length} ${extension}`,
  )
  return counts.length > 0
    ? [`Only Markdown and HTML files are imported. Left out: ${counts.join(', ')}.`]
    : []
}

export function listPostFiles(all: string[]): { paths: string[]; problems: string[] } {
  const folder = commonFolder(all)
  const isContent = /^(?:content|_?posts?|src)\/$/.test(folder)
  const isTemplate = (path: string) => !isContent && templateFolder.test(path.slice(folder.length))
  const templates = all.filter((path) => isText(path) && isTemplate(path) && !projectFile.test(path)).length
  return {
    paths: all.filter((path) => isText(path) && !isTemplate(path)).toSorted(),
    problems: [
      ...(templates > 0 ? [`Files of themes and templates are left out: ${templates}.`] : []),
      ...describeOthers(all.filter((path) => !isTemplate(path))),
    ],
  }
}

export async function* readPostFiles(
  archive: Archive,
  paths: string[],
  locateFile: LocateFile,
): AsyncGenerator<SourcePost> {
  const folder = commonFolder(archive.paths)
  for (const path of paths) {
    if (archive.size(path) > importLimits.textBytes) {
      yield rejectFile(path, path, 'The file is larger than 1 MB.')
      continue
    }
    const bytes = await archive.read(path)
    try {
      const post = readMarkdownPost(path.slice(folder.length), decodeText(bytes), locateFile(path))
      if (post) yield { ...post, path }
      else if (!projectFile.test(path) && !htmlFile.test(path))
        yield rejectFile(path, path, 'The file has no front matter.')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      yield rejectFile(path, path, error.message)
    }
  }
}
