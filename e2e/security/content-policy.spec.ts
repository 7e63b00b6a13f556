import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { accountEnv, signIn } from '../support/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { rawRequest } from '../support/raw-request.ts'
import { projectRoot, startServer } from '../support/server-process.ts'

const everything = /^console|^uncaught|^failed|^response/

/** Scripts that an attacker could inject into a page. */
const injected = `
  <script>window.pwned = 'inline'</script>
  <script src="/injected.js"></script>
  <script nonce="">window.pwned = 'empty nonce'</script>
  <img src="/missing.png" onerror="window.pwned = 'handler'">
  <iframe src="https://evil.example/frame"></iframe>
  <object data="/injected.js"></object>
  <base href="https://evil.example/">`

/** Submits a form to another site, then follows a javascript: URL. */
const submitAndFollow = (page: Page, wanted: string[]) =>
  page.evaluate(async (directives) => {
    const form = Object.assign(document.createElement('form'), { action: 'https://evil.example/' })
    const link = Object.assign(document.createElement('a'), { href: "javascript:window.pwned='address'" })
    const handled = document.createElement('p')
    const bait: Record<string, () => void> = {
      'script-src-attr': () => {
        handled.setAttribute('onclick', "window.pwned='handler'")
        handled.click()
      },
      'script-src-elem': () => link.click(),
      'form-action': () => form.submit(),
    }
    for (const directive of directives)
      await new Promise<void>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => {
          if (event.effectiveDirective === directive) resolve()
        })
        document.body.append(form, link, handled)
        bait[directive]?.()
      })
  }, wanted)

test.describe('the content security policy', { tag: '@once' }, () => {
  test('blocks scripts that were injected into a staff page', async ({ page, context, site, allowed }) => {
    allowed.push(everything)
    await signIn(context, site)
    const reached: string[] = []
    await context.route(/evil\.example/, (route) => {
      reached.push(route.request().url())
      return route.fulfill({ body: '<script>parent.pwned = "frame"</script>', contentType: 'text/html' })
    })
    await context.route('**/injected.js', (route) =>
      route.fulfill({ body: "window.pwned = 'file'", contentType: 'text/javascript' }),
    )
    for (const address of ['/admin/users', '/admin/login']) {
      if (address === '/admin/login') {
        // An open staff page would notice the missing session and redirect by itself.
        await page.goto('about:blank')
        await context.clearCookies()
      }
      await page.route(`**${address}`, async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(/<body[^>]*>/, (tag) => tag + injected)
        await route.fulfill({ response, body })
      })
      const picture = page.waitForResponse('**/missing.png')
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await picture
      await submitAndFollow(page, ['form-action', 'script-src-attr', 'script-src-elem'])
      expect(await page.evaluate(() => Reflect.get(window, 'pwned')), address).toBeUndefined()
      expect(await page.evaluate(() => document.baseURI), address).toContain(site.url)
    }
    expect(reached).toEqual([])
  })

  test('blocks event handlers and script URLs on a public page', async ({ page, allowed, context }) => {
    allowed.push(everything)
    const reached: string[] = []
    await context.route(/evil\.example/, (route) => {
      reached.push(route.request().url())
      return route.abort()
    })
    await page.route('**/about', async (route) => {
      const response = await route.fetch()
      const attack = injected.replace(/<script[^]*<\/script>/, '')
      const body = (await response.text()).replace(/<body[^>]*>/, (tag) => tag + attack)
      await route.fulfill({ response, body })
    })
    const picture = page.waitForResponse('**/missing.png')
    await page.goto('/about', { waitUntil: 'domcontentloaded' })
    await picture
    await submitAndFollow(page, ['form-action', 'script-src-attr'])
    expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined()
    expect(reached).toEqual([])
  })

  test('prevents framing of every page', async ({ page, context, site, allowed }) => {
    allowed.push(everything)
    await signIn(context, site)
    for (const address of ['/', '/blog', '/contact', '/admin/login', '/admin/users']) {
      await context.route('http://evil.example/', (route) =>
        route.fulfill({ body: `<iframe src="${site.url}${address}"></iframe>`, contentType: 'text/html' }),
      )
      await page.goto('http://evil.example/')
      const frame = page.frames().find((one) => one !== page.mainFrame())
      expect(frame, address).toBeDefined()
      expect(await frame?.evaluate(() => document.querySelector('header') === null), address).not.toBe(false)
      expect(frame?.url(), address).not.toBe(`${site.url}${address}`)
      await context.unroute('http://evil.example/')
    }
  })

  test('of staff pages has a nonce that clients cannot set', async ({ site }) => {
    const nonces = new Set<string>()
    for (let time = 0; time < 5; time++) {
      const headers = { 'x-nonce': 'mine', 'content-security-policy': "script-src 'nonce-mine'" }
      const { body, headers: responseHeaders } = await rawRequest(site.url, '/admin/login', { headers })
      const rules = String(responseHeaders['content-security-policy'])
      expect(rules).not.toContain('mine')
      expect(body).not.toContain('nonce="mine"')
      expect(/script-src ([^;]*)/.exec(rules)?.[1]).toMatch(/^'nonce-[\w+/=]{40,}' 'strict-dynamic'$/)
      nonces.add(rules)
    }
    expect(nonces.size).toBe(5)
  })
})

