import { describe, expect, it } from '@jest/globals'
import { longDate } from './dates.ts'
import { listHref } from './list-href.ts'
import { pageButtons } from './page-buttons.ts'
import { readingMinutes } from './reading-time.ts'
import { resultSummary } from './summary.ts'

describe('the blog list', () => {
  it.each([
    [1, 1, [1]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
    [2, 3, [1, 2, 3]],
    [1, 0, []],
  ])('offers page buttons for page %i of %i', (page, total, buttons) => {
    expect(pageButtons(page, total)).toEqual(buttons)
  })

  it('says what it shows', () => {
    expect(resultSummary({ shown: 6, total: 25 })).toBe('Showing 6 of 25 articles')
    expect(resultSummary({ shown: 1, total: 1, search: 'a', tag: 'SEO' })).toBe(
      'Showing 1 of 1 articles for "a" tagged "SEO"',
    )
  })

  it('has one address for each state', () => {
    expect(listHref({})).toBe('/blog')
    expect(listHref({ page: 1, tag: 'C#' })).toBe('/blog?tag=C%23')
    expect(listHref({ page: 3, search: 'a b', tag: 'SEO' })).toBe('/blog?search=a+b&tag=SEO&page=3')
  })

  it('reads 200 words a minute, rounded up, without markup', () => {
    expect(readingMinutes('<p>one</p>')).toBe(1)
    expect(readingMinutes('word '.repeat(200))).toBe(1)
    expect(readingMinutes('word '.repeat(201))).toBe(2)
    expect(readingMinutes(`<p ${'class="a" '.repeat(300)}>one</p>`)).toBe(1)
  })

  it('writes dates in long US form', () => {
    expect(longDate('2024-03-05T15:00:00.000Z')).toBe('March 5, 2024')
  })
})
