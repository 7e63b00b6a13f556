import { describe, expect, it } from '@jest/globals'
import type { StaffTag } from '#contract/tags.ts'
import { findDuplicates } from './duplicates.ts'

const toTag = (name: string, count: number): StaffTag => ({
  ...{ id: name, name, slug: name.toLowerCase(), count, published: count },
  ...{ lastUsedAt: null, formerSlugs: [] },
})
/** The first name has the most posts. */
const groupsOf = (names: string[]) =>
  findDuplicates(names.map((name, index) => toTag(name, names.length - index))).map((group) =>
    group.map(({ name }) => name),
  )

describe('duplicate tags', () => {
  it.each([
    ['Café', 'Cafe'],
    ['Databases', 'Database'],
    ['Company', 'Companies'],
    ['Movies', 'Movie'],
    ['Processes', 'Process'],
    ['Front end', 'Frontend'],
    ['Front-End', 'Front ends'],
    ['Accessibility', 'Acessibility'],
    ['Strategy', 'Startegy'],
    ['JavaScript', 'JavaScripts'],
  ])('%s and %s differ by accent, plural, spacing or one letter', (a, b) => {
    expect(groupsOf([a, b])).toEqual([[a, b]])
  })

  it.each([
    ['Java', 'Lava'],
    ['C', 'C++'],
    ['C++', 'C#'],
    ['Web 2.0', 'Web 3.0'],
    ['Release 2025', 'Release 2026'],
    ['SEO', 'CEO'],
    ['Strategy', 'Tragedy'],
    ['!', '?'],
  ])('%s and %s are different tags', (a, b) => expect(groupsOf([a, b])).toEqual([]))

  it('are one group with all spellings, most used first', () => {
    expect(groupsOf(['Reviews', 'Anchors', 'Review', 'Reveiw', 'Anchor', 'Other'])).toEqual([
      ['Reviews', 'Review', 'Reveiw'],
      ['Anchors', 'Anchor'],
    ])
  })

  it('are found in thousands of tags', () => {
    const names = Array.from({ length: 5000 }, (_, number) => `Subject ${number.toString(2)} ${number}`)
    expect(groupsOf([...names, 'Subjects 101 5'])).toEqual([['Subject 101 5', 'Subjects 101 5']])
  })
})
