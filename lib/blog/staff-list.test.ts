import { describe, expect, it } from '@jest/globals'
import { postListResponseSchema } from '#contract/posts.ts'
import { staffListHref, staffListQuery, parseStaffListState, toStaffPage } from './staff-list.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const stateOf = (query: string) => parseStaffListState(new URLSearchParams(query))

const post = (id: number, fields: object = {}) => ({
  id,
  slug: `post-${id}`,
  title: `Post ${id}`,
  published: true,
  createdAt: '2026-11-20T08:00:00Z',
  author: { name: 'Maren Holt' },
  content: 'long',
  ...fields,
})
const ten = (fields: (id: number) => object) =>
  Array.from({ length: 10 }, (_, index) => post(index, fields(index)))
const pageOf = (query: string, blogs: object[], rest: object = {}) =>
  toStaffPage(postListResponseSchema.parse({ data: { blogs }, ...rest }), stateOf(query), now)

describe('the URL of the staff list', () => {
  it.each([
    ['', '/admin/blogs'],
    ['page=1&status=all&author=all&range=all', '/admin/blogs'],
    ['page=3&search=+knots+', '/admin/blogs?search=knots&page=3'],
    [
      'status=draft&author=maren-holt&range=week&page=2',
      '/admin/blogs?status=draft&author=maren-holt&range=week&page=2',
    ],
    ['page=-1&status=gone&range=%00', '/admin/blogs'],
    ['page=1e9', '/admin/blogs'],
    ['sort=views&page=2', '/admin/blogs?sort=views&order=desc&page=2'],
    ['sort=title&order=up', '/admin/blogs?sort=title&order=asc'],
    ['sort=password&order=asc', '/admin/blogs'],
  ])('%j is written %j', (query, href) => expect(staffListHref(stateOf(query))).toBe(href))

  it('becomes the query of the upstream call', () => {
    expect(
      staffListQuery(stateOf('search=a&status=draft&range=today&page=2&sort=updated&order=asc'), now),
    ).toEqual({
      page: 2,
      limit: 10,
      search: 'a',
      status: 'draft',
      author: '',
      sort: 'updated',
      order: 'asc',
      from: '2026-11-20T05:00:00.000Z',
    })
  })
})

describe('a page of the staff list', () => {
  it('counts over all pages', () => {
    expect(pageOf('page=2', [post(1), post(2)], { total: 12, totalPages: 2 })).toMatchObject({
      first: 11,
      last: 12,
      total: 12,
      totalPages: 2,
      withinPage: false,
    })
  })

  it('does not contain post content', () => {
    expect(pageOf('', [post(1)]).posts[0]).not.toHaveProperty('content')
  })

  it('trusts an upstream that reports its filters as applied', () => {
    const answer = { total: 31, totalPages: 4, filtered: true }
    expect(
      pageOf(
        'status=draft&page=2',
        ten(() => ({})),
        answer,
      ),
    ).toMatchObject({
      first: 11,
      last: 20,
      total: 31,
      withinPage: false,
    })
  })

  it.each([
    ['status=draft', (id: number) => ({ published: id > 3 }), 4],
    ['status=published', (id: number) => ({ published: id > 3 }), 6],
    ['author=Ada', (id: number) => ({ author: { name: id < 2 ? 'Ada' : 'Maren Holt' } }), 2],
    [
      'range=today',
      (id: number) => ({ createdAt: id < 3 ? '2026-11-20T06:00:00Z' : '2026-11-20T04:00:00Z' }),
      3,
    ],
  ])(
    'is narrowed by %s here when the upstream ignored it, and counts what is left',
    (query, fields, left) => {
      const page = pageOf(`${query}&page=2`, ten(fields), { total: 31, totalPages: 4 })
      expect(page.posts).toHaveLength(left)
      expect(page).toMatchObject({ first: 1, last: left, total: left, totalPages: 4, withinPage: true })
    },
  )

  it('shows no total for an upstream that does not report its filters as applied', () => {
    const page = pageOf(
      'status=published',
      ten(() => ({})),
      { total: 31, totalPages: 4 },
    )
    expect(page).toMatchObject({ last: 10, total: 10, withinPage: true })
  })

  it.each(['scheduled', 'archived', 'trash'])('is empty for the status %s, on any page', (status) => {
    expect(
      pageOf(
        `status=${status}`,
        ten(() => ({})),
        { total: 31, totalPages: 4 },
      ),
    ).toEqual({
      posts: [],
      first: 0,
      last: 0,
      total: 0,
      totalPages: 0,
      withinPage: false,
      partial: false,
      sortable: false,
      hasTrash: false,
      hasSchedule: false,
    })
  })

  it('may have fewer results than match when the upstream reports it', () => {
    expect(pageOf('search=a', [post(1)], { total: 1000, partial: true }).partial).toBe(true)
    expect(pageOf('search=a', [post(1)], { total: 1000 }).partial).toBe(false)
  })

  it('is sortable only when the upstream reports it', () => {
    expect(pageOf('sort=views', [post(1)], { sorted: true }).sortable).toBe(true)
    expect(pageOf('sort=views', [post(1)]).sortable).toBe(false)
  })

  it('counts the posts itself when the upstream does not', () => {
    expect(pageOf('', [post(1), post(2)])).toMatchObject({ first: 1, last: 2, total: 2, totalPages: 1 })
    expect(pageOf('', [])).toMatchObject({ first: 0, last: 0, total: 0, totalPages: 0 })
  })
})
