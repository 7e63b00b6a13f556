import { posix } from 'node:path'
import { MAX_CASE_STUDIES } from '#contract/case-studies.ts'
import { ApiError } from '#contract/errors.ts'
import { importLimits } from '#contract/limits.ts'
import { decodeText, type Archive } from './archive.ts'
import { readMarkdownPost, rejectFile } from './markdown.ts'
import type { LocateFile } from './permalinks.ts'
import { PostFiles } from './post-files.ts'
import type { SourcePost } from './source.ts'

const markdownFile = /\.(md|mdx|markdown)$/i
const htmlFile = /\.html?$/i
const jekyllPost = /(^|\/)_(posts|drafts)\//
const hugoContent = /(^|\/)content\//
const hugoList = /(^|\/)_index(\.[\w-]+)?\.\w+$/i
/** These are posts only when they have front matter. */
const projectFile = /(^|\/)(readme|license|changelog|contributing|code_of_conduct|security)\.\w+$/i
const templateFolder = /^(?:(?!content\/|_?posts?\/|src\/)[^/]+\/){0,2}(?:themes|archetypes|vendor)\//
const otherText = /\.(org|adoc|asciidoc|rst|textile)$/i

/** The end of a file with the unpublished changes of a post, which an export has beside the post. */
export const CHANGES_FILE = '.changes.md'

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

const withoutExtension = (path: string) => path.replace(/\.\w+$/, '')

/** `tea.md` comes before its translation `tea.de.md`, so that it keeps its address. */
function byName(first: string, second: string): number {
  const [a, b] = [withoutExtension(first), withoutExtension(second)]
  return a < b ? -1 : Number(a > b)
}

export function listPostFiles(all: string[]): { paths: string[]; problems: string[] } {
  const folder = commonFolder(all)
  const isContent = /^(?:content|_?posts?|src)\/$/.test(folder)
  const isTemplate = (path: string) => !isContent && templateFolder.test(path.slice(folder.length))
  const templates = all.filter((path) => isText(path) && isTemplate(path) && !projectFile.test(path)).length
  const texts = all.filter((path) => isText(path) && !isTemplate(path))
  const found = new Set(texts)
  const isChange = (path: string) =>
    path.endsWith(CHANGES_FILE) && found.has(`${path.slice(0, -CHANGES_FILE.length)}.md`)
  const paths = texts.filter((path) => !isChange(path)).toSorted(byName)
  return {
    paths,
    problems: [
      ...(templates > 0 ? [`Files of themes and templates are left out: ${templates}.`] : []),
      ...describeOthers(all.filter((path) => !isTemplate(path))),
    ],
  }
}

/** Themes of Hugo take the image of a post from its folder. */
const coverFile = /^(?:feature|cover|thumb|hero|banner)[\w-]*\.(?:png|jpe?g|webp)$/i

const findCovers = (paths: string[]) =>
  new Map(
    paths.flatMap((path) =>
      coverFile.test(posix.basename(path)) ? [[posix.dirname(path), posix.basename(path)] as const] : [],
    ),
  )

function withCover(post: SourcePost, path: string, covers: ReadonlyMap<string, string>): SourcePost {
  const cover = posix.parse(path).name === 'index' ? covers.get(posix.dirname(path)) : undefined
  return cover === undefined || post.cover !== '' || post.content.includes(cover) ? post : { ...post, cover }
}

/** Notes often have no front matter; one that does not end would become a part of the text. */
const isPlain = (path: string, text: string) =>
  markdownFile.test(path) && !projectFile.test(path) && !/^\s*(?:---|\+\+\+|\{)/.test(text)

function readPlain(text: string, read: (file: string) => SourcePost | null): SourcePost | null {
  const post = read(`---\ndraft: true\n---\n${text.replace(/^\ufeff/, '')}`)
  if (post === null || post.rejected !== '') return post
  return { ...post, problems: ['It has no front matter: it becomes a draft.', ...post.problems] }
}

export async function* readPostFiles(
  archive: Archive,
  paths: string[],
  locateFile: LocateFile,
): AsyncGenerator<SourcePost> {
  const folder = commonFolder(archive.paths)
  const files = new PostFiles(paths.map((path) => path.slice(folder.length)))
  const covers = findCovers(archive.paths)
  const all = new Set(archive.paths)
  const studies: SourcePost[] = []
  const readFile = async (path: string): Promise<SourcePost | null> => {
    if (archive.size(path) > importLimits.textBytes)
      return rejectFile(path, path, 'The file is larger than 1 MB.')
    const bytes = await archive.read(path)
    try {
      const text = decodeText(bytes)
      const read = (file: string) =>
        readMarkdownPost(path.slice(folder.length), file, locateFile(path), files)
      const post = isPlain(path, text) ? readPlain(text, read) : read(text)
      if (post) return { ...post, path }
      return projectFile.test(path) || htmlFile.test(path)
        ? null
        : rejectFile(path, path, 'The file has no front matter.')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return rejectFile(path, path, error.message)
    }
  }
  for (const path of paths) {
    const post = await readFile(path)
    const changesPath = path.replace(/\.md$/, CHANGES_FILE)
    const changes = post && changesPath !== path && all.has(changesPath) ? await readFile(changesPath) : null
    if (post?.caseStudy && studies.length < MAX_CASE_STUDIES) studies.push(post)
    else if (post) yield { ...withCover(post, path, covers), changes }
  }
  // The one that is imported last comes first on the site.
  yield* studies.toSorted((a, b) => (b.caseStudy?.order ?? 0) - (a.caseStudy?.order ?? 0))
}
