const MAX_TYPOS = 2
/** Prefixes are compared only for words of at least this length. */
const MIN_BEGINNING = 5

const allowedTypos = ({ length }: string) => (length < 4 ? 0 : length < 6 ? 1 : MAX_TYPOS)

/** A quick check that rejects most words: each typo accounts for at most one letter that the other word lacks. */
function isFarApart(a: string, b: string, limit: number): boolean {
  let lacking = 0
  for (let index = 0; index < a.length && lacking <= limit; index += 1)
    if (!b.includes(a.charAt(index))) lacking += 1
  return lacking > limit
}

/** The number of inserted, missing, wrong and transposed letters; Infinity above the limit. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || isFarApart(a, b, limit)) return Infinity
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  let lastLowest = 0
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    let lowest = i
    for (let j = 1; j <= b.length; j += 1) {
      const changed = a[i - 1] === b[j - 1] ? 0 : 1
      let typos = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + changed)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) typos = Math.min(typos, (beforeLast[j - 2] ?? 0) + 1)
      row.push(typos)
      lowest = Math.min(lowest, typos)
    }
    if (lowest > limit && lastLowest > limit) return Infinity
    ;[beforeLast, last, lastLowest] = [last, row, lowest]
  }
  const typos = last[b.length] ?? Infinity
  return typos > limit ? Infinity : typos
}

/** A search matches word prefixes, so prefixes of the target are compared too. */
export function countTyposInWord(word: string, target: string): number {
  if (target.startsWith(word)) return 0
  const typos = editDistance(word, target, allowedTypos(word))
  if (word.length < MIN_BEGINNING || target.length <= word.length) return typos
  return Math.min(typos, editDistance(word, target.slice(0, word.length), 1))
}

/** Infinity unless each word is similar to a target, or all are when spaces are ignored: `java script`. */
export function countTypos(words: string[], targets: string[]): number {
  const byWord = words.map((word) => Math.min(...targets.map((target) => countTyposInWord(word, target))))
  const together = words.join('')
  const limit = together.length < 3 ? 0 : Math.max(1, allowedTypos(together))
  const spaces = words.length === targets.length ? 0 : 1
  return Math.min(
    byWord.reduce((sum, typos) => sum + typos, 0),
    editDistance(together, targets.join(''), limit) + spaces,
  )
}
