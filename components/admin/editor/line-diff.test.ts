import { describe, expect, it } from '@jest/globals'
import { lineDiff } from './line-diff.ts'

const shown = (theirs: string, mine: string) =>
  lineDiff(theirs, mine).map(({ kind, text }) => `${{ same: ' ', theirs: '-', mine: '+' }[kind]}${text}`)

describe('lineDiff', () => {
  it('keeps common lines and marks differences', () => {
    expect(shown('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([' a', '-b', '+x', ' c', ' d', '+e'])
  })

  it('finds no differences in equal texts', () => {
    expect(shown('a\n\nb', 'a\n\nb')).toEqual([' a', ' ', ' b'])
  })

  it('marks only the added line when one text contains the other', () => {
    expect(shown('a\na', 'a\na\na')).toEqual([' a', ' a', '+a'])
    expect(shown('', 'a')).toEqual(['-', '+a'])
  })

  it('shows moved lines at their new position', () => {
    expect(shown('one\ntwo\nthree', 'two\nthree\none')).toEqual(['-one', ' two', ' three', '+one'])
  })

  it('shows texts with too many differences as replaced', () => {
    const lines = (letter: string) => Array.from({ length: 2100 }, (_, i) => `${letter}${i}`).join('\n')
    const kinds = new Set(lineDiff(lines('a'), lines('b')).map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(['theirs', 'mine']))
  })
})
