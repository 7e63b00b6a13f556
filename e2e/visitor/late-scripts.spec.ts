import type { Page } from '@playwright/test'
import { expect, test, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { untilHydrated, visit } from '../support/visit.ts'

const article = '/blog/measuring-lcp-on-real-phones'
const isChunk = (url: string) => url.includes('/_next/static/chunks/')
const isView = (url: string) => /\/api\/(analytics\/events|blogs\/[^/]+\/views)$/.test(url)

function watchRequests(page: Page) {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  return { chunks: () => urls.filter(isChunk), views: () => urls.filter(isView) }
}

/** Holds the scripts of React and Next back until they are released. */
const holdChunks = (page: Page) => holdRequests(page, (url) => isChunk(url.href))

for (const path of ['/', '/blog', '/work', '/contact', article])
  test(`${path} counts its view once and loads React when it is used @once`, async ({ page }) => {
    const { chunks, views } = watchRequests(page)
    const counted = page.waitForResponse((response) => isView(response.url()))
    await page.goto(path)
    expect((await counted).ok()).toBe(true)
    await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }))
    await page.waitForLoadState('networkidle')
    expect(chunks()).toEqual([])

    await page.mouse.move(300, 300, { steps: 3 })
    await expect(page.locator('html[data-hydrated]')).toBeAttached()
    expect(chunks().length).toBeGreaterThan(3)
    await page.waitForLoadState('networkidle')
    expect(views()).toHaveLength(1)
  })

test.describe('before React has loaded', { tag: '@once' }, () => {
  test.use({ hasTouch: true })

  for (const [way, use] of [
    ['a touch', (page: Page) => page.getByRole('button', { name: 'Switch to dark theme' }).tap()],
    ['a key', (page: Page) => page.getByRole('button', { name: 'Switch to dark theme' }).press('Enter')],
  ] as const)
    test(`the theme changes by ${way}`, async ({ page }) => {
      const release = await holdChunks(page)
      await page.goto('/about')
      await use(page)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
      release()
      await untilHydrated(page)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await page.getByRole('button', { name: 'Switch to light theme' }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    })

  test('the menu opens, and is still open afterwards', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    const release = await holdChunks(page)
    await page.goto('/about')
    await page.getByRole('button', { name: 'Menu' }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    release()
    await untilHydrated(page)
    await expect(menu).toBeVisible()
    await menu.getByRole('link', { name: 'Blog' }).tap()
    await expect(page).toHaveURL('/blog')
    await expect(menu).toBeHidden()
  })

  test('the link of an article is copied and counted once', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const release = await holdChunks(page)
    const shares: unknown[] = []
    page.on('request', (request) => {
      if (request.postData()?.includes('Copy link')) shares.push(request.postDataJSON())
    })
    const counted = page.waitForResponse((response) => isView(response.url()))
    await page.goto(article)
    await counted
    await page.getByRole('button', { name: 'Copy link' }).tap()
    await expect(page.getByText('Link copied to clipboard.')).toBeVisible()
    release()
    await untilHydrated(page)
    await page.waitForLoadState('networkidle')
    expect(shares).toEqual([{ type: 'share', path: article, network: 'Copy link' }])
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(article)
  })

  test('a link and a form are handled by the browser', async ({ page }) => {
    await holdChunks(page)
    await page.goto('/about')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).tap()
    await expect(page).toHaveURL('/blog')
    await page.getByRole('searchbox').fill('release')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL('/blog?search=release')
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  })
})

test('the error of a field that is corrected before React has loaded disappears @once', async ({ page }) => {
  const release = await holdChunks(page)
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL(/result=invalid/)
  await form.getByLabel('Full Name').fill('Ada Brandt')
  await expect(form.getByText('Name is required')).toBeVisible()
  release()
  await untilHydrated(page)
  await expect(form.getByText('Name is required')).toHaveCount(0)
  await expect(form.getByText('Subject is required')).toBeVisible()
  await expect(form.getByLabel('Full Name')).toHaveValue('Ada Brandt')
})

