import { describe, expect, it } from '@jest/globals'
import { compareTags, compareTexts, compareWords, type Block, type Part } from './compare.ts'

const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const
const show = (parts: Part[]) =>
  parts.map(({ kind, text }) => `${marks[kind][0]}${text}${marks[kind][1]}`).join('')
const showAll = (blocks: Block[]) =>
  blocks.map((block) => (block.kind === 'same' ? block.lines.join('\n') : show(block.parts))).join('\n')

/** Rebuilds either text from a comparison. */
function expectComplete(before: string, after: string) {
  const texts = (kind: Part['kind']) =>
    compareTexts(before, after).flatMap((block) => {
      if (block.kind === 'same') return [block.lines.join('\n')]
      const own = block.parts.filter((part) => part.kind === 'same' || part.kind === kind)
      return own.length > 0 ? [own.map(({ text }) => text).join('')] : []
    })
  expect(texts('removed').join('\n')).toBe(before)
  expect(texts('added').join('\n')).toBe(after)
}

describe('a comparison of texts', () => {
  it('marks words in changed paragraphs and keeps the others', () => {
    const before = 'One\n\nThe red flag is raised.\n\nThree'
    const after = 'One\n\nThe yellow flag is raised today.\n\nThree'
    expect(showAll(compareTexts(before, after))).toBe(
      'One\n\nThe [-red-]{+yellow+} flag is raised{+ today+}.\n\nThree',
    )
  })

  it('shows paragraphs that were added, removed or replaced', () => {
    expect(showAll(compareTexts('One\nTwo', 'One\nNew\nTwo'))).toBe('One\n{+New+}\nTwo')
    expect(showAll(compareTexts('One\nOld\nTwo', 'One\nTwo'))).toBe('One\n[-Old-]\nTwo')
    expect(show(compareWords('A ship sails', 'Nothing in common here'))).toBe(
      '[-A ship sails-]{+Nothing in common here+}',
    )
    expect(showAll(compareTexts('', 'New'))).toBe('{+New+}')
  })

  it('has no changes for equal texts', () => {
    expect(compareTexts('a\n\nb', 'a\n\nb')).toEqual([{ kind: 'same', lines: ['a', '', 'b'] }])
  })

  it.each([
    ['a\nb', 'b\na'],
    ['One two three\n\nFour', 'One three\n\nFour five\n'],
    ['x', ''],
    ['Ropes 👩‍🚀 and flags', 'Ropes 👩‍🚀 and ⚑ flags'],
    ['绳索和旗帜', '绳索与旗帜'],
  ])('loses nothing of %j and %j', (before, after) => expectComplete(before, after))

  it('shows long texts as replaced when their differences exceed the limits', () => {
    const text = (word: string) =>
      Array.from({ length: 10_000 }, (_, line) => `${word}${line} ${'some words '.repeat(3)}`).join('\n')
    const parts = [
      { kind: 'removed', text: text('a') },
      { kind: 'added', text: text('b') },
    ]
    expect(compareTexts(text('a'), text('b'))).toEqual([{ kind: 'changed', parts }])
  })

  it('finds one changed word in a long text', () => {
    const lines = Array.from({ length: 10_000 }, (_, line) => `Line ${line} of a long post`)
    const after = lines.with(5_000, 'Line 5000 of a longer post')
    const changed = compareTexts(lines.join('\n'), after.join('\n')).filter(({ kind }) => kind === 'changed')
    expect(showAll(changed)).toBe('Line 5000 of a [-long-]{+longer+} post')
  })
})

it('compares tags by name', () => {
  expect(show(compareTags(['Rope', 'Mast'], ['Mast', 'Sail']))).toBe('[-Rope-]Mast{+Sail+}')
})
