import { diffArrays } from 'diff'
import { joinParagraphs, splitParagraphs, type Paragraph } from './paragraphs.ts'

interface TextConflict {
  mine: Paragraph[]
  theirs: Paragraph[]
}

type TextPart = { paragraphs: Paragraph[] } | { conflict: TextConflict }

export interface TextMerge {
  start: string
  end: string
  lineBreak: string
  parts: TextPart[]
  conflicts: TextConflict[]
  taken: { mine: number; theirs: number }
}

export type Choice = 'mine' | 'theirs' | 'both'

/** These paragraphs replace those from `from` up to, but not including, `to`. */
interface Hunk {
  from: number
  to: number
  paragraphs: Paragraph[]
}

interface Side {
  hunks: Hunk[]
  /** The paragraphs of this side by their index in the base. */
  counterparts: Map<number, Paragraph>
}

const textOf = ({ text }: Paragraph) => text

const splitHunk = ({ from, to, paragraphs }: Hunk): Hunk[] =>
  paragraphs.length === to - from
    ? paragraphs.map((paragraph, index) => ({
        from: from + index,
        to: from + index + 1,
        paragraphs: [paragraph],
      }))
    : [{ from, to, paragraphs }]

function compare(base: Paragraph[], side: Paragraph[]): Side {
  const hunks: Hunk[] = []
  const counterparts = new Map<number, Paragraph>()
  let at = 0
  let sideAt = 0
  let open: Hunk | null = null
  for (const { added, removed, count } of diffArrays(base.map(textOf), side.map(textOf))) {
    if (added || removed) {
      open ??= { from: at, to: at, paragraphs: [] }
      if (removed) open.to = at += count
      else open.paragraphs.push(...side.slice(sideAt, (sideAt += count)))
      continue
    }
    if (open) hunks.push(...splitHunk(open))
    open = null
    for (const paragraph of side.slice(sideAt, sideAt + count)) counterparts.set(at++, paragraph)
    sideAt += count
  }
  if (open) hunks.push(...splitHunk(open))
  for (const { from, to, paragraphs } of hunks)
    if (to - from === 1 && paragraphs[0] && paragraphs.length === 1) counterparts.set(from, paragraphs[0])
  return { hunks, counterparts }
}

/** Two insertions at the same position overlap, and so does an insertion within a replaced range. */
const overlap = (a: Pick<Hunk, 'from' | 'to'>, b: Pick<Hunk, 'from' | 'to'>) =>
  a.from === b.from && (a.from === a.to) === (b.from === b.to)
    ? true
    : Math.max(a.from, b.from) < Math.min(a.to, b.to) ||
      (a.from === a.to && b.from < a.from && a.from < b.to) ||
      (b.from === b.to && a.from < b.from && b.from < a.to)

const takeChanged = <Value>(base: Value, mine: Value, theirs: Value) =>
  mine === base ? theirs : theirs === base ? mine : (mine ?? theirs)

const isSameText = (a: Paragraph[], b: Paragraph[]) =>
  a.length === b.length && a.every(({ text }, index) => text === b[index]?.text)

/** Without a base, the paragraphs that both texts share serve as the base. */
const commonParagraphs = (mine: Paragraph[], theirs: Paragraph[]) => {
  let at = 0
  return diffArrays(mine.map(textOf), theirs.map(textOf)).flatMap(({ added, removed, count }) => {
    const own = added ? [] : mine.slice(at, (at += count))
    return removed ? [] : own
  })
}

/** Merges two texts by paragraph. Without a base, the writer has to decide about each difference. */
export function mergeText(base: string | null, mine: string, theirs: string): TextMerge {
  const own = splitParagraphs(mine)
  const other = splitParagraphs(theirs)
  const origin =
    base === null
      ? { ...other, paragraphs: commonParagraphs(own.paragraphs, other.paragraphs) }
      : splitParagraphs(base)
  const sides = {
    mine: compare(origin.paragraphs, own.paragraphs),
    theirs: compare(origin.paragraphs, other.paragraphs),
  }
  const parts: TextPart[] = []
  const taken = { mine: 0, theirs: 0 }

  const withGap = (number: number, paragraph: Paragraph): Paragraph => ({
    text: paragraph.text,
    gap: takeChanged(
      origin.paragraphs[number]?.gap,
      sides.mine.counterparts.get(number)?.gap,
      sides.theirs.counterparts.get(number)?.gap,
    ),
  })
  const keep = (from: number, to: number) =>
    origin.paragraphs.slice(from, to).map((paragraph, index) => withGap(from + index, paragraph))
  const apply = (hunks: Hunk[], from: number, to: number) => {
    let at = from
    const changed = hunks.flatMap((hunk) => {
      const before = origin.paragraphs.slice(at, hunk.from)
      at = hunk.to
      return [...before, ...hunk.paragraphs]
    })
    return [...changed, ...origin.paragraphs.slice(at, to)]
  }

  const queue = (['mine', 'theirs'] as const)
    .flatMap((side) => sides[side].hunks.map((hunk) => ({ ...hunk, side })))
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
  let at = 0
  for (let first = queue.shift(); first; first = queue.shift()) {
    const region = { from: first.from, to: first.to }
    const hunks = [first]
    for (let next = queue[0]; next && overlap(region, next); next = queue[0]) {
      region.to = Math.max(region.to, next.to)
      hunks.push(next)
      queue.shift()
    }
    parts.push({ paragraphs: keep(at, region.from) })
    at = region.to
    const [changedBy, ...others] = new Set(hunks.map(({ side }) => side))
    const applied = (side: 'mine' | 'theirs') =>
      apply(
        hunks.filter((hunk) => hunk.side === side),
        region.from,
        region.to,
      )
    const conflict = { mine: applied('mine'), theirs: applied('theirs') }
    const isDecided = others.length === 0 ? base !== null : isSameText(conflict.mine, conflict.theirs)
    if (!isDecided || !changedBy) {
      parts.push({ conflict })
      continue
    }
    if (others.length === 0) taken[changedBy] += 1
    const paragraphs = conflict[changedBy]
    const isReplaced = paragraphs.length === 1 && region.to - region.from === 1
    parts.push({
      paragraphs: isReplaced ? paragraphs.map((only) => withGap(region.from, only)) : paragraphs,
    })
  }
  parts.push({ paragraphs: keep(at, origin.paragraphs.length) })

  const [lineBreak = '\n'] = /\r?\n/.exec(mine) ?? /\r?\n/.exec(theirs) ?? []
  return {
    start: takeChanged(origin.start, own.start, other.start),
    end: takeChanged(origin.end, own.end, other.end),
    lineBreak,
    parts,
    taken,
    conflicts: parts.flatMap((part) => ('conflict' in part ? part.conflict : [])),
  }
}

function decide({ mine, theirs }: TextConflict, choice: Choice): Paragraph[] {
  if (choice !== 'both') return choice === 'mine' ? mine : theirs
  return [...theirs, ...mine]
}

export function joinText(merge: TextMerge, choices: Choice[]): string {
  let number = 0
  const paragraphs = merge.parts.flatMap((part) =>
    'conflict' in part ? decide(part.conflict, choices[number++] ?? 'mine') : part.paragraphs,
  )
  return joinParagraphs({ ...merge, paragraphs }, merge.lineBreak)
}

export const paragraphsToText = (paragraphs: Paragraph[]): string =>
  joinParagraphs({ start: '', paragraphs, end: '' })
