import { describe, expect, it } from '@jest/globals'
import { redirectCorpus } from '#contract/testing/redirect-corpus.ts'
import { returnPath } from './return-path.ts'

const base = 'https://halyard.example'
const back = (wanted: string | null) => returnPath(wanted, base)

describe('the return path after sign-in', () => {
  it('is a page under /admin, with its query', () => {
    expect(back('/admin/blogs?page=2')).toBe('/admin/blogs?page=2')
    expect(back(`${base}/admin/blogs`)).toBe('/admin/blogs')
  })

  it.each([
    null,
    '',
    '/',
    '/blog',
    '/administrator',
    '/admin',
    '/admin/login?from=/admin/blogs',
    '//evil.example/admin/x',
    '/\\evil.example/admin/x',
    'https://evil.example/admin/x',
    'https://halyard.example@evil.example/admin/x',
    'javascript:alert(1)//admin/',
    'data:text/html,/admin/x',
    'http://halyard.example/admin/x',
    '/admin/../blog',
    '/admin/%2e%2e/blog',
    'http://[',
    '\t//evil.example/admin/x',
  ])('is the dashboard for %j', (wanted) => {
    expect(back(wanted)).toBe('/admin/dashboard')
  })

  it.each(redirectCorpus)('stays on this site and under /admin for %j', (wanted) => {
    for (const variant of [wanted, encodeURIComponent(wanted), wanted.toUpperCase(), `${wanted}?x=/admin/`]) {
      const { origin, pathname } = new URL(back(variant), base)
      expect([origin, /^\/admin\/[^/\\]/.test(pathname)]).toEqual([base, true])
    }
  })
})
