import { diffArrays, diffWordsWithSpace } from 'diff'
import type { FullRevision } from '#contract/revisions.ts'
import { areEqual } from '../merge-fields.ts'

const contentOf = ({ title, slug, excerpt, content, tags, category, cover, seo }: FullRevision) => [
  title,
  slug,
  excerpt,
  content,
  tags,
  category,
  cover,
  seo,
]

export const hasSameContent = (a: FullRevision, b: FullRevision) => areEqual(contentOf(a), contentOf(b))

export interface Part {
  kind: 'same' | 'removed' | 'added'
  text: string
}

export type Block = { kind: 'same'; lines: string[] } | { kind: 'changed'; parts: Part[] }

/** Limits the time of a comparison; larger differences are shown as replaced completely. */
const MAX_LINE_EDITS = 500
const MAX_WORD_EDITS = 400
/** A few words in common by chance do not help the reader. */
const MIN_COMMON = 0.25

const replaced = (before: string, after: string): Part[] => [
  ...(before === '' ? [] : [{ kind: 'removed' as const, text: before }]),
  ...(after === '' ? [] : [{ kind: 'added' as const, text: after }]),
]

const visibleLength = (text: string) => text.replace(/\s/g, '').length

export function compareWords(before: string, after: string): Part[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_WORD_EDITS })
  if (!changes) return replaced(before, after)
  const parts = changes.map(({ value, added, removed }): Part => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
  const common = parts.reduce((sum, { kind, text }) => (kind === 'same' ? sum + visibleLength(text) : sum), 0)
  const longest = Math.max(visibleLength(before), visibleLength(after))
  return common < longest * MIN_COMMON ? replaced(before, after) : parts
}

function compareLines(before: string[], after: string[]) {
  const changes = diffArrays(before, after, { maxEditLength: MAX_LINE_EDITS })
  if (changes) return changes
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1
  return [
    { value: before.slice(0, start), added: false, removed: false },
    { value: before.slice(start), added: false, removed: true },
    { value: after.slice(start), added: true, removed: false },
  ].filter(({ value }) => value.length > 0)
}

export function compareTexts(before: string, after: string): Block[] {
  const blocks: Block[] = []
  let removed: string[] = []
  let added: string[] = []
  const endChange = () => {
    if (removed.length > 0 || added.length > 0)
      blocks.push({ kind: 'changed', parts: compareWords(removed.join('\n'), added.join('\n')) })
    removed = []
    added = []
  }
  for (const change of compareLines(before.split('\n'), after.split('\n'))) {
    if (change.removed) removed = removed.concat(change.value)
    else if (change.added) added = added.concat(change.value)
    else {
      endChange()
      blocks.push({ kind: 'same', lines: change.value })
    }
  }
  endChange()
  return blocks
}

export function compareTags(before: string[], after: string[]): Part[] {
  return [
    ...before.map((text): Part => ({ kind: after.includes(text) ? 'same' : 'removed', text })),
    ...after.filter((text) => !before.includes(text)).map((text): Part => ({ kind: 'added', text })),
  ]
}
