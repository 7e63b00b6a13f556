import { randomUUID } from 'node:crypto'
import { expect, test, unique } from '../support/fixtures.ts'
import { appFiles } from '../support/app-files.ts'
import { sessionOf } from '../support/forged-session.ts'
import { rawRequest } from '../support/raw-request.ts'

const ends = [
  '.css',
  '.js',
  '.png',
  '/x.css',
  '/x.js',
  '%2Fx.css',
  ';x.css',
  '%3Bx.css',
  '%00.css',
  '%0a.css',
  '%23.css',
  '%3F.css',
  '?x.css',
  '//x.css',
  '/.css',
  '/..%2fx.css',
  '.txt',
  '.rsc',
  '.json',
  '.html',
]
const spellings = [
  '/admin%2Fblogs',
  '/%61dmin/blogs',
  '/ADMIN/blogs',
  '/admin;/blogs',
  '/admin//blogs',
  '/./admin/blogs',
  '/x/..%2fadmin/blogs',
  '/x/../admin/blogs',
  '/_next/data/x/admin/blogs.json',
  '/_next/static/../../admin/blogs',
  '/blog/..%2f..%2fadmin%2fblogs',
  '/admin/blogs%20',
  '/admin/blogs%09',
]

const flights: Record<string, string>[] = [{}, { rsc: '1' }]

test(
  'staff responses are never cacheable, for any form of the URL',
  { tag: '@once' },
  async ({ site, staff }) => {
    const draft = await staff.create({ title: unique('Deceived'), published: false })
    const cookie = await sessionOf(site.url, site.newVisitor())
    const privateParts = [draft.title, 'editor@halyard.example', 'Editorial team']
    const bases = [
      '/admin/dashboard',
      '/admin/blogs',
      `/admin/blogs/edit/${draft.id}`,
      `/admin/blogs/preview/${draft.id}`,
      '/admin/login',
      '/api/auth/session',
      '/api/auth/profile',
      '/api/auth/csrf',
      '/api/stats',
      '/api/blogs',
      `/api/blogs/${draft.id}`,
    ]
    const addresses = [...bases, ...bases.flatMap((base) => ends.map((end) => base + end)), ...spellings]
    let shown = 0
    for (const address of addresses) {
      const open = await rawRequest(site.url, address)
      expect(
        privateParts.filter((part) => part !== 'Editorial team' && open.body.includes(part)),
        address,
      ).toEqual([])
      for (const more of flights) {
        const response = await rawRequest(site.url, address, { headers: { cookie, ...more } })
        expect(response.status, address).toBeLessThan(500)
        if (!privateParts.some((part) => response.body.includes(part))) continue
        if (response.body.includes(draft.title)) shown += 1
        expect(response.headers['cache-control'], address).toMatch(/no-store/)
        expect(String(response.headers['content-type']), address).toMatch(
          /^(text\/html|text\/x-component|application\/json)/,
        )
      }
      // Another visitor does not get it.
      const after = await rawRequest(site.url, address)
      expect(after.body, address).not.toContain(draft.title)
      expect(after.headers['x-nextjs-cache'], address).not.toBe('STALE')
    }
    expect(shown).toBeGreaterThan(4)
  },
)

test(
  'a cached page contains nothing about the visitor who requested it first',
  { tag: '@once' },
  async ({ site, staff }) => {
    const post = await staff.create({ title: unique('First asked'), tags: [unique('Asked')] })
    const pages = appFiles('(site)/**/page.tsx', { '[slug]': post.slug })
      .map(({ address }) => address)
      .filter((address) => !address.includes('/-/'))
    const asked = [
      ...pages,
      '/blog?page=2',
      '/blog?tag=SEO',
      '/blog?tag=never-used',
      '/blog/never-written',
      '/blog?page=9999',
    ]
    for (const address of asked) {
      const mark = `zq${randomUUID().slice(0, 8)}`
      const headers = {
        cookie: `a=${mark}`,
        referer: `http://x/${mark}`,
        'user-agent': mark,
        'accept-language': mark,
        'x-path': mark,
        'x-forwarded-host': `${mark}.example`,
        host: `${mark}.example`,
        'x-nonce': mark,
      }
      const by = address.includes('?') ? '&' : '?'
      for (const query of [`${by}email=${mark}`, `${by}utm_source=${mark}#${mark}`])
        await rawRequest(site.url, `${address}${query}`.replace(/#.*/, ''), { headers })
      const { body, headers: received } = await rawRequest(site.url, address)
      expect(`${body}${JSON.stringify(received)}`, address).not.toContain(mark)
    }
    await rawRequest(site.url, '/blog/secret-guess-of-somebody')
    expect((await rawRequest(site.url, '/blog/never-written')).body).not.toContain('secret-guess')
  },
)
