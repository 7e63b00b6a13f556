import path from 'node:path'
import type { Page } from '@playwright/test'
import { account, fillSignIn, isSession, sessionCookie, signIn } from '../support/session.ts'
import { expect, networkError, test, unique } from '../support/fixtures.ts'
import { test as plainTest } from '../support/minimal-upstream-fixtures.ts'
import { rawRequest } from '../support/raw-request.ts'
import { projectRoot } from '../support/server-process.ts'
import { dialog, hydrated, openHydrated, reconnect, retryInVain } from '../support/staff-page.ts'

const DAY_SECONDS = 24 * 60 * 60
const ended = 'Your session has ended. Please sign in again.'
const refusal = 'Invalid email or password. Please try again.'
const photo = path.join(projectRoot, 'upstream/seed/covers/alt-text-is-writing.webp')
const dashboard = /\/admin\/dashboard$/

test.describe('the sign-in page', () => {
  test(
    'shows errors under the fields until they are edited, and for a wrong password and too many attempts',
    { tag: '@once' },
    async ({ page, allowed }) => {
      allowed.push(networkError(401), networkError(429))
      await page.goto('/admin/login')
      await expect(page).toHaveTitle('Sign in | Halyard staff')
      const [email, password] = [
        page.getByLabel('Email Address'),
        page.getByLabel('Password', { exact: true }),
      ]
      await fillSignIn(page, { email: '', password: '' })
      await expect(email).toHaveAccessibleDescription('Email is required')
      await expect(password).toHaveAccessibleDescription('Password is required')
      await expect(email).toBeFocused()

      await fillSignIn(page, { email: 'ada', password: '12345' })
      await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
      await expect(password).toHaveAccessibleDescription('Password must be at least 6 characters')
      await email.fill('ada@example.com')
      await expect(email).not.toHaveAttribute('aria-invalid')
      await expect(password).toHaveAttribute('aria-invalid', 'true')
      await password.fill('123456')
      await expect(password).not.toHaveAttribute('aria-invalid')

      const guessed = `${unique('guessed').replace(' ', '-')}@example.com`
      for (let tries = 0; tries < 5; tries++) {
        await fillSignIn(page, { email: guessed, password: `guess number ${tries}` })
        await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
        await expect(email).toHaveValue(guessed)
        await email.fill('somebody@example.com')
        await expect(page.getByText(refusal)).toBeHidden()
      }
      await fillSignIn(page, { email: guessed, password: 'guess number 5' })
      await expect(
        page.getByText(/Too many sign-in attempts\. Please try again in \d+ minutes\./),
      ).toBeVisible()
    },
  )

  test('shows and hides the password and explains how to reset it', { tag: '@once' }, async ({ page }) => {
    await page.goto('/admin/login')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('secret')
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')

    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByText(/Ask an owner of the site/)).toBeVisible()
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await expect(password).toBeVisible()
  })

  test('redirects signed-in users', { tag: '@once' }, async ({ page, context, site }) => {
    await signIn(context, site)
    await page.goto('/admin/login?from=/admin/messages')
    await expect(page).toHaveURL(dashboard)
  })
})

test.describe('signing in', () => {
  test('returns to the requested page of this site, and lasts as long as the browser, or 30 days when remembered', async ({
    page,
    context,
  }) => {
    await page.goto('/admin/messages?sort=old')
    await expect(page).toHaveURL(`/admin/login?from=${encodeURIComponent('/admin/messages?sort=old')}`)
    await fillSignIn(page)
    await expect(page).toHaveURL('/admin/messages?sort=old')
    const passing = await sessionCookie(page)
    expect(passing).toMatchObject({ expires: -1, httpOnly: true, sameSite: 'Lax', path: '/' })

    // An open page would notice the missing session and redirect by itself.
    await page.goto('about:blank')
    await context.clearCookies()
    await page.goto(`/admin/login?from=${encodeURIComponent('//evil.example/admin/x')}`)
    await page.getByLabel('Remember me').check()
    await fillSignIn(page)
    await expect(page).toHaveURL(dashboard)
    const kept = await sessionCookie(page)
    const days = ((kept?.expires ?? 0) - Date.now() / 1000) / DAY_SECONDS
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })
})

