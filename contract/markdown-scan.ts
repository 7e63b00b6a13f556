import { maskCode } from './markdown-code.ts'
import { headingReader } from './plain-text.ts'

export interface TextRange {
  from: number
  to: number
}

export interface Heading extends TextRange {
  level: number
  text: string
}

interface Line extends TextRange {
  text: string
}

function listLines(text: string): Line[] {
  let from = 0
  return text.split('\n').map((line) => {
    const found = { text: line, from, to: from + line.length }
    from = found.to + 1
    return found
  })
}

/** Lists and quotes can have headings, too. */
const marks = /^ {0,3}(?:> {0,4}|(?:[-*+]|\d{1,9}[.)]) {1,4})*(#{1,6})(?=[ \t])/

const isUnderline = (line: string) => /^ {0,3}(?:=+|-+)[ \t]*$/.test(line)

const isDivider = (line: string) => /^ {0,3}([*_-])(?:[ \t]*\1){2,}[ \t]*$/.test(line)

const isDefinition = (line: string) => /^ {0,3}\[[^\]]+\]:/.test(line)

const isParagraph = (line: string) =>
  /^(?! {4})\s*[^\s>|]/.test(line) &&
  !/^ {0,3}(?:[-*+]|\d+[.)])\s/.test(line) &&
  !isUnderline(line) &&
  !isDivider(line) &&
  !marks.test(line)

export function listHeadings(content: string, masked = maskCode(content)): Heading[] {
  const textOf = headingReader(masked)
  const lines = listLines(masked)
  const headings: Heading[] = []
  let paragraph: number | null = null
  for (const [index, { text, from, to }] of lines.entries()) {
    const [mark, { length: level } = ''] = marks.exec(text) ?? []
    const start = isDefinition(text) ? null : from
    paragraph = isParagraph(text) ? (paragraph ?? start) : null
    if (mark !== undefined) {
      const written = content.slice(from + mark.length, to).replace(/\s#+\s*$/, '')
      headings.push({ level, from, to, text: textOf(written) })
    }
    const next = lines[index + 1]?.text ?? ''
    if (paragraph === null || !isUnderline(next)) continue
    const written = content.slice(paragraph, to)
    headings.push({ level: next.includes('=') ? 1 : 2, from: paragraph, to, text: textOf(written) })
  }
  const html = [...masked.matchAll(/<h([1-6])(?:\s[^<>]{0,300})?>([\s\S]{0,300}?)<\/h\1>/gi)].map(
    ({ 0: element, 1: level, 2: markup = '', index }) => ({
      level: Number(level),
      from: index,
      to: index + element.length,
      text: textOf(markup),
    }),
  )
  return [...headings, ...html].filter(({ text }) => text !== '').sort((a, b) => a.from - b.from)
}

export interface Target extends TextRange {
  url: string
}

/** The start of the link text that ends before `end`; images may be in it. */
function startOfLink(text: string, end: number): number | null {
  let depth = 1
  for (let at = end - 1; at >= Math.max(0, end - 1000); at -= 1) {
    const character = text.charAt(at)
    if (character === ']') depth += 1
    if (character === '[') depth -= 1
    if (depth === 0) return text.charAt(at - 1) === '!' ? null : at
  }
  return null
}

export function listLinks(content: string, masked = maskCode(content)): Target[] {
  const inline = /\]\(\s*<?([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?[^()\n]{0,300}\)/g
  const links = [...masked.matchAll(inline)].flatMap(({ 0: end, 1: url = '', index }) => {
    const from = startOfLink(masked, index)
    return from === null ? [] : [{ from, to: index + end.length, url }]
  })
  const others = [
    /^ {0,3}\[(?!\^)[^\]\n]{1,300}\]:\s*<?([^\s<>]+)>?/gm,
    /<a\s[^<>]{0,500}?\bhref\s*=\s*["']?([^"'\s<>]+)/gi,
    /<(https?:\/\/[^\s<>]+)>/g,
  ].flatMap((pattern) =>
    [...masked.matchAll(pattern)].map(({ 0: link, 1: url = '', index }) => ({
      from: index,
      to: index + link.length,
      url,
    })),
  )
  return [...links, ...others].sort((a, b) => a.from - b.from)
}

export interface Picture extends Target {
  /** Null when it is missing; an empty `alt` in HTML marks a decorative image. */
  alt: string | null
}

const attribute = (element: string, name: string) => {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')
  return (
    pattern
      .exec(element)
      ?.slice(1)
      .find((value) => value !== undefined) ?? null
  )
}

export function listPictures(content: string, masked = maskCode(content)): Picture[] {
  const markdown =
    /!\[((?:[^[\]\\\n]|\\.){0,1000})\](?:\(\s*<?([^\s<>()]*)[^()\n]{0,300}\)|\[[^\]\n]{0,300}\])/g
  const pictures = [...masked.matchAll(markdown)].map(({ 0: image, 1: alt = '', 2: url = '', index }) => ({
    from: index,
    to: index + image.length,
    url,
    alt: alt.trim() || null,
  }))
  const html = [...masked.matchAll(/<img\s[^<>]{0,2000}>/gi)].map(({ 0: image, index }) => ({
    from: index,
    to: index + image.length,
    url: attribute(image, 'src') ?? '',
    alt: attribute(image, 'alt'),
  }))
  return [...pictures, ...html].sort((a, b) => a.from - b.from)
}
