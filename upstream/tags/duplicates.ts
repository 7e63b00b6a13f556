import anyAscii from 'any-ascii'
import type { StaffTag } from '#contract/tags.ts'
import { editDistance } from '../posts/typos.ts'

const MAX_GROUPS = 20
/** Shorter words that differ in a letter are usually different words. */
const MIN_FOR_TYPO = 5

/** Keeps symbols that distinguish names, such as `C++` and `C#`. */
const fold = (name: string) =>
  anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/[\s\-_./'’]+/g, '')

/** Maps singular and plural to the same text, which need not be a word. */
function toSingular(word: string): string {
  if (word.length < 4) return word
  return word
    .replace(/(?<!s)s$/, '')
    .replace(/(?:ie|y)$/, 'i')
    .replace(/(?<=s|x|z|ch|sh)e$/, '')
}

const singularOf = (name: string) =>
  name
    .split(/[\s\-_./]+/)
    .map((word) => toSingular(fold(word)))
    .join('')

/** Two texts with at most one typo share one of these keys. */
function withoutOneLetter(text: string): string[] {
  const shorter = Array.from({ length: text.length }, (_, at) => text.slice(0, at) + text.slice(at + 1))
  return [text, ...new Set(shorter)]
}

/** Different numbers are not typos: `Web 2` and `Web 3`. */
const hasSameDigits = (a: string, b: string) => a.replace(/\D/g, '') === b.replace(/\D/g, '')

const isTypo = (a: string, b: string) =>
  Math.min(a.length, b.length) >= MIN_FOR_TYPO && hasSameDigits(a, b) && editDistance(a, b, 1) <= 1

export function findDuplicates(
  tags: StaffTag[],
  isDistinct: (a: StaffTag, b: StaffTag) => boolean = () => false,
): StaffTag[][] {
  const groupOf = new Map<StaffTag, Set<StaffTag>>()
  const join = (a: StaffTag, b: StaffTag) => {
    const group = groupOf.get(a) ?? new Set([a])
    for (const tag of groupOf.get(b) ?? [b]) {
      group.add(tag)
      groupOf.set(tag, group)
    }
    groupOf.set(a, group)
  }
  const known = new Map<string, [tag: StaffTag, text: string][]>()
  for (const tag of tags) {
    const text = singularOf(tag.name)
    if (text === '') continue
    for (const variant of withoutOneLetter(text)) {
      const near = known.get(variant) ?? []
      for (const [other, otherText] of near)
        if ((text === otherText || isTypo(text, otherText)) && !isDistinct(other, tag)) join(other, tag)
      near.push([tag, text])
      known.set(variant, near)
    }
  }
  return [...new Set(groupOf.values())]
    .map((group) => [...group].toSorted((a, b) => b.count - a.count || a.slug.localeCompare(b.slug)))
    .toSorted((a, b) => postsOf(b) - postsOf(a))
    .slice(0, MAX_GROUPS)
}

const postsOf = (group: StaffTag[]) => group.reduce((sum, { count }) => sum + count, 0)
