const MAX_WORD_LENGTH = 40

/** Scripts without spaces between words; see docs/decisions/0062. */
const script = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`
const unspacedLetter = new RegExp(`[${script}](?<=\\p{L})`, 'u')
const unspacedRuns = new RegExp(`[${script}][${script}\\p{M}]*`, 'gu')
let segmenter: Intl.Segmenter | undefined

export const isUnspaced = (text: string) => unspacedLetter.test(text)

/** Loading the dictionary takes 10 ms of a start, and most sites need none. */
function separateWords(text: string): string {
  const words = (segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' }))
  return text.replace(unspacedRuns, (run) => {
    const segments = Array.from(words.segment(run.normalize('NFKC')), ({ segment }) => segment)
    return ` ${segments.join(' ')} `
  })
}

/** Reduces text to lower-case letters and digits without accents, so that no word is full-text query syntax. */
export function searchWords(text: string): string[] {
  const spaced = isUnspaced(text) ? separateWords(text) : text
  const plain = spaced
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, MAX_WORD_LENGTH))
}

const MAX_QUERY_WORDS = 8

/** The different words of a search. More than these are ignored, which bounds its work. */
export const queryWords = (search: string): string[] =>
  [...new Set(searchWords(search))].slice(0, MAX_QUERY_WORDS)
