import { posix } from 'node:path'
import { encodeTarget } from '#contract/markdown-links.ts'
import { imageFile, otherImage } from './images.ts'
import { toFileLink, type PostFiles } from './post-files.ts'
import { replaceTags } from './shortcodes.ts'

// Repetitions have limits, so that no text takes more than linear time.

/** `[[Note]]`, `[[Folder/Note#Part|text]]` and `![[image.png|300]]` of Obsidian; in tables the line is escaped. */
const wikilink =
  /(!?)\[\[([^[\]\n|#^\\]{0,300})(?:[#^]([^[\]\n|\\]{0,200}))?(?:\\?\|([^[\]\n]{0,300}))?\]\](?![([])/g

const comment = /%%(?:[^%]|%(?!%)){0,5000}%%/g
const highlight = /(?<![=\w])==(?=[^\s=])([^=\n]{1,500})(?<=\S)==(?![=\w])/g

/** `> [!tip] Title`, also of GitHub; its text is on the next lines. */
const callout = /^((?: {0,3}>[ \t]?){1,5})\[!([a-z][\w-]{0,30})\][+-]?[ \t]*([^\n]{0,300})$/gim

/** Written by Obsidian, so that a link can lead to the paragraph. */
const paragraphId = /[ \t]\^[0-9a-f]{6}$/gm

/** Markdown needs an angle bracket around an address with spaces. */
const spacedTarget = /\]\(<([^<>\n]{1,500})>/g

const MAX_NAMES = 10

function toEmbed(target: string, text: string): string {
  const [, width] = /^(\d{1,5})(?:x\d{1,5})?$/.exec(text) ?? []
  const address = encodeTarget(target)
  return width === undefined ? `![${text}](${address})` : `<img src="${address}" alt="" width="${width}">`
}

/** Writes the syntax of notes as Markdown, and names the notes that links do not find. */
export function convertNotes(content: string, files: PostFiles): { content: string; problems: string[] } {
  const missing = new Set<string>()
  const toLink = (mark: string, target: string, part: string, text: string): string => {
    if (mark === '!' && (imageFile.test(target) || otherImage.test(target))) return toEmbed(target, text)
    // A heading may be named with those above it.
    const headings = part.split('#')
    const fragment = part === '' ? '' : `#${encodeTarget(headings.at(-1) ?? '')}`
    const label = text || [posix.basename(target), ...headings].filter(Boolean).join(' > ')
    if (target === '') return `[${label}](${fragment})`
    const stem = files.findByEnd(target)
    if (stem !== undefined) return `[${label}](${toFileLink(stem)}${fragment})`
    missing.add(target)
    return label
  }
  const visible = replaceTags(
    replaceTags(content, comment, () => ''),
    paragraphId,
    () => '',
  )
  const linked = replaceTags(visible, wikilink, (tag, mark = '', target = '', part = '', text = '') =>
    target.startsWith(' ') || `${target}${part}` === ''
      ? tag
      : toLink(mark, target.trim(), part, text.trim()),
  )
  const marked = replaceTags(linked, highlight, (_tag, text) => `<mark>${text}</mark>`)
  const quoted = replaceTags(marked, callout, (_tag, quote = '', kind = '', title = '') => {
    const name = title.trim() || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase()
    return `${quote}**${name}**\n${quote.trimEnd()}`
  })
  const names = [...missing].slice(0, MAX_NAMES).join(', ')
  return {
    content: replaceTags(quoted, spacedTarget, (_tag, target = '') => `](${encodeTarget(target)}`),
    problems: names === '' ? [] : [`Links to notes that are not in the file become text: ${names}`],
  }
}
