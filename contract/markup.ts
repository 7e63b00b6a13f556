import { closesFence, maskSpans, openingFence } from './markdown-code.ts'
import { plainText } from './plain-text.ts'
import { tagEnd } from './tag-end.ts'

const MAX_DEPTH = 100
export const TOO_DEEP = `Content is nested more than ${MAX_DEPTH} levels deep`
const WORDS_PER_MINUTE = 200

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
const selfEnding = new Set('p li dt dd tr td th option'.split(' '))

interface Tag {
  name: string
  closing: boolean
  start: number
  end: number
}

function* tagsIn(text: string): Generator<Tag> {
  const opening = /<!--|<(\/?)([a-z][a-z0-9-]*)/gi
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const [, slash, name] = match
    const start = match.index
    const comment = name === undefined ? text.indexOf('-->', start + 4) : -1
    const end =
      name !== undefined ? tagEnd(text, opening.lastIndex) : comment === -1 ? text.length : comment + 3
    yield { name: (name ?? '').toLowerCase(), closing: slash === '/', start, end }
    opening.lastIndex = end
  }
}

function elementDepth(text: string): number {
  const open: string[] = []
  let deepest = 0
  for (const { name, closing } of tagsIn(text)) {
    if (name === '' || voidElements.has(name)) continue
    if (closing) {
      const at = open.lastIndexOf(name)
      if (at !== -1) open.length = at
      continue
    }
    if (selfEnding.has(name) && open.at(-1) === name) open.pop()
    open.push(name)
    deepest = Math.max(deepest, open.length)
    if (deepest > MAX_DEPTH) break
  }
  return deepest
}

export function hasTextOutside(text: string): boolean {
  const open: string[] = []
  let from = 0
  for (const { name, closing, start, end } of tagsIn(text)) {
    if (open.length === 0 && text.slice(from, start).trim() !== '') return true
    from = end
    if (name === '' || voidElements.has(name)) continue
    if (!closing) open.push(name)
    else if (open.includes(name)) open.length = open.lastIndexOf(name)
  }
  return open.length === 0 && text.slice(from).trim() !== ''
}

/** A nested list is indented by at least two columns. */
function blockDepth(line: string): number {
  const prefix = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/.exec(line)?.[0] ?? ''
  const markers = prefix.match(/[>*+-]|\d+[.)]/g)?.length ?? 0
  return markers === 0 ? 0 : markers + Math.floor((/^\s*/.exec(prefix)?.[0].length ?? 0) / 2)
}

const htmlStart =
  /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*<(?:(pre|script|style|textarea)(?=[\s>]|$)|!--|[!?/]?[a-z][a-z0-9-]*(?=[\s/>]|$))/i

function endOfHtml(start: string, name = ''): RegExp {
  if (name !== '') return new RegExp(`</${name}>`, 'i')
  return start.endsWith('!--') ? /-->/ : /^[ \t]*$/
}

/** Leaves out code, but not in a block of HTML, where backticks are text. */
function withoutCode(content: string): string {
  let fence = ''
  let isFenceText = false
  let end: RegExp | null = null
  const lines = content.split('\n').flatMap((line) => {
    if (fence !== '') {
      if (closesFence(line, fence)) fence = ''
      return isFenceText ? [line] : []
    }
    const start = end ? null : htmlStart.exec(line)
    if (start) end = endOfHtml(start[0], start[1])
    const isHtml = end !== null
    if (end?.test(line)) end = null
    fence = openingFence(line)
    if (fence === '') return [isHtml ? line : maskSpans(line)]
    isFenceText = isHtml
    return isHtml ? [line] : []
  })
  return lines.join('\n')
}

/** Unlike Markdown, HTML has no code that backticks begin. */
export const isHtmlTooDeep = (html: string): boolean => elementDepth(html) > MAX_DEPTH

/** Deeply nested markup takes a renderer more than linear time and can overflow its stack. */
export function isTooDeep(content: string): boolean {
  const prose = withoutCode(content)
  if (elementDepth(prose) > MAX_DEPTH) return true
  if (/(?:!?\[){101}|[*_~]{400}|\({400}/.test(prose)) return true
  return content.split('\n').some((line) => blockDepth(line) > MAX_DEPTH)
}

/** Without spaces, each Chinese or Japanese character counts as a word, and so do five letters of the other scripts. */
const unspacedWord =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]|[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{1,5}/gu

export const wordCount = (content: string): number =>
  plainText(content)
    .replace(unspacedWord, ' $& ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

export const readingMinutes = (content: string): number =>
  Math.max(1, Math.ceil(wordCount(content) / WORDS_PER_MINUTE))
