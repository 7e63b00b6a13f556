import { expect, networkError, test } from '../support/fixtures.ts'
import { rawRequest } from '../support/raw-request.ts'

test('an unknown path redirects to the home page', async ({ page, request }) => {
  const unknown = ['/nowhere', '/nowhere/deeper', '/About', '/blog/a/b', '/team?x=1', '/admin-of-something']
  for (const path of unknown) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status(), path).toBe(307)
    expect(response.headers()['location'], path).toBe('/')
    expect(response.headers()['cache-control'], path).toContain('no-store')
    expect(response.headers()['x-robots-tag'], path).toBe('noindex')
  }
  await page.goto('/nowhere')
  await expect(page).toHaveURL('/')
})

test('HEAD of an unknown path redirects to the home page', async ({ request }) => {
  const response = await request.head('/nowhere', { maxRedirects: 0 })
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
  test(`${path} is a 404`, async ({ request }) => {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status()).toBe(404)
  })

test('an unknown API path is a 404 with a JSON error', async ({ request }) => {
  for (const path of ['/api/x', '/api/blogs/a/b', '/api/tags/x/y'])
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await request.fetch(path, { method })
      expect(response.status(), `${method} ${path}`).toBe(404)
      expect(await response.json()).toEqual({ error: expect.any(String) })
    }
})

for (const path of [
  '/blog/-/page/2',
  '/blog/-/search/1',
  '/blog/an-honest-lastmod/markdown',
  '/contact/-/result',
  '/error-page',
])
  test(`${path} is no page and redirects to the home page`, async ({ request }) => {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status()).toBe(307)
    expect(response.headers()['location']).toBe('/')
  })

for (const path of ['/contact/-', '/contact/-/result', '/feeds/none', '/sitemaps/none'])
  test(`${path} shows no page`, async ({ request }) => {
    const response = await request.get(path, { maxRedirects: 0 })
    expect([307, 308, 404]).toContain(response.status())
  })

for (const path of ['//evil.example', '/\\evil.example', '//evil.example/%2f..', '/blog//evil.example'])
  test(`${path} does not redirect to another site`, async ({ site }) => {
    const response = await rawRequest(site.url, path)
    const { location } = response.headers
    if (typeof location === 'string') expect(new URL(location, site.url).origin).toBe(site.url)
    expect(response.status).toBeLessThan(500)
  })

test('a malformed address shows a page to browsers and JSON to programs', async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(/400/)
  const response = await page.goto('/blog/%E0%A4%A')
  expect(response?.status()).toBe(400)
  expect(response?.headers()['cache-control']).toBe('private, no-store')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This address is not valid')
  await page.getByRole('link', { name: 'Go to the blog' }).click()
  await expect(page).toHaveURL('/blog')
  const json = await request.get('/blog/%E0%A4%A', { headers: { accept: '*/*' } })
  expect([json.status(), await json.json()]).toEqual([400, { error: 'The URL is malformed.' }])
})

test('a missing file shows a page to browsers, and text or JSON to programs', async ({
  page,
  request,
  allowed,
}) => {
  allowed.push(networkError(404))
  for (const [path, body] of [
    ['/about.html', 'Not found'],
    ['/deep/price-list.pdf?from=mail', 'Not found'],
    ['/blog/no-such-article.md', '{"error":"Blog post not found"}'],
    ['/feed.xml?category=no-such-category', '{"error":'],
    ['/authors/no-such-author/feed.xml', '{"error":'],
  ] as const) {
    const response = await request.get(path, {
      headers: { accept: 'text/html,*/*', 'accept-encoding': 'br' },
    })
    expect([path, response.status()]).toEqual([path, 404])
    expect(response.headers()['cache-control'], path).toBe('private, no-store')
    expect(response.headers()['content-encoding'], path).toBe('br')
    expect(await response.text(), path).toContain('<title>This page does not exist | Halyard</title>')
    const other = await request.get(path, { headers: { accept: '*/*' } })
    expect([path, other.status()]).toEqual([path, 404])
    expect(await other.text(), path).toContain(body)
  }
  expect((await page.goto('/about.html'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
  await expect(page).toHaveTitle('This page does not exist | Halyard')
  await page.getByRole('link', { name: 'Go to the blog' }).click()
  await expect(page).toHaveURL('/blog')
})

test('browsers open files that exist', async ({ request }) => {
  for (const path of ['/figures/outbox.svg', '/favicon.ico', '/icon.svg']) {
    const response = await request.get(path, { headers: { accept: 'text/html,*/*' } })
    expect([path, response.status()]).toEqual([path, 200])
    expect(response.headers()['content-type'], path).toContain('image/')
  }
})

test('a trailing slash redirects to the page without it', async ({ request, baseURL }) => {
  const response = await request.get('/about/')
  expect([response.status(), response.url()]).toEqual([200, `${baseURL}/about`])
})

test('every response has the security headers', async ({ request }) => {
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
