import { expect, it } from '@jest/globals'
import { readParams, toHref, toSearchParams } from './url-format.ts'

it('writes a list state as a URL without its defaults', () => {
  const href = (params: Parameters<typeof toSearchParams>[0]) => toHref('/admin/tags', toSearchParams(params))
  expect(href({ name: '', sort: undefined, from: null, page: 1 })).toBe('/admin/tags')
  expect(href({ name: 'a&b', sort: 'used', from: 1, page: 2 })).toBe(
    '/admin/tags?name=a%26b&sort=used&from=1&page=2',
  )
})

it('reads the named parameters of a URL', () => {
  expect(readParams(new URLSearchParams('name=a%26b&other=1'), ['name', 'page'])).toEqual({
    name: 'a&b',
    page: undefined,
  })
})
