import type { Browser, BrowserContextOptions, Page, Request } from '@playwright/test'
import { settingsResponseSchema } from '#contract/settings.ts'
import { expectAccessibleInBoth } from '../support/accessibility.ts'
import { expect, networkError, test as base, unique } from '../support/fixtures.ts'
import { signIn } from '../support/session.ts'
import type { Site } from '../support/site.ts'
import { openHydrated } from '../support/staff-page.ts'
import { untilHydrated } from '../support/visit.ts'

/** Without digits, because names with long numbers are not stored. */
const name = (text: string) => unique(text).toLowerCase().replaceAll(' ', '-').replaceAll(/\d/g, 'x')

const isEvent = (type: string) => (request: Request) =>
  /\/api\/analytics\/events$/.test(request.url()) && request.postDataJSON()?.type === type

/** Resolves when the event is counted. */
async function counted(page: Page, type: string, act: () => Promise<unknown>) {
  const [request] = await Promise.all([page.waitForRequest(isEvent(type)), act()])
  expect(request.postDataBuffer()?.length).toBeLessThan(1024)
  expect((await request.response())?.status()).toBe(204)
}

/** Here it is noon: no day ends during a test, and each has 24 hours. */
function zoneAtNoon(): string {
  const behind = new Date().getUTCHours() - 12
  return `Etc/GMT${behind < 0 ? behind : `+${behind}`}`
}

/** A worker with a site of its own: other tests use up the names that are counted in a day. */
const test = base.extend<object, { ownSite: void }>({
  ownSite: [
    async ({ site, token }, provide) => {
      const url = `${site.url}/api/settings`
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const { data } = settingsResponseSchema.parse(await (await fetch(url, { headers })).json())
      const body = JSON.stringify({ ...data, timeZone: zoneAtNoon() })
      expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200)
      await provide()
    },
    { scope: 'worker', auto: true },
  ],
})

const openVisitor = async (browser: Browser, site: Site, options: BrowserContextOptions = {}) => {
  const headers = { 'x-forwarded-for': site.newVisitor() }
  const context = await browser.newContext({ baseURL: site.url, extraHTTPHeaders: headers, ...options })
  return context.newPage()
}

/** The visits from a source, by a staff request that flushes what is in memory. */
async function visitsFrom(page: Page, source: string): Promise<number> {
  const response = await page.request.get(`/api/analytics?source=${source}`)
  return (await response.json()).data.totals.visits
}

