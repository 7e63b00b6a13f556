import { Marked, type MarkedExtension, type Token, type Tokens } from 'marked'
import { hasTextOutside } from '#contract/markup.ts'
import { escapeXml } from './xml.ts'

interface Footnote {
  number: number
  references: number
  tokens: Tokens.Generic[]
}

interface DefinitionToken extends Tokens.Generic {
  label: string
}

interface ReferenceToken extends Tokens.Generic {
  number: number
  reference: number
}

const definitionLine = /\n {0,3}\[\^[^\]\s]{1,50}\]:/

const isDefinition = (token: Tokens.Generic): token is DefinitionToken => token.type === 'footnote'
const isReference = (token: Tokens.Generic): token is ReferenceToken => token.type === 'footnoteReference'

const referenceId = (number: number, reference: number) =>
  `footnote-ref-${number}${reference > 1 ? `-${reference}` : ''}`

const backLinks = ({ number, references }: Footnote) =>
  Array.from({ length: references }, (_, index) => ` <a href="#${referenceId(number, index + 1)}">↩</a>`)

/** Labels match in any case, as those of links do. A reference without its footnote, and a footnote without a reference, stay as typed. */
function footnotes(found: Map<string, Footnote>): MarkedExtension {
  let count = 0
  return {
    extensions: [
      {
        name: 'footnote',
        level: 'block',
        start: (source) => {
          const { index } = definitionLine.exec(source) ?? {}
          return index === undefined ? undefined : index + 1
        },
        tokenizer(source) {
          const match =
            /^ {0,3}\[\^([^\]\s]{1,50})\]:[ \t]*([^\n]*(?:\n(?:[ \t]*\n)*(?: {2,}|\t)[ \t]*\S[^\n]*)*)(?:\n+|$)/.exec(
              source,
            )
          if (!match) return undefined
          const [raw, label = '', text = ''] = match
          const tokens = this.lexer.blockTokens(text.replace(/^(?: {2,4}|\t)/gm, ''), [])
          const key = label.toLowerCase()
          if (!found.has(key)) found.set(key, { number: 0, references: 0, tokens })
          return { type: 'footnote', raw, label, tokens }
        },
        renderer(token) {
          if (!isDefinition(token) || found.get(token.label.toLowerCase())?.references) return ''
          const html = this.parser.parse(token.tokens ?? [])
          return html.replace(/^(<p>)?/, `$1${escapeXml(`[^${token.label}]: `)}`)
        },
      },
      {
        name: 'footnoteReference',
        level: 'inline',
        start: (source) => source.indexOf('[^'),
        // All footnotes are known here, because Markdown parses blocks before inline text.
        tokenizer(source) {
          const [raw, label = ''] = /^\[\^([^\]\s]{1,50})\]/.exec(source) ?? []
          const footnote = found.get(label.toLowerCase())
          if (raw === undefined || !footnote) return undefined
          footnote.number ||= count += 1
          footnote.references += 1
          const { number, references: reference } = footnote
          return { type: 'footnoteReference', raw, number, reference }
        },
        renderer(token) {
          if (!isReference(token)) return ''
          const { number, reference } = token
          return `<sup><a href="#footnote-${number}" id="${referenceId(number, reference)}">${number}</a></sup>`
        },
      },
    ],
  }
}

/** HTML that consists of block elements is not parsed as Markdown. */
const isHtml = (content: string) =>
  /^<(p|h[1-6]|div|section|article|ul|ol|dl|figure|blockquote|table|pre|hr)\b/i.test(content) &&
  content.endsWith('>') &&
  !hasTextOutside(content)

const countLines = (text: string) => text.split('\n').length - 1

const createMarked = (content: string, found: Map<string, Footnote>) =>
  new Marked({ gfm: true, async: false }, ...(definitionLine.test(`\n${content}`) ? [footnotes(found)] : []))

/** The lines on which the Markdown blocks start, as rendered on the page; null for HTML. */
export function blockLines(content: string): number[] | null {
  if (isHtml(content.trim())) return null
  let line = 1
  return createMarked(content, new Map())
    .lexer(content)
    .flatMap(({ type, raw }) => {
      const start = line + countLines(/^\s*/.exec(raw)?.[0] ?? '')
      line += countLines(raw)
      return type === 'space' ? [] : [start]
    })
}

/** Many short references to a long URL would expand to gigabytes. */
const MAX_ADDRESSES_LENGTH = 4_000_000

function limitAddresses(markdown: Marked, tokens: Token[]) {
  let length = 0
  void markdown.walkTokens(tokens, (token) => {
    if (token.type !== 'link' && token.type !== 'image') return
    length += String(token['href']).length + String(token['title'] ?? '').length
    if (length > MAX_ADDRESSES_LENGTH) throw new RangeError('The addresses of links are too long together')
  })
}

export interface ContentHtml {
  html: string
  /** The source line of an offset in the HTML; lines start at 1. */
  lineAt(offset: number): number
}

export function toHtml(content: string): ContentHtml {
  if (isHtml(content.trim())) {
    return { html: content, lineAt: (offset) => countLines(content.slice(0, offset)) + 1 }
  }
  const found = new Map<string, Footnote>()
  const markdown = createMarked(content, found)
  const pieces: { offset: number; line: number }[] = []
  let html = ''
  let line = 1
  const tokens = markdown.lexer(content)
  limitAddresses(markdown, tokens)
  for (const token of tokens) {
    pieces.push({ offset: html.length, line })
    html += markdown.parser([token])
    line += countLines(token.raw)
  }
  const referenced = [...found.values()].filter(({ number }) => number > 0)
  if (referenced.length > 0) {
    const items = referenced
      .toSorted((a, b) => a.number - b.number)
      .map((footnote) => {
        const body = markdown.parser(footnote.tokens).trimEnd()
        const links = backLinks(footnote).join('')
        const linked = body.endsWith('</p>') ? `${body.slice(0, -4)}${links}</p>` : `${body}${links}`
        return `<li id="footnote-${footnote.number}">${linked}</li>\n`
      })
    html += `<ol class="footnotes">\n${items.join('')}</ol>\n`
  }
  return { html, lineAt: (offset) => pieces.findLast((piece) => piece.offset <= offset)?.line ?? 1 }
}
