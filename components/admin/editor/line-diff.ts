export interface DiffLine {
  kind: 'same' | 'theirs' | 'mine'
  text: string
}

/** Beyond this many comparisons the changed middle is shown as replaced as a whole. */
const MAX_CELLS = 4_000_000

const marked = (kind: DiffLine['kind'], lines: string[]) => lines.map((text) => ({ kind, text }))

/** The lines of two texts in one order: what both have, what only the stored one has, what only ours has. */
export function lineDiff(theirs: string, mine: string): DiffLine[] {
  const [a, b] = [theirs.split('\n'), mine.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const middleA = a.slice(start, a.length - end)
  const middleB = b.slice(start, b.length - end)
  return [
    ...marked('same', a.slice(0, start)),
    ...diffMiddle(middleA, middleB),
    ...marked('same', a.slice(a.length - end)),
  ]
}

/** By the longest common subsequence, walked from the front. */
function diffMiddle(a: string[], b: string[]): DiffLine[] {
  if (a.length * b.length > MAX_CELLS) return [...marked('theirs', a), ...marked('mine', b)]
  const width = b.length + 1
  const common = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i] ?? '' })
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) lines.push({ kind: 'theirs', text: a[i++] ?? '' })
    else lines.push({ kind: 'mine', text: b[j++] ?? '' })
  }
  return [...lines, ...marked('theirs', a.slice(i)), ...marked('mine', b.slice(j))]
}
