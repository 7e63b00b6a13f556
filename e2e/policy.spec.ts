import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { accountEnv } from './account.ts'
import { expect, test } from './fixtures.ts'
import { rawRequest } from './raw-request.ts'
import { projectRoot, startServer } from './server-process.ts'
import { signIn } from './session.ts'

const everything = /^console|^uncaught|^failed|^answer/

/** What an attacker who can write into a page would write. */
const injected = `
  <script>window.pwned = 'inline'</script>
  <script src="/injected.js"></script>
  <script nonce="">window.pwned = 'empty nonce'</script>
  <img src="/missing.png" onerror="window.pwned = 'handler'">
  <iframe src="https://evil.example/frame"></iframe>
  <object data="/injected.js"></object>
  <base href="https://evil.example/">`

/** Sends a form elsewhere and follows an address of script, one after the other: a later navigation ends an earlier one. */
const takeBait = (page: Page, wanted: string[]) =>
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

test.describe('a policy', { tag: '@once' }, () => {
  test('holds back whatever was written into a staff page', async ({ page, context, site, allowed }) => {
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
        // The page before would notice that its session is gone, and go there by itself.
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
      await takeBait(page, ['form-action', 'script-src-attr', 'script-src-elem'])
      expect(await page.evaluate(() => Reflect.get(window, 'pwned')), address).toBeUndefined()
      expect(await page.evaluate(() => document.baseURI), address).toContain(site.url)
    }
    expect(reached).toEqual([])
  })

  test('holds back handlers and addresses of scripts on a public page', async ({
    page,
    allowed,
    context,
  }) => {
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
    await takeBait(page, ['form-action', 'script-src-attr'])
    expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined()
    expect(reached).toEqual([])
  })

  test('keeps every page out of the frames of others', async ({ page, context, site, allowed }) => {
    allowed.push(everything)
    await signIn(context, site)
    for (const address of ['/', '/blog', '/contact', '/admin/login', '/admin/users']) {
      await context.route('http://evil.example/', (route) =>
        route.fulfill({ body: `<iframe src="${site.url}${address}"></iframe>`, contentType: 'text/html' }),
      )
      await page.goto('http://evil.example/')
      const frame = page.frames().find((one) => one !== page.mainFrame())
      expect(await frame?.evaluate(() => document.querySelector('header') === null), address).not.toBe(false)
      expect(frame?.url(), address).not.toBe(`${site.url}${address}`)
      await context.unroute('http://evil.example/')
    }
  })

  test('of the staff has a nonce that nobody else chose or knows', async ({ site }) => {
    const nonces = new Set<string>()
    for (let time = 0; time < 5; time++) {
      const headers = { 'x-nonce': 'mine', 'content-security-policy': "script-src 'nonce-mine'" }
      const { body, headers: said } = await rawRequest(site.url, '/admin/login', { headers })
      const rules = String(said['content-security-policy'])
      expect(rules).not.toContain('mine')
      expect(body).not.toContain('nonce="mine"')
      expect(/script-src ([^;]*)/.exec(rules)?.[1]).toMatch(/^'nonce-[\w+/=]{40,}' 'strict-dynamic'$/)
      nonces.add(rules)
    }
    expect(nonces.size).toBe(5)
  })
})

test('every answer of a site on https says how it is to be treated', { tag: '@once' }, async () => {
  const env = { ...accountEnv, SITE_URL: 'https://halyard.example' }
  const site = await startServer({ entry: 'server.ts', portVariable: 'PORT', env })
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
  await site.stop()
})

test('the browser is given no source of ours', { tag: '@once' }, async ({ request }) => {
  const built = path.join(projectRoot, '.next', 'static')
  expect(existsSync(built)).toBe(true)
  expect(globSync('**/*.map', { cwd: built })).toEqual([])
  const scripts = globSync('**/*.{js,css}', { cwd: built })
  expect(scripts.length).toBeGreaterThan(10)
  for (const file of scripts)
    expect(readFileSync(path.join(built, file), 'utf8'), file).not.toMatch(
      /sourceMappingURL=|\/work\/|\/home\//,
    )
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
