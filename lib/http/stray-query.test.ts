import { describe, expect, it } from '@jest/globals'
import { withoutStrayQuery } from './stray-query.ts'

describe('the address that a kept page is rendered for', () => {
  it.each([
    ['/', '/'],
    ['/?utm_source=letter', '/'],
    ['/about?email=ada@example.com&x', '/about'],
    ['/about?_rsc=1a2b&x=1', '/about?_rsc=1a2b'],
    ['/contact?result=sent&x=1', '/contact?result=sent'],
    ['/blog?page=2&x=1&tag=CI%2FCD', '/blog?page=2&tag=CI%2FCD'],
    ['/blog?search=a+b%26c', '/blog?search=a+b%26c'],
    ['/blog?search=', '/blog?search='],
    ['/blog/a-post?x=1?y=2', '/blog/a-post'],
    ['/blog/?x=1', '/blog/?x=1'],
    ['/admin/blogs?page=2&x=1', '/admin/blogs?page=2&x=1'],
    ['/api/blogs?page=2&x=1', '/api/blogs?page=2&x=1'],
  ])('of %s is %s', (asked, kept) => expect(withoutStrayQuery(asked)).toBe(kept))
})