test(
  'uploaded images can run nothing when they are opened on their own',
  { tag: '@once' },
  async ({ site }) => {
    const { body } = await rawRequest(site.url, '/api/blogs?sort=oldest&limit=30')
    const posts: { coverImage: string | null }[] = JSON.parse(body).data.blogs
    const image = posts.find(({ coverImage }) => coverImage)?.coverImage ?? ''
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await rawRequest(site.url, image, { method })
      expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  },
)

test('every response of an https site has the security headers', { tag: '@once' }, async () => {
  const env = { ...accountEnv, SITE_URL: 'https://halyard.example' }
  const site = await startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env })
  const asked = [
    ...[
      '/',
      '/about/',
      '/blog',
      '/blog?page=9999',
      '/blog/none',
      '/blog/-',
      '/nowhere',
      '/x.txt',
      '/feed.xml',
    ],
    ...[
      '/sitemap.xml',
      '/robots.txt',
      '/og/home',
      '/og/blog/none',
      '/icon.svg',
      '/figures/outbox.svg',
      '//x',
      '/%',
    ],
    ...[
      '/api/health',
      '/api/none',
      '/api/blogs/none',
      '/api/auth/csrf',
      '/api/media/x',
      '/admin',
      '/admin/login',
    ],
    ...['/admin/dashboard', '/admin/ended', '/_next/static/none.js', '/manifest.webmanifest'],
  ]
  for (const address of asked)
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE']) {
      const { headers } = await rawRequest(site.url, address, { method })
      const call = `${method} ${address}`
      expect(headers['strict-transport-security'], call).toBe('max-age=31536000; includeSubDomains')
      expect(headers['x-content-type-options'], call).toBe('nosniff')
      expect(headers['referrer-policy'], call).toBe('strict-origin-when-cross-origin')
      expect(headers['permissions-policy'], call).toContain('camera=()')
      expect(headers['cross-origin-opener-policy'], call).toMatch(/^same-origin/)
      expect(headers['x-powered-by'], call).toBeUndefined()
      expect(headers['server'], call).toBeUndefined()
    }
  const csrf = await rawRequest(site.url, '/api/auth/csrf')
  expect(String(csrf.headers['set-cookie'])).toMatch(/^__Host-.*; Path=\/; HttpOnly; Secure; SameSite=Lax/)
  const form = await rawRequest(site.url, '/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://halyard.example' },
    body: 'name=Ada',
  })
  const flash = [form.headers['set-cookie'] ?? []].flat()
  expect(flash.filter((cookie) => cookie.startsWith('flash-contact-')).length).toBeGreaterThan(0)
  for (const cookie of flash) expect(cookie).toMatch(/; Secure/)
  await site.stop()
})

test('source files and source maps are not served', { tag: '@once' }, async ({ request }) => {
  const built = path.join(projectRoot, '.next', 'static')
  expect(existsSync(built)).toBe(true)
  expect(globSync('**/*.map', { cwd: built })).toEqual([])
  const scripts = globSync('**/*.{js,css}', { cwd: built })
  expect(scripts.length).toBeGreaterThan(10)
  for (const file of scripts) {
    const text = readFileSync(path.join(built, file), 'utf8')
    const leaked = ['sourceMappingURL=', projectRoot, '/home/'].filter((part) => text.includes(part))
    expect(leaked, file).toEqual([])
  }
  for (const file of [
    '/server.ts',
    '/package.json',
    '/.next/BUILD_ID',
    '/data/halyard.db',
    '/.env',
    '/.git/HEAD',
  ])
    expect((await request.get(file, { maxRedirects: 0 })).status(), file).not.toBe(200)
})
