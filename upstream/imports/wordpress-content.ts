import * as z from 'zod'
import { htmlToMarkdown, MAX_HTML_LENGTH } from './html.ts'
import { becomesDraft, membersOnly, type SourcePost } from './source.ts'
import { renderShortcodes, listShortcodes, type FindAttachment } from './wordpress-shortcodes.ts'
import { replaceComments } from './wordpress-text.ts'
import type { Item } from './wordpress-xml.ts'

const blockTag =
  /(<\/?(?:p|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|colgroup|col|thead|tbody|tfoot|tr|td|th|pre|blockquote|div|figure|figcaption|hr|iframe|address|article|aside|details|summary|fieldset|legend|footer|form|header|nav|section)(?=[\s/>])[^<>]{0,2000}>)/i

const inlineTag = /^<\/?(?:a|span|b|strong|i|em|u|small|font|center)\b[^<>]*>$/i

const endTags = /^(?:<\/[a-z]{1,10}>\s*)+/i

const addLineBreaks = (text: string) =>
  text
    .split('\n')
    .map((line, index, lines) =>
      index === lines.length - 1 || /<br\s?\/?>\s?$/i.test(line) ? line : `${line}<br>`,
    )
    .join('\n')

/** As in WordPress, the text right after most opening tags is not a paragraph. */
function toParagraphs(text: string, tag: string): string {
  if (text.trim() === '') return text.includes('\n') ? '\n' : text
  const isHeading = /^<h[1-6]/i.test(tag)
  const opens = /^<(?!\/|blockquote\b|hr\b)/i.test(tag)
  return text
    .split(/\n[ \t]*\n/)
    .map((part, index) => {
      const content = part.trim()
      if (content === '' || isHeading || inlineTag.test(content)) return content
      const [ends = ''] = endTags.exec(content) ?? []
      const lines = addLineBreaks(content.slice(ends.length))
      return ends + (opens && index === 0 ? lines : `<p>${lines}</p>`)
    })
    .join('\n')
}

const addParagraphs = (html: string) =>
  html
    .split(blockTag)
    .map((part, index, parts) => (index % 2 === 1 ? part : toParagraphs(part, parts[index - 1] ?? '')))
    .join('')

function addParagraphsAfterCode(html: string): string {
  const end = html.toLowerCase().indexOf('</pre>') + '</pre>'.length
  return end < '</pre>'.length ? html : `${html.slice(0, end)}\n${addParagraphs(html.slice(end))}`
}

/** The classic editor separates paragraphs with empty lines, except within `pre`. */
export const readParagraphs = (html: string) =>
  html
    .split(/(?=<pre\b)/i)
    .map((part) => (/^<pre\b/i.test(part) ? addParagraphsAfterCode(part) : addParagraphs(part)))
    .join('\n')

const MAX_DEPTH = 10

/** The parts of a file that posts refer to, by ID. */
export interface Parts {
  patterns: ReadonlyMap<string, string>
  findAttachment: FindAttachment
}

const notesSchema = z.array(z.object({ id: z.string(), content: z.string() }))

function readNotes(json: string) {
  try {
    return notesSchema.safeParse(JSON.parse(json)).data ?? []
  } catch {
    return []
  }
}

/** Footnotes are numbered in the order of the field that has their texts. */
function numberNotes(html: string, notes: z.infer<typeof notesSchema>): string {
  const numbers = new Map(notes.map(({ id }, index) => [id, index + 1]))
  return html.replace(
    /\bdata-fn="([^"]{1,100})"/g,
    (_attribute, id: string) => `data-fn="${numbers.get(id) ?? ''}"`,
  )
}

/** SyntaxHighlighter notes the language in the comment before its code. */
const codeBlock =
  /(<!-- wp:syntaxhighlighter\/code \{[^{}]{0,500}?"language":"([\w+#-]{1,40})"[^{}]{0,500}\} -->\s{0,9}<pre)\b/g

const membersBlock = /^wp:(?:premium-content\/subscriber-view|jetpack\/paywall)(?![\w/-])/
const hiddenBlock = /^wp:.*"blockVisibility":\s{0,9}false/s

/** Blocks of one comment have no text there: it is in another item, in a field, or made by WordPress. */
export function readBlocks(content: string, hasNotes: boolean, { patterns, findAttachment }: Parts) {
  const missing = new Set<string>()
  const restrictions = new Set<string>()
  let length = 0
  const write = (text: string, open: readonly string[]): string => {
    const named = text.replace(/\r\n?/g, '\n').replace(codeBlock, '$1 lang="$2"')
    const html = renderShortcodes(named, findAttachment)
    return replaceComments(html, (comment) => {
      if (membersBlock.test(comment)) restrictions.add(becomesDraft(membersOnly.parts))
      if (hiddenBlock.test(comment)) restrictions.add(becomesDraft('Parts of it were hidden'))
      const [, name] = /^wp:(?:core\/)?([a-z][\w/-]{0,99})/.exec(comment) ?? []
      if (name === undefined || !comment.endsWith('/')) return ''
      if (name === 'footnotes' && hasNotes) return ''
      const [, id = ''] = /"ref":(\d{1,20})/.exec(comment) ?? []
      const pattern = name === 'block' ? patterns.get(id) : undefined
      length += pattern?.length ?? 0
      if (pattern !== undefined && !open.includes(id) && open.length < MAX_DEPTH && length < MAX_HTML_LENGTH)
        return write(pattern, [...open, id])
      missing.add(name === 'block' ? 'synced pattern' : name)
      return ''
    })
  }
  return { html: write(content, []), missing: [...missing], restrictions: [...restrictions] }
}

/** WordPress sets the name of the file as the title of an image; pages would show it as its caption. */
const removeTitles = (html: string) =>
  html.replace(/<img\b[^<>]{0,2000}>/gi, (image) =>
    image.replace(/\s([\w-]{1,50})=(?:"[^"]*"|'[^']*')/g, (attribute, name: string) =>
      name.toLowerCase() === 'title' ? '' : attribute,
    ),
  )

export function convertContent(
  { fields, meta }: Item,
  parts: Parts,
): Pick<SourcePost, 'content' | 'problems' | 'rejected' | 'anchors'> & { restrictions: string[] } {
  const written = fields.get('content:encoded') ?? ''
  const notes = readNotes(meta.get('footnotes') ?? '')
  const isTooLong = written.length > MAX_HTML_LENGTH
  const { html, missing, restrictions } = isTooLong
    ? { html: written, missing: [], restrictions: [] }
    : readBlocks(written, notes.length > 0, parts)
  const paragraphs = written.includes('<!-- wp:') ? html : readParagraphs(html)
  const { content, anchors, problems, rejected } = htmlToMarkdown(
    numberNotes(removeTitles(paragraphs), notes),
    notes.map((note) => note.content),
  )
  const shortcodes = listShortcodes(content)
  return {
    ...{ content, anchors },
    restrictions,
    problems: [
      ...(shortcodes.length > 0 ? [`Shortcodes stay as text: ${shortcodes.join(', ')}`] : []),
      ...(missing.length > 0
        ? [`Blocks whose content is not in the file are left out: ${missing.join(', ')}`]
        : []),
      ...problems,
    ],
    rejected,
  }
}
