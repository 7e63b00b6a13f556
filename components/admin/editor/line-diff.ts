import { diffArrays } from 'diff'

interface DiffLine {
  kind: 'same' | 'theirs' | 'mine'
  text: string
}

/** Limits the time of a comparison; texts with more differences are shown as replaced completely. */
const MAX_DIFFERENCES = 500

export function lineDiff(theirs: string, mine: string): DiffLine[] {
  const [before, after] = [theirs.split('\n'), mine.split('\n')]
  const changes = diffArrays(before, after, { maxEditLength: MAX_DIFFERENCES }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text) => ({ kind: added ? 'mine' : removed ? 'theirs' : 'same', text })),
  )
}
