import { expect, networkNote, test } from './fixtures.ts'
import { rawRequest } from './raw-request.ts'

for (const path of ['/nowhere', '/nowhere/deeper', '/About', '/blog/a/b', '/team?x=1', '/admin-of-something'])
  test(`the unknown path ${path} leads home`, async ({ page, request }) => {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status()).toBe(307)
    expect(response.headers()['location']).toBe('/')
    expect(response.headers()['cache-control']).toContain('no-store')
    expect(response.headers()['x-robots-tag']).toBe('noindex')
    await page.goto(path)
    await expect(page).toHaveURL('/')
  })

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
  test(`${method} to an unknown path leads home as well`, async ({ request }) => {
    const response = await request.fetch('/nowhere', { method, maxRedirects: 0 })
    expect(response.status()).toBe(307)
    expect(response.headers()['location']).toBe('/')
  })

for (const path of [
  '/nothing.txt',
  '/wp-login.php',
  '/.env',
  '/deep/down.json',
  '/.well-known/x',
  '/_next/static/x.js',
])
  test(`${path} is simply not there`, async ({ request }) => {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status()).toBe(404)
  })

test('an unknown call of the API is a 404 in JSON', async ({ request }) => {
  for (const path of ['/api/x', '/api/blogs/a/b', '/api/tags/x'])
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await request.fetch(path, { method })
      expect(response.status(), `${method} ${path}`).toBe(404)
      expect(await response.json()).toEqual({ error: expect.any(String) })
    }
})

for (const path of ['/%', '/blog/%', '/blog/%zz', '/blog?search=%', '/api/blogs/%ff', '/%c0%af'])
  test(`the malformed ${path} is a 400`, async ({ site }) => {
    const answer = await rawRequest(site.url, path)
    expect(answer.status).toBe(400)
    expect(answer.body).not.toMatch(/at .*\.js|stack/i)
  })

for (const path of ['/blog/-', '/blog/-/page/2', '/blog/-/search/1', '/blog/-/tag/SEO/1'])
  test(`${path} is not an address of its own`, async ({ request }) => {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status()).toBe(307)
    expect(response.headers()['location']).toBe('/blog')
  })

for (const path of ['/contact/-', '/contact/-/result', '/feeds/none', '/sitemaps/none'])
  test(`${path} shows no page`, async ({ request }) => {
    const response = await request.get(path, { maxRedirects: 0 })
    expect([307, 308, 404]).toContain(response.status())
  })

for (const path of ['//evil.example', '/\\evil.example', '//evil.example/%2f..', '/blog//evil.example'])
  test(`${path} leads to no other site`, async ({ site }) => {
    const answer = await rawRequest(site.url, path)
    const { location } = answer.headers
    if (typeof location === 'string') expect(new URL(location, site.url).origin).toBe(site.url)
    expect(answer.status).toBeLessThan(500)
  })

test('a slash at the end leads to the page without it', async ({ page }) => {
  await page.goto('/about/')
  await expect(page).toHaveURL('/about')
})

test('a missing article is no redirect', async ({ page, allowed }) => {
  allowed.push(networkNote(404))
  expect((await page.goto('/blog/nowhere'))?.status()).toBe(404)
  await expect(page).toHaveURL('/blog/nowhere')
})

test('every page says how it is to be treated', async ({ request }) => {
  for (const path of ['/', '/blog', '/contact', '/nowhere', '/blog/nowhere', '/api/health']) {
    const headers = (await request.get(path, { maxRedirects: 0 })).headers()
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin')
    expect(headers['permissions-policy'], path).toContain('camera=()')
    expect(headers['cross-origin-opener-policy'], path).toMatch(/^same-origin/)
    const policy = headers['content-security-policy']
    for (const rule of [
      "script-src-attr 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy, path).toContain(rule)
    expect(headers['x-powered-by'], path).toBeUndefined()
    expect(headers['access-control-allow-origin'], path).toBeUndefined()
  }
})