test.describe('the end of a session', () => {
  test('by signing out invalidates a copied cookie, which scripts never see', async ({
    page,
    context,
    site,
    browser,
  }) => {
    await signIn(context, site, true)
    const copied = (await context.cookies()).filter(isSession)
    await page.goto('/admin/dashboard')
    // The page has finished its own requests by then.
    await expect(page.locator('.staff-badge').first()).toBeVisible()
    expect(await (await page.request.get('/api/auth/session')).json()).toEqual({
      user: { name: 'Editorial team', email: account.email },
      expires: expect.any(String),
    })
    expect(await page.evaluate(() => document.cookie)).not.toContain('session')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'theme'))).toEqual([])
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/admin/login')
    expect(await sessionCookie(page)).toBeUndefined()

    const thief = await browser.newContext({ baseURL: site.url })
    await thief.addCookies(copied)
    expect((await thief.request.get('/api/auth/profile')).status()).toBe(401)
    const response = await thief.request.get('/admin/dashboard')
    expect(response.url()).toContain('/admin/login?ended=1&from=%2Fadmin%2Fdashboard')
    expect((await thief.cookies()).filter(isSession)).toEqual([])
    await thief.close()
  })

  test('leads to the sign-in page with a notice, and back afterwards', async ({
    page,
    context,
    site,
    allowed,
  }) => {
    allowed.push(networkError(401))
    await signIn(context, site)
    const cookies = await context.cookies()
    await page.goto('/admin/users')
    // The page has finished its own requests by then.
    await expect(page.locator('.staff-badge').first()).toBeVisible()
    await page.evaluate(() => Reflect.set(window, 'isOldDocument', true))
    await revoke(site.url, cookies)
    await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Analytics' }).click()
    await expect(page).toHaveURL(/\/admin\/login\?ended=1/)
    await expect(page.getByRole('status').filter({ hasText: ended })).toBeVisible()
    // Nothing is still about to replace the form.
    expect(await page.evaluate(() => Reflect.has(window, 'isOldDocument'))).toBe(false)
    await fillSignIn(page)
    await expect(page).toHaveURL(/\/admin\/(analytics|users)$/)
  })

  test('keeps unsaved input of the profile', { tag: '@once' }, async ({ page, context, site, allowed }) => {
    allowed.push(networkError(401))
    await signIn(context, site)
    const sessions = page.waitForResponse(/\/api\/auth\/sessions$/)
    await page.goto('/admin/profile')
    await sessions
    const form = page.getByRole('form', { name: 'Author' })
    await form.getByLabel('Bio').fill('Splices ropes, then software.')
    await form.getByRole('button', { name: 'Add link' }).click()
    await form.getByLabel('Label').last().fill('Knots')
    await form.getByLabel('URL').last().fill('https://example.com/knots')
    await revoke(site.url, await context.cookies())
    await form.getByRole('button', { name: 'Save profile' }).click()
    await expect(page).toHaveURL(/\/admin\/login\?ended=1/)
    await fillSignIn(page)
    await expect(page).toHaveURL(/\/admin\/profile$/)
    await expect(page.getByText('Your changes are back. They are not saved yet.')).toBeVisible()
    await expect(form.getByLabel('Bio')).toHaveValue('Splices ropes, then software.')
    await expect(form.getByLabel('Label').last()).toHaveValue('Knots')
  })

  test(
    'keeps the page of a photo, a password and a file that are not stored anywhere',
    { tag: '@once' },
    async ({ page, context, site, allowed }) => {
      allowed.push(networkError(401))
      await signIn(context, site)
      const author = page.getByRole('form', { name: 'Author' })
      const email = page.getByRole('form', { name: 'Email address' })
      const password = page.getByRole('form', { name: 'Password' }).getByLabel('Current password')
      const changes = [
        async () => {
          await author.locator('input[type=file]').setInputFiles(photo)
          await expect(author.getByLabel(/^Crop/)).toBeVisible()
        },
        () => email.getByLabel('Email address').fill('new@example.com'),
        () => password.first().fill('typed'),
      ]
      page.on('dialog', (question) => void question.accept())
      for (const change of changes) {
        await openHydrated(page, '/admin/profile')
        await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible()
        await change()
        await context.clearCookies()
        await author.getByRole('button', { name: 'Save profile' }).click()
        await expect(author.getByRole('alert').filter({ hasText: 'Your session has ended.' })).toBeVisible()
        await signIn(context, site)
      }

      await openHydrated(page, '/admin/subscribers')
      await page.getByRole('button', { name: 'Import CSV' }).click()
      const buffer = Buffer.from('email\nreader@example.org')
      const file = { name: 'readers.csv', mimeType: 'text/csv', buffer }
      await dialog(page).getByLabel('CSV file').setInputFiles(file)
      await context.clearCookies()
      const rejected = page.waitForResponse((response) => response.status() === 401)
      await reconnect(page)
      await rejected
      await dialog(page).getByRole('checkbox').check()
      await dialog(page).getByRole('button', { name: 'Import' }).click()
      await expect(dialog(page).getByRole('alert')).toContainText('Your session has ended.')
    },
  )

  test(
    'is left once when several requests are rejected at once',
    { tag: '@once' },
    async ({ page, context, site, allowed }) => {
      allowed.push(networkError(401))
      await signIn(context, site)
      await page.addInitScript(() => {
        window.addEventListener('staff:session-ended', () => {
          sessionStorage.setItem('ended', `${sessionStorage.getItem('ended') ?? ''}x`)
        })
      })
      const visits: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/admin/ended')) visits.push(request.url())
      })
      let held = 0
      let release = () => {}
      const two = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/api/**', async (route) => {
        held += 1
        if (held === 2) {
          await revoke(site.url, await context.cookies())
          release()
        }
        await two
        await route.continue()
      })
      await page.goto('/admin/profile')
      await expect(page).toHaveURL(/\/admin\/login\?ended=1/)
      expect(await page.evaluate(() => sessionStorage.getItem('ended'))).toBe('x')
      expect(visits).toHaveLength(1)
    },
  )

  test(
    'leads back when someone signed in in another tab',
    { tag: '@once' },
    async ({ page, context, site }) => {
      await signIn(context, site)
      await page.goto('/admin/login?ended=1&from=/admin/media')
      await expect(page).toHaveURL('/admin/media')
    },
  )

  test('cannot be caused by a link', { tag: '@once' }, async ({ page, context, site }) => {
    await signIn(context, site)
    await page.goto('/admin/ended?from=/admin/users')
    await expect(page).toHaveURL('/admin/users')
    expect(await sessionCookie(page)).toBeDefined()
  })

  test('does not affect public pages', { tag: '@once' }, async ({ page, context, site }) => {
    await signIn(context, site)
    await revoke(site.url, await context.cookies())
    for (const path of ['/', '/blog', '/contact']) {
      await page.goto(path)
      await expect(page).toHaveURL(path)
    }
    expect(await sessionCookie(page)).toBeDefined()
  })
})

async function revoke(url: string, cookies: { name: string; value: string }[]) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const response = await rawRequest(url, '/api/auth/logout', { method: 'POST', headers })
  expect(response.status).toBe(200)
}

test.describe('a write with a session cookie', () => {
  test('is accepted from our pages, and from anywhere with a bearer token', async ({
    context,
    site,
    token,
  }) => {
    await signIn(context, site)
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const callers: Record<string, string>[] = [
      { cookie, 'sec-fetch-site': 'same-origin' },
      { cookie, origin: site.url },
      { authorization: `Bearer ${token}`, origin: 'https://evil.example' },
    ]
    for (const headers of callers) {
      const response = await rawRequest(site.url, '/api/blogs/no-such-post', { method: 'DELETE', headers })
      expect(response.status).toBe(404)
    }
  })
})

plainTest.describe('with an upstream that has only the required calls', () => {
  const from = (page: Page, url: string, path: string) => page.goto(`${url}${path}`)

  plainTest('@once no response on a walk holds the token', async ({ page, plain, front }) => {
    const holding: string[] = []
    const bodies: Promise<void>[] = []
    page.on('response', (response) => {
      const look = async () => {
        const text = await response.text().catch(() => '')
        const headers = JSON.stringify(await response.allHeaders().catch(() => ({})))
        if (`${text}${headers}`.includes(plain.token)) holding.push(response.url())
      }
      bodies.push(look())
    })
    await from(page, front.url, '/admin')
    await fillSignIn(page, { email: 'far@example.com', password: 'far away' })
    await expect(page).toHaveURL(dashboard)
    for (const path of ['/admin/dashboard', '/admin/blogs', '/admin/messages', '/admin/login', '/blog'])
      await from(page, front.url, path)
    for (const path of ['/api/auth/session', '/api/auth/profile', '/api/stats', '/api/blogs'])
      await from(page, front.url, path)
    await Promise.all(bodies)
    expect(bodies.length).toBeGreaterThan(20)
    expect(holding).toEqual([])
    expect(plain.received.map(({ call }) => call)).toContain('GET /api/auth/profile')
    const login = plain.received.find(({ call }) => call === 'POST /api/auth/login')
    expect(login?.lifetime, 'as long as the cookie').toBe(String(DAY_SECONDS / 2))
    expect(front.log()).not.toContain(plain.token)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(plain.token)
  })

  plainTest('@once a token too long for one cookie is divided', async ({ page, context, plain, front }) => {
    plain.token = 'long-'.repeat(800)
    await from(page, front.url, '/admin/messages')
    await fillSignIn(page, { email: 'far@example.com', password: 'far away' })
    await expect(page.getByText('Coming Soon')).toBeVisible()
    const parts = (await context.cookies()).filter(isSession)
    expect(parts.map(({ expires }) => expires)).toEqual([-1, -1])
    expect((await page.request.get(`${front.url}/api/auth/profile`)).status()).toBe(200)
    await hydrated(page)
    plain.forget()
    await page.reload()
    await expect(page).toHaveURL(`${front.url}/admin/login?ended=1&from=%2Fadmin%2Fmessages`)
    expect((await context.cookies()).filter(isSession)).toEqual([])
  })

  plainTest(
    '@once a session that ends while a page is read leads to the sign-in page',
    async ({ page, context, plain, front }) => {
      const credentials = { email: 'far@example.com', password: 'far away' }
      const log = front.log()
      const paths = ['dashboard', 'blogs/calendar', 'blogs/tags', 'blogs/categories', 'blogs/1/revisions']
      paths.push('blogs/edit/1', 'blogs/new', 'case-studies', 'case-studies/edit/1', 'settings', 'analytics')
      for (const path of paths) {
        plain.reset()
        await signIn(context, front, false, credentials)
        plain.forgetsChecked = true
        const response = await page.goto(`${front.url}/admin/${path}`)
        const from = encodeURIComponent(`/admin/${path}`)
        expect(response?.url(), path).toBe(`${front.url}/admin/login?ended=1&from=${from}`)
      }
      expect(front.log()).toBe(log)
    },
  )

  plainTest('@once a failing profile ends nothing', async ({ page, plain, front, allowed }) => {
    allowed.push(/^console error/, /^response: 50[02]/, /^uncaught/)
    front.allowedLog.push(/\bApiError\b/)
    await from(page, front.url, '/admin/messages')
    await fillSignIn(page, { email: 'far@example.com', password: 'far away' })
    await expect(page.getByText('Coming Soon')).toBeVisible()
    plain.failing = true
    expect((await page.reload())?.status()).toBe(500)
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
    expect(await sessionCookie(page)).toBeDefined()
    const again = page.getByRole('button', { name: 'Try again' })
    await retryInVain(again)
    plain.failing = false
    await again.click()
    await expect(page.getByText('Coming Soon')).toBeVisible()
  })

  plainTest('@once a rejected profile ends the session', async ({ page, plain, front }) => {
    await from(page, front.url, '/admin/messages')
    await fillSignIn(page, { email: 'far@example.com', password: 'far away' })
    await expect(page.getByText('Coming Soon')).toBeVisible()
    // A rejected request for the counts would leave the page during the reload.
    await hydrated(page)
    plain.forget()
    await page.reload()
    await expect(page).toHaveURL(`${front.url}/admin/login?ended=1&from=%2Fadmin%2Fmessages`)
    expect(await sessionCookie(page)).toBeUndefined()
  })
})
