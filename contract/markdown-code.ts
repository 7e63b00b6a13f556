/** A list item or footnote, whose lines are indented, or a quote, whose lines are marked. */
interface Container {
  isQuote: boolean
  /** Columns by which a line must be indented, and that are removed at most. */
  least: number
  most: number
}

const MAX_DEPTH = 100

const quote = /^ {0,3}> ?/
const footnote = /^ {0,3}\[\^[^\]\s]{1,50}\]: */
const rule = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/
const notText = /^ {0,3}(?:#{1,6}(?: |$)|(?:=+|-+) *$)/
const isEmpty = (text: string) => text.trim() === ''
const indentOf = (text: string) => /^ */.exec(text)?.[0].length ?? 0
const isIndented = (text: string) => text.startsWith('    ')
const isText = (text: string) => !isEmpty(text) && !notText.test(text) && !rule.test(text)

const expandTabs = (line: string) =>
  line.split('\t').reduce((text, part) => text + ' '.repeat(4 - (text.length % 4)) + part)

/** Removes the marks and indents of the containers that continue in this line. */
function continueIn(containers: Container[], line: string) {
  let rest = line
  for (const [depth, { isQuote, least, most }] of containers.entries()) {
    const length = isQuote ? (quote.exec(rest)?.[0].length ?? 0) : Math.min(indentOf(rest), most)
    const continues = isQuote ? length > 0 : length >= least || isEmpty(rest)
    if (!continues) return { depth, rest }
    rest = rest.slice(length)
  }
  return { depth: containers.length, rest }
}

function openContainer(line: string, isInParagraph: boolean): { container: Container; rest: string } | null {
  const quoted = quote.exec(line)?.[0].length
  if (quoted !== undefined)
    return { container: { isQuote: true, least: 0, most: 0 }, rest: line.slice(quoted) }
  const note = footnote.exec(line)?.[0].length
  if (note !== undefined) return { container: { isQuote: false, least: 2, most: 4 }, rest: line.slice(note) }
  const [, marker, spaces = ''] = /^( {0,3}(?:[-*+]|\d{1,9}[.)]))( +|$)/.exec(line) ?? []
  if (marker === undefined || rule.test(line)) return null
  const text = line.slice(marker.length)
  if (isInParagraph && (isEmpty(text) || /^ *(?!1[.)])\d/.test(marker))) return null
  const width = marker.length + (spaces.length > 4 || isEmpty(text) ? 1 : spaces.length)
  return { container: { isQuote: false, least: width, most: width }, rest: line.slice(width) }
}

/** The fence that opens code in this line, or an empty text. */
export function openingFence(line: string): string {
  const [, fence = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line) ?? []
  return fence.startsWith('`') && info.includes('`') ? '' : fence
}

export const closesFence = (line: string, fence: string): boolean =>
  /^ {0,3}(`+|~+)[ \r]*$/.exec(line)?.[1]?.startsWith(fence) === true

/** Has a fence that no line of the code closes. */
export function fenceAround(code: string, language = ''): string {
  const runs = code.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(runs.reduce((longest, { length }) => Math.max(longest, length + 1), 3))
  return `${fence}${language}\n${code}\n${fence}`
}

interface Block {
  isCode: boolean
  isEnd: (line: string) => boolean
}

/** A fence of code, or an element of HTML that can have empty lines. */
function openBlock(line: string): Block | null {
  const fence = openingFence(line)
  if (fence !== '') return { isCode: true, isEnd: (text) => closesFence(text, fence) }
  const [, name] = /^ {0,3}<(pre|script|style|textarea)(?=[\s>]|$)/i.exec(line) ?? []
  if (name === undefined) return null
  const end = new RegExp(`</${name}>`, 'i')
  return end.test(line) ? null : { isCode: false, isEnd: (text) => end.test(text) }
}

class CodeFinder {
  #containers: Container[] = []
  #block: Block | null = null
  #isInParagraph = false

  /** Reads the next line. */
  isCode(line: string): boolean {
    const { depth, rest } = continueIn(this.#containers, expandTabs(line))
    const isContinued = depth === this.#containers.length
    const block = this.#block
    if (block && isContinued) {
      if (block.isEnd(rest)) this.#block = null
      return block.isCode
    }
    // The lines of a paragraph need not have the marks of its containers.
    const isLazy = !isContinued && this.#isInParagraph && !isEmpty(rest)
    if (isLazy && isIndented(rest)) return false
    const ended = this.#containers
    this.#containers = ended.slice(0, depth)
    const text = this.#openContainers(rest, this.#isInParagraph && isContinued)
    const isNested = this.#containers.length > depth
    const continuesText = this.#isInParagraph && !isNested && isText(text)
    this.#block = openBlock(text)
    if (isLazy && continuesText && !this.#block) this.#containers = ended
    this.#isInParagraph = !this.#block && isText(text) && (continuesText || !isIndented(text))
    return this.#block ? this.#block.isCode : isIndented(text) && !isEmpty(text) && !continuesText
  }

  #openContainers(line: string, isInParagraph: boolean): string {
    let rest = line
    for (let first = true; this.#containers.length < MAX_DEPTH; first = false) {
      const opened = openContainer(rest, first && isInParagraph)
      if (!opened) break
      this.#containers.push(opened.container)
      rest = opened.rest
    }
    return rest
  }
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

/** Replaces what lies from each `start` to its `end`, which must find something. */
function replaceBetween(text: string, start: RegExp, end: RegExp, replace: (between: string) => string) {
  const parts: string[] = []
  let at = 0
  for (const { index } of text.matchAll(start)) {
    if (index < at) continue
    end.lastIndex = index
    const found = end.exec(text)
    if (!found) break
    const to = found.index + found[0].length
    parts.push(text.slice(at, index), replace(text.slice(index, to)))
    at = to
  }
  return parts.join('') + text.slice(at)
}

export const maskComments = (text: string) => replaceBetween(text, /<!--/g, /-->/g, blank)

/** Tags stay, because they work in code, too. */
const maskBetweenTags = (text: string) =>
  text.replace(/(<[a-z/][^<>]{0,2000}>)|[^<]+|</gi, (part, tag?: string) => tag ?? blank(part))

/** The text in `<code>` becomes spaces, though Markdown works in it. */
export const maskCodeElements = (text: string) =>
  replaceBetween(text, /<code[\s>]/gi, /<\/code>/gi, maskBetweenTags)

/** Code within a line and comments become spaces, so that offsets stay the same. */
export const maskSpans = (text: string) =>
  maskComments(text.replace(/(?<![`\\])(`{1,3})(?!`)[^\n]{1,300}?(?<!`)\1(?!`)/g, blank))

/** The start of a block, which is no Markdown up to its end. */
const preformatted = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*<pre[\s>]/gim

/** Code, also in lists, quotes and footnotes, and comments become spaces, so that offsets stay the same. */
export function maskCode(content: string): string {
  const finder = new CodeFinder()
  const lines = content.split('\n').map((line) => (finder.isCode(line) ? ' '.repeat(line.length) : line))
  return replaceBetween(maskSpans(lines.join('\n')), preformatted, /<\/pre>/gi, maskBetweenTags)
}
