import { posix } from 'node:path'
import { followAnchors } from './anchors.ts'
import { removeAttributes } from './attributes.ts'
import { convertEmbeds } from './embeds.ts'
import { htmlToMarkdown } from './html.ts'
import { mapLinks } from './images.ts'
import { convertMdx } from './mdx.ts'
import { convertNotes } from './notes.ts'
import type { PostFiles } from './post-files.ts'
import { convertMedia, fenceHighlights, resolveAddresses } from './shortcodes.ts'
import type { SourcePost } from './source.ts'

interface Surroundings {
  /** Of the images, which the front matter of some themes names. */
  folder: string
  base: string
  files: PostFiles
}

const isRelative = (url: string) => !/^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(url)

const addFolder = (content: string, folder: string) =>
  folder === ''
    ? content
    : mapLinks(content, (url, isImage) => (isImage && isRelative(url) ? posix.join(folder, url) : undefined))

export function convertText(
  path: string,
  written: string,
  { folder, base, files }: Surroundings,
): Pick<SourcePost, 'content' | 'problems' | 'rejected' | 'anchors'> {
  const content = addFolder(resolveAddresses(written, base), folder)
  if (/\.html?$/i.test(path)) return htmlToMarkdown(files.resolveLinks(content, path))
  const notes = convertNotes(/\.mdx$/i.test(path) ? convertMdx(content) : content, files)
  const text = separateOptions(convertEmbeds(fenceHighlights(removeAttributes(notes.content))))
  const converted = convertMedia(files.resolveLinks(text, path))
  const problems = [...notes.problems, ...converted.problems]
  return { ...followAnchors(converted.content), problems, rejected: '' }
}

/** Gatsby and Eleventy write the lines to mark right after the language: ```js{1,3}. */
const separateOptions = (content: string) =>
  content.replace(/^( {0,3}(?:`{3,}|~{3,})[\w+#-]{1,40})(?=\{)/gm, '$1 ')

/** Systems that show the title of a file as its first heading would show it twice here. */
export function readHeading(content: string, title: string) {
  const [line = '', text = ''] = /^\s{0,99}# +([^\n]{1,300}?)[ \t]{0,99}#{0,9}(?:\n|$)/.exec(content) ?? []
  const heading = text.replace(/\*\*|`/g, '').trim()
  const rest = content.slice(line.length).replace(/^\s*\n/, '')
  const isTitle = heading !== '' && rest !== '' && [heading, ''].includes(title)
  return isTitle ? { title: heading, content: rest } : { title, content }
}
