import { maskComments } from './markdown-code.ts'
import type { TextRange } from './markdown-scan.ts'

export interface Anchor {
  quote: string
  /** The text around the quote, to tell repeated quotes apart. */
  before: string
  after: string
}

const MAX_OCCURRENCES = 1_000
/** A shorter quote may occur anywhere, so it is found only near its context. */
const DISTINCT_LENGTH = 20
const MIN_CONTEXT = 4

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const blank = (text: string) => ' '.repeat(text.length)

/** Replaces Markdown syntax that is not visible with spaces, so that offsets stay the same. */
const maskMarkup = (markdown: string) =>
  maskComments(markdown)
    .replace(/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, blank)
    .replace(/^ {0,3}\[[^\]\n]{1,300}\]:[^\n]*$/gm, blank)
    .replace(/^[ \t]*[-:|][-:| \t]{2,}$/gm, blank)
    .replace(/^[ \t>]{0,50}(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t])?/gm, blank)
    .replace(/!\[[^\]\n]{0,1000}\]\([^()\n]{0,2000}\)/g, blank)
    .replace(/\](?:\([^()\n]{0,2000}(?:\([^()\n]{0,500}\)[^()\n]{0,500})?\)|\[[^\]\n]{0,300}\])/g, blank)
    .replace(/<\/?[a-z][a-z0-9-]{0,40}(?:\s[^<>]{0,2000})?\/?>/gi, blank)
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (entity, name: string) =>
      (entities[name] ?? '').padEnd(entity.length),
    )

const sameCharacter = new Map([...'’‘“”'].map((quote) => [quote, '’‘'.includes(quote) ? "'" : '"']))
const ignored = /[\s*_~`#>|[\]()!\\+=-]/

interface Projection {
  text: string
  offsets: number[]
}

/** Keeps only characters that are the same in Markdown and on the page: no spaces and no Markdown syntax. */
function project(source: string): Projection {
  const characters: string[] = []
  const offsets: number[] = []
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at)
    if (ignored.test(character)) continue
    characters.push(sameCharacter.get(character) ?? character)
    offsets.push(at)
  }
  return { text: characters.join(''), offsets }
}

const keyOf = (markdown: string) => project(maskMarkup(markdown)).text

function* occurrences(text: string, part: string): Generator<number> {
  let at = text.indexOf(part)
  for (let found = 0; at !== -1 && found < MAX_OCCURRENCES; found += 1) {
    yield at
    at = text.indexOf(part, at + 1)
  }
}

function countBefore(offsets: number[], offset: number): number {
  let [low, high] = [0, offsets.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}

function commonLength(a: string, b: string, fromEnd: boolean): number {
  const length = Math.min(a.length, b.length)
  const at = (text: string, index: number) => text.charAt(fromEnd ? text.length - 1 - index : index)
  for (let index = 0; index < length; index += 1) if (at(a, index) !== at(b, index)) return index
  return length
}

type FindPassage = (anchor: Anchor) => TextRange | null

/** `page` is the text that a browser shows, and `markdown` its source. Quotes may come from either. */
export function createFinder(source: string, kind: 'markdown' | 'page'): FindPassage {
  const visible = project(maskMarkup(source))
  const { text, offsets } = kind === 'markdown' ? visible : project(source)

  const exact = (quote: string) =>
    [...occurrences(source, quote)].map((from) => ({ from, to: from + quote.length }))
  const tolerant = (key: string) =>
    [...occurrences(text, key)].map((index) => ({
      from: offsets[index] ?? 0,
      to: (offsets[index + key.length - 1] ?? 0) + 1,
    }))

  return ({ quote, before, after }) => {
    const wanted = quote.trim()
    const keys = [...new Set([project(wanted).text, keyOf(wanted)])].filter((key) => key !== '')
    if (wanted === '') return null
    const lists = [() => exact(wanted), ...keys.map((key) => () => tolerant(key))]
    const context = { before: keyOf(before), after: keyOf(after) }
    const closeness = ({ from, to }: TextRange) => {
      const start = countBefore(visible.offsets, from)
      const end = countBefore(visible.offsets, to)
      return (
        commonLength(
          visible.text.slice(Math.max(0, start - context.before.length), start),
          context.before,
          true,
        ) + commonLength(visible.text.slice(end, end + context.after.length), context.after, false)
      )
    }
    const isDistinct = (keys[0] ?? '').length >= DISTINCT_LENGTH
    const required = isDistinct ? 0 : Math.min(MIN_CONTEXT, context.before.length + context.after.length)
    for (const list of lists) {
      let best: { range: TextRange; score: number } | undefined
      for (const range of list()) {
        const score = closeness(range)
        if (score >= required && (!best || score > best.score)) best = { range, score }
      }
      if (best) return best.range
    }
    return null
  }
}

/** Sorted by position in the text, followed by threads without a passage in their original order. */
export function locate<Thread extends Anchor>(threads: Thread[], find: FindPassage) {
  return threads
    .map((thread) => ({ thread, range: find(thread) }))
    .sort((a, b) => (a.range?.from ?? Infinity) - (b.range?.from ?? Infinity) || 0)
}