test('a visit appears with its source, search, share, missing page and message', async ({
  browser,
  context,
  page,
  site,
  staff,
}) => {
  const { slug, title } = await staff.create({ title: unique('Counted') })
  const [source, campaign, missing, search] = [name('letter'), name('may'), name('gone'), name('zzz')]
  const visitor = await openVisitor(browser, site)
  await visitor.route('https://www.linkedin.com/**', (route) => route.fulfill({ body: 'shared' }))
  const landing = `/about?utm_source=${source}&utm_medium=email&utm_campaign=${campaign}`
  await counted(visitor, 'view', () => visitor.goto(landing, { referer: 'https://search.example/' }))
  await untilHydrated(visitor)
  const menu = visitor.getByRole('banner')
  await counted(visitor, 'view', () => menu.getByRole('link', { name: 'Blog' }).click())
  await visitor.getByRole('searchbox').fill(search)
  await counted(visitor, 'search', () => visitor.keyboard.press('Enter'))
  await counted(visitor, 'view', () => menu.getByRole('link', { name: 'Contact' }).click())
  const form = visitor.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Full Name').fill('Ada Brandt')
  await form.getByLabel('Email Address').fill('ada@example.com')
  await form.getByLabel('Subject').fill(unique('A ferry'))
  await form.getByLabel('Message').fill('We need a booking system.')
  await counted(visitor, 'conversion', () => form.getByRole('button', { name: 'Send Message' }).click())
  const post = visitor.waitForResponse(/\/views$/)
  await visitor.goto(`/blog/${slug}`)
  expect((await post).status()).toBe(200)
  await counted(visitor, 'share', () => visitor.getByRole('link', { name: 'Share on LinkedIn' }).click())
  await visitor.goto(`/${missing}`)
  await expect(visitor).toHaveURL('/')
  await visitor.context().close()

  await signIn(context, site)
  // It is recorded after the redirect.
  const missed = async () => (await (await page.request.get('/api/analytics')).json()).data.missing
  await expect.poll(missed).toContainEqual({ path: `/${missing}`, requests: 1 })
  await page.goto('/admin/analytics?range=today')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics')
  const row = (section: string, text: string) =>
    page.getByRole('region', { name: section, exact: true }).getByRole('row').filter({ hasText: text })
  const cells = (section: string, text: string) => row(section, text).getByRole('cell')
  await expect(cells('Sources', source)).toHaveText(['1', '1', '0'])
  await expect(cells('Campaigns', campaign)).toHaveText(['1', '1', '0'])
  await expect(cells('Conversions', source)).toHaveText(['1', '0', '1'])
  await expect(row('Conversions', source)).toContainText('/about')
  await expect(cells('Searches', search)).toHaveText(['1', '1'])
  await expect(cells('Missing pages', missing)).toHaveText(['1'])
  await expect(row('Shares', 'LinkedIn')).toBeVisible()
  await expect(page.getByText(title)).toHaveCount(1)

  await row('Sources', source).getByRole('link').click()
  await expect(page).toHaveURL(`/admin/analytics?range=today&source=${source}`)
  await expect(row('Pages', '/about').getByRole('cell')).toHaveText(['1'])
  await page.getByRole('list', { name: 'Filters' }).getByRole('link').press('Enter')
  await expect(page).toHaveURL('/admin/analytics?range=today')
  await page.getByText('View as table').click()
  await expect(page.getByRole('group', { name: 'Table of the chart' }).getByRole('row')).toHaveCount(25)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV of Sources' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^sources-[\d-]+-to-[\d-]+\.csv$/)

  await page.goto(`/admin/blogs?search=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: `views: analytics of ${title}` }).click()
  await expect(page).toHaveURL(/\/admin\/analytics\?page=/)
  await expect(row('Pages', title).getByRole('cell').first()).toHaveText('1')
})

test(
  'staff and visitors who opt out or have no script are not counted',
  { tag: '@once' },
  async ({ browser, context, page, site }) => {
    await signIn(context, site)
    const [ofStaff, optedOut, scriptless] = [name('staff'), name('gpc'), name('plain')]
    await counted(page, 'view', () => page.goto(`/about?utm_source=${ofStaff}`))

    const visitor = await openVisitor(browser, site)
    await visitor.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
    )
    const sent: string[] = []
    visitor.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    await visitor.goto(`/about?utm_source=${optedOut}`)
    await visitor.getByRole('banner').getByRole('link', { name: 'Services' }).click()
    await expect(visitor).toHaveURL('/services')
    await visitor.getByRole('banner').getByRole('link', { name: 'Blog' }).click()
    await expect(visitor).toHaveURL('/blog')
    expect(sent).toEqual([])
    await visitor.context().close()

    const plain = await openVisitor(browser, site, { javaScriptEnabled: false })
    await plain.goto(`/about?utm_source=${scriptless}`)
    await expect(plain.getByRole('heading', { level: 1 })).toBeVisible()
    await plain.context().close()
    for (const source of [ofStaff, optedOut, scriptless]) expect(await visitsFrom(page, source)).toBe(0)
  },
)

test(
  'a message of a visitor who had been on the site before is shown',
  { tag: '@once' },
  async ({ browser, context, page, site }) => {
    const visitor = await openVisitor(browser, site)
    await counted(visitor, 'view', () => visitor.goto('/contact'))
    const data = { type: 'conversion', kind: 'message', path: '/contact', source: 'other' }
    const sent = await visitor.request.post('/api/analytics/events', { data, headers: { origin: site.url } })
    expect(sent.status()).toBe(204)
    await visitor.context().close()
    await signIn(context, site)
    await page.goto('/admin/analytics?range=today')
    const conversions = page.getByRole('region', { name: 'Conversions' })
    await conversions.getByRole('link', { name: '/contact Other' }).click()
    await expect(page).toHaveURL('/admin/analytics?range=today&page=%2Fcontact&source=other')
    await expect(page.getByRole('region', { name: 'Sources' }).getByRole('cell')).toHaveText(['0', '1', '0'])
    await expect(page.getByText(/^No visits/)).toBeHidden()
  },
)

test('the rows of a long table are called the top', { tag: '@once' }, async ({ context, page, site }) => {
  await signIn(context, site)
  const missing = Array.from({ length: 101 }, (_, index) => ({
    path: index < 100 ? `/${index}` : '',
    requests: 1,
  }))
  await page.route(/\/api\/analytics\?/, async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const searches = missing.slice(0, 99).map(({ path }) => ({ term: path, searches: 1, withoutResults: 0 }))
    await route.fulfill({ response, json: { data: { ...data, missing, searches } } })
  })
  await openHydrated(page, '/admin/analytics')
  await page.getByRole('link', { name: '7 days' }).click()
  const table = (title: string) => page.getByRole('region', { name: title })
  await expect(table('Searches').getByRole('button')).toHaveText('Show all 99')
  await table('Missing pages').getByRole('button', { name: 'Show the top 100' }).click()
  await expect(table('Missing pages').getByRole('rowheader')).toHaveCount(101)
  await expect(table('Missing pages').getByRole('rowheader').last()).toHaveText('Other')
})

test(
  'a missing article is counted as a missing page',
  { tag: '@once' },
  async ({ browser, context, page, site, allowed }) => {
    allowed.push(networkError(404))
    await signIn(context, site)
    const slug = name('never')
    const visitor = await openVisitor(browser, site)
    await counted(visitor, 'view', () => visitor.goto(`/blog/${slug}`))
    await visitor.context().close()
    const { data } = await (await page.request.get('/api/analytics')).json()
    expect(data.missing).toContainEqual({ path: `/blog/${slug}`, requests: 1 })
  },
)

test(
  'the range and its dates are in the URL, and the screen is accessible',
  { tag: '@once' },
  async ({ browser, context, page, site }) => {
    const visitor = await openVisitor(browser, site)
    await counted(visitor, 'view', () => visitor.goto('/about'))
    await visitor.context().close()
    await signIn(context, site)
    await openHydrated(page, '/admin/analytics')
    await page.getByRole('button', { name: 'Other dates' }).click()
    const dates = page.getByRole('form', { name: 'Other dates' })
    await dates.getByLabel('Last day').fill('')
    await dates.getByRole('button', { name: 'Show' }).click()
    await expect(dates.getByLabel('Last day')).toHaveAccessibleDescription('Choose both days.')
    await expect(dates.getByLabel('Last day')).toBeFocused()
    await expect(dates.getByLabel('First day')).not.toHaveAttribute('aria-invalid')
    await dates.getByLabel('First day').fill('2999-02-03')
    await dates.getByLabel('Last day').fill('2999-02-04')
    await dates.getByRole('button', { name: 'Show' }).click()
    await expect(dates.getByText('The first day must not be in the future.')).toBeVisible()
    await dates.getByLabel('First day').fill('2024-02-03')
    await dates.getByLabel('Last day').fill('2024-02-01')
    await dates.getByRole('button', { name: 'Show' }).click()
    await expect(dates.getByText('The first day must not be after the last.')).toBeVisible()
    await expect(dates.getByLabel('First day')).toBeFocused()
    await dates.getByLabel('First day').fill('1999-02-03')
    await dates.getByLabel('Last day').fill('1999-02-10')
    await dates.getByRole('button', { name: 'Show' }).click()
    await expect(dates.getByText('The last day must not be before Jan 1, 2000.')).toBeVisible()
    await expect(dates.getByLabel('Last day')).toBeFocused()
    await dates.getByLabel('First day').fill('2024-02-03')
    await dates.getByLabel('Last day').fill('2024-02-10')
    await dates.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL('/admin/analytics?from=2024-02-03&to=2024-02-10')
    await expect(page.getByText(/^No visits/)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/admin/analytics')
    await page.getByText('View as table').click()
    await expectAccessibleInBoth(page)
  },
)
