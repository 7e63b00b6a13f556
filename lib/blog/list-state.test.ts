import { describe, expect, it } from '@jest/globals'
import { chooseTags, formatListSummary, getPageNumbers, listHref } from './list-state.ts'

describe('the blog list', () => {
  it.each([
    [1, 1, [1]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
    [2, 3, [1, 2, 3]],
    [1, 0, []],
  ])('offers page numbers for page %i of %i', (page, total, numbers) => {
    expect(getPageNumbers(page, total)).toEqual(numbers)
  })

  it('summarizes its results', () => {
    expect(formatListSummary({ shown: 6, total: 25 })).toBe('Showing 6 of 25 articles')
    expect(formatListSummary({ shown: 1, total: 1, search: 'a', tag: 'SEO' })).toBe(
      'Showing 1 of 1 articles for "a" tagged "SEO"',
    )
  })

  const tags = 'abcdefghijkl'.split('').map((name, index) => ({ name, count: 20 - index }))
  const names = (choice: { name: string }[]) => choice.map(({ name }) => name).join('')

  it('shows ten tags and the active one first', () => {
    const choice = chooseTags({ tags, found: [] })
    expect([names(choice.top), names(choice.more)]).toEqual(['abcdefghij', 'kl'])
    const withActive = chooseTags({ tags, found: [], tag: 'L' })
    expect([names(withActive.top), names(withActive.more)]).toEqual(['abcdefghijl', 'k'])
    expect(names(chooseTags({ tags, found: [], tag: 'b' }).top)).toBe('abcdefghij')
  })

  it('offers the tags of a search with the counts within it', () => {
    const found = [
      { name: 'l', count: 2 },
      { name: 'b', count: 1 },
    ]
    expect(chooseTags({ tags, found, search: 'x' })).toEqual({ top: found, more: [], search: 'x' })
    expect(chooseTags({ tags, found, search: 'x', tag: 'c' }).top).toEqual([
      ...found,
      { name: 'c', count: 0 },
    ])
  })

  it('offers all tags without the search when it finds none', () => {
    const choice = chooseTags({ tags, found: [], search: 'x', tag: 'b' })
    expect(choice.search).toBeUndefined()
    expect(names([...choice.top, ...choice.more])).toBe('abcdefghijkl')
    expect(choice.top[1]).toEqual({ name: 'b', count: 0 })
  })

  it('has one URL for each state', () => {
    expect(listHref({})).toBe('/blog')
    expect(listHref({ page: 1, tag: 'C#' })).toBe('/blog?tag=C%23')
    expect(listHref({ page: 3, search: 'a b', tag: 'SEO' })).toBe('/blog?search=a+b&tag=SEO&page=3')
  })
})