test('the source of the visit is sent with a message of a later page @once', async ({ page }) => {
  const landing = '/about?utm_source=letter&utm_medium=email&utm_campaign=may'
  const entry = page.waitForRequest((request) => isView(request.url()))
  await page.goto(landing, { referer: 'https://search.example/' })
  const source = { referrer: 'search.example', source: 'letter', medium: 'email', campaign: 'may' }
  expect((await entry).postDataJSON()).toEqual({ type: 'view', path: '/about', entry: true, ...source })
  await page.mouse.move(300, 300, { steps: 3 })
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Full Name').fill('Ada Brandt')
  await form.getByLabel('Email Address').fill('ada@example.com')
  await form.getByLabel('Subject').fill(unique('A ferry'))
  await form.getByLabel('Message').fill('We need a booking system.')
  const conversion = page.waitForRequest((request) => request.postData()?.includes('conversion') ?? false)
  await form.getByRole('button', { name: 'Send Message' }).click()
  expect((await conversion).postDataJSON()).toEqual({
    type: 'conversion',
    kind: 'message',
    path: '/about',
    ...source,
  })
})

test('the link whose focus loaded React leaves the focus in the next page @once', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).first().focus()
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('main')).toBeFocused()
})

test('Back shows the page before when the page was reloaded and not used since @once', async ({ page }) => {
  await visit(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveTitle(/^Services/)
  await page.reload()
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await expect(page).toHaveTitle(/^About/)
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }),
  ).toHaveAttribute('aria-current', 'page')
})

for (const [way, leave, steps] of [
  ['after Back to its start', (page: Page) => page.goBack(), -1],
  ['two steps back', () => Promise.resolve(), -2],
] as const)
  test(`Back shows the page whose first use was a link within it, ${way} @once`, async ({ page }) => {
    const release = await holdChunks(page)
    await page.goto('/services')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/services#main')
    release()
    await untilHydrated(page)
    await leave(page)
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click()
    await expect(page).toHaveURL('/blog')
    await expect(page).toHaveTitle(/^Blog/)
    await page.evaluate((count) => history.go(count), steps)
    // The router may restore the fragment when it has just started.
    await expect(page).toHaveURL(/\/services(#main)?$/)
    await expect(page).toHaveTitle(/^Services/)
  })

test('the scripts are requested again at the next action after a lost connection @once', async ({
  page,
  context,
  allowed,
}) => {
  allowed.push(/net::ERR_INTERNET_DISCONNECTED/, /^failed: GET .*\.js/)
  const counted = page.waitForResponse((response) => isView(response.url()))
  await page.goto('/about')
  await counted
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) => isChunk(request.url()))
  // The last events of a real click may request the scripts again while the connection returns.
  await page.getByRole('button', { name: 'Switch to dark theme' }).dispatchEvent('click')
  await failed
  await expect(page.locator('script[src*="/chunks/"]:not([nomodule])')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('a message that is sent before React has loaded is counted once @once', async ({ page }) => {
  const conversions: unknown[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('conversion')) conversions.push(request.postDataJSON())
  })
  await holdChunks(page)
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  const send = form.getByRole('button', { name: 'Send Message' })
  await send.click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await form.getByLabel('Full Name').fill('Ada Brandt')
  await form.getByLabel('Email Address').fill('ada@example.com')
  await form.getByLabel('Subject').fill(unique('A ferry'))
  await form.getByLabel('Message').fill('We need a booking system.')
  await send.click()
  await expect(form.getByText(/^Thank you for your message/)).toBeVisible()
  await expect
    .poll(() => conversions)
    .toEqual([{ type: 'conversion', kind: 'message', path: '/contact', source: 'other' }])
  await page.reload({ waitUntil: 'networkidle' })
  await page.goto('/about')
  await page.goBack({ waitUntil: 'networkidle' })
  expect(conversions).toHaveLength(1)
})
