import type { Browser, Locator, Page } from '@playwright/test'
import {
  appearances,
  changeAppearance,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoOverflow,
} from '../support/accessibility.ts'
import { expect, test, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { test as plainTest } from '../support/minimal-upstream-fixtures.ts'
import { fillSignIn, signIn } from '../support/session.ts'
import type { Site } from '../support/site.ts'
import { hydrated, openHydrated as open, reloadHydrated } from '../support/staff-page.ts'
import { showVisual } from '../support/visual-page.ts'

const sections = [
  'Dashboard',
  'Blog Posts',
  'Media',
  'Case Studies',
  'Messages',
  'Subscribers',
  'Users',
  'Analytics',
  'Redirects',
  'Settings',
]
test.beforeEach(({ context, site }) => signIn(context, site))

/** Waits until the visit is counted. */
async function visit(browser: Browser, site: Site, slug: string) {
  const visitor = await browser.newPage({
    baseURL: site.url,
    extraHTTPHeaders: { 'x-forwarded-for': site.newVisitor() },
  })
  const counted = visitor.waitForResponse(/\/views$/)
  await visitor.goto(`/blog/${slug}`)
  await counted
  await visitor.close()
}

async function openWithoutScript(browser: Browser, page: Page, site: Site) {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  await context.addCookies(await page.context().cookies())
  return { client: await context.newPage(), close: () => context.close() }
}

/** Pixels between the toolbar of the editor and the line of the caret. */
const spaceAboveCaret = (page: Page) =>
  page.getByRole('toolbar', { name: 'Formatting' }).evaluate((toolbar) => {
    const node = getSelection()?.focusNode
    const line = node instanceof Element ? node : node?.parentElement
    if (!line) throw new Error('There is no caret')
    return line.getBoundingClientRect().top - toolbar.getBoundingClientRect().bottom
  })

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Staff' })

test.describe('the sidebar', () => {
  test('has every entry with its count, marks the current page and links to the website', async ({
    page,
    request,
  }) => {
    const message = { name: 'Ada', email: 'ada@example.com', message: 'We need a booking system.' }
    await request.post('/api/contact', { data: { ...message, subject: unique('Counted') } })
    await page.goto('/admin/dashboard')
    await expect(sidebar(page).getByRole('list').first().locator('> li')).toHaveText(
      sections.map((name) => new RegExp(`^${name}`)),
    )
    const { data } = await (await page.request.get('/api/stats')).json()
    const badge = (name: RegExp) =>
      sidebar(page).locator('li').filter({ hasText: name }).locator('.staff-badge').first()
    await expect(badge(/^Messages/)).toHaveText(new RegExp(`^${data.messages.unread} unread messages?$`))
    await expect(badge(/^Blog Posts/)).toHaveText(/^\d+ posts$/)
    await expect(sidebar(page).locator('[aria-current="page"]')).toHaveText('Dashboard')
    await sidebar(page).getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL('/admin/users')
    await expect(sidebar(page).locator('[aria-current="page"]')).toHaveText('Users')
    await expect(page.getByRole('banner')).toContainText('Users')
    await expect(page).toHaveTitle('Users | Halyard staff')

    await page.getByRole('link', { name: 'View Website' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.goBack()
    await expect(sidebar(page)).toBeVisible()
  })

  test('expands and collapses its groups, with the current one expanded', async ({ page }) => {
    await open(page, '/admin/blogs/tags')
    const posts = sidebar(page).getByRole('button', { name: /^Blog Posts/ })
    const studies = sidebar(page).getByRole('button', { name: /^Case Studies/ })
    await expect(posts).toHaveAttribute('aria-expanded', 'true')
    await expect(studies).toHaveAttribute('aria-expanded', 'false')
    const links = sidebar(page).getByRole('link')
    const children = ['All Posts', 'New Post', 'Categories', 'Tags']
    await expect(links.filter({ hasText: /Posts?$|Categories|Tags/ })).toHaveText(children)
    await expect(sidebar(page).getByRole('link', { name: 'Tags' })).toHaveAttribute('aria-current', 'page')

    await studies.focus()
    await page.keyboard.press('Enter')
    await expect(sidebar(page).getByRole('link', { name: 'New Case Study' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(sidebar(page).getByRole('link', { name: 'New Case Study' })).toBeHidden()
    await posts.click()
    await expect(sidebar(page).getByRole('link', { name: 'Tags' })).toBeHidden()
  })
})

test.describe('the top bar', () => {
  test('searches the posts without script', async ({ browser, page, site }) => {
    const { client, close } = await openWithoutScript(browser, page, site)
    await client.goto('/admin/dashboard')
    const search = client.getByRole('searchbox', { name: 'Search posts' }).first()
    await search.fill('ferry')
    await search.press('Enter')
    await expect(client).toHaveURL('/admin/blogs?search=ferry')
    await close()
  })

  test('has a skip link, a switch of the theme and a user menu that work by keyboard', async ({ page }) => {
    await open(page, '/admin/users')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()

    await page.getByRole('button', { name: 'Switch to dark theme' }).press('Enter')
    await reloadHydrated(page)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

    const opener = page.getByRole('button', { name: 'Your account' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const items = page.getByRole('menuitem')
    await expect(items).toHaveText(['Your Profile', 'Settings', 'Sign out'])
    await expect(items.first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(items.last()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(items.first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/profile')
  })

  test('shows recent notifications, and searches the posts', async ({ page, request }) => {
    const subject = unique('Heard')
    const message = { name: 'Ada', email: 'ada@example.com', message: 'We need a booking system.' }
    await request.post('/api/contact', { data: { ...message, subject } })
    await open(page, '/admin/messages')
    const bell = page.getByRole('button', { name: 'Notifications' })
    const news = page.getByRole('dialog', { name: 'Notifications' })
    await bell.click()
    await expect(news.getByRole('link', { name: `New message from Ada: “${subject}”` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bell).toBeFocused()
    await page.keyboard.press('Enter')
    await news.getByRole('link', { name: subject }).press('Enter')
    await expect(news).toBeHidden()
    await expect(page.getByRole('region', { name: subject })).toBeFocused()
    await bell.press('Enter')
    await news.getByRole('link', { name: 'All notifications' }).click()
    await expect(page).toHaveURL('/admin/notifications')
    await expect(news).toBeHidden()

    await page.getByRole('searchbox', { name: 'Search posts' }).first().fill('zyx & co')
    await expect(page.getByRole('combobox', { name: 'Search and commands' })).toHaveValue('zyx & co')
    const all = page.getByRole('option', { name: 'Search all posts for “zyx & co”' })
    await expect(all).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/blogs?search=zyx+%26+co')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('the drawer on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 } })

  test('traps the focus, closes with Escape and after navigation, and stays closed on the way back', async ({
    page,
  }) => {
    await open(page, '/admin/users')
    await expect(sidebar(page)).toBeHidden()
    const opener = page.getByRole('button', { name: 'Menu' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect(drawer.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
    for (let step = 0; step < 14; step++) {
      await page.keyboard.press('Tab')
      await expect(drawer.locator(':focus')).toHaveCount(1)
    }
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()

    await page.getByRole('button', { name: 'Menu' }).click()
    await drawer.getByRole('link', { name: 'Analytics' }).click()
    await expect(page).toHaveURL('/admin/analytics')
    await expect(drawer).toBeHidden()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(drawer).toBeHidden()

    await page.getByRole('button', { name: 'Menu' }).click()
    await drawer.getByRole('searchbox').fill('ferry')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/blogs?search=ferry')
    await expect(drawer).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await drawer.getByRole('link', { name: 'All Posts' }).click()
    await expect(page).toHaveURL('/admin/blogs')
    await expect(drawer).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await drawer.getByRole('link', { name: 'All Posts' }).click()
    await expect(drawer).toBeHidden()
  })
})

test.describe('paths', () => {
  test('every link of the frame leads to a screen that works', async ({ browser, page, site }) => {
    await open(page, '/admin/dashboard')
    for (const name of [/^Blog Posts/, /^Case Studies/])
      await sidebar(page).getByRole('button', { name, expanded: false }).click()
    const hrefs = (links: Locator) =>
      links.evaluateAll((elements) => elements.map((element) => element.getAttribute('href') ?? ''))
    const paths = await hrefs(sidebar(page).getByRole('link').filter({ hasNotText: 'View Website' }))
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    paths.push(...(await hrefs(page.getByRole('menuitem').and(page.locator('a')))))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(page.getByRole('link', { name: 'All notifications' })).toBeVisible()
    paths.push(...(await hrefs(page.getByRole('link', { name: 'All notifications' }))), '/admin/activity')
    expect(paths.length).toBeGreaterThan(12)
    // Scripts would render the same again.
    const { client, close } = await openWithoutScript(browser, page, site)
    for (const path of new Set(paths)) {
      const response = await client.goto(path)
      expect(response?.status(), path).toBe(200)
      await expect(client.getByRole('heading', { level: 1 }), path).toHaveCount(1)
      await expect(client.getByRole('main'), path).not.toContainText(/Coming Soon|could not be loaded/)
    }
    await close()
  })

  test('/admin redirects to the dashboard, and an unknown path to the home page', async ({ page }) => {
    await page.goto('/admin')
    await expect(page).toHaveURL('/admin/dashboard')
    for (const path of [
      '/admin/nowhere',
      '/admin/blogs/nowhere/else',
      '/admin/login/x',
      '/admin/constructor',
    ]) {
      const response = await page.request.get(path, { maxRedirects: 0 })
      expect(response.status(), path).toBe(307)
      expect(response.headers()['location'], path).toBe('/')
    }
  })

  test('are not cached, not indexed and run no third-party script', async ({ page }) => {
    for (const path of [
      '/admin/login?from=/admin/users',
      '/admin/dashboard',
      '/admin/users',
      '/admin/nowhere',
    ]) {
      const read = (await page.request.get(path, { maxRedirects: 0 })).headers()
      expect(read['cache-control'], path).toMatch(/no-store/)
      expect(read['x-robots-tag'], path).toBe('noindex')
      expect(read['content-security-policy'], path).toMatch(/script-src 'nonce-[\w=+/-]+' 'strict-dynamic';/)
    }
  })
})

test(
  'pages, choices and charts are recognized in forced colors, also in those that differ from the theme',
  { tag: '@once' },
  async ({ browser, page, site, staff }) => {
    const { slug } = await staff.create({ title: unique('Viewed') })
    await visit(browser, site, slug)
    await page.addInitScript(() => localStorage.setItem('theme', 'light'))
    await page.emulateMedia({ forcedColors: 'active' })
    const colorsOf = (link: Locator, property: string) =>
      link.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
    const expectMarked = async (current: Locator, other: Locator, property: string) => {
      await expect(current).toBeVisible()
      expect(await colorsOf(current, property)).not.toBe(await colorsOf(other, property))
    }
    await open(page, '/admin/notifications')
    const staffLink = (name: string) => sidebar(page).getByRole('link', { name })
    const tab = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    const choice = (name: string) => page.getByRole('button', { name, exact: true })
    await expectMarked(tab('Notifications'), tab('Preferences'), 'border-bottom-color')
    await expectMarked(choice('All'), choice('Unread'), 'background-color')
    await open(page, '/admin/analytics')
    await expectMarked(staffLink('Analytics'), staffLink('Media'), 'border-left-color')
    await expectMarked(tab('30 days'), tab('7 days'), 'background-color')

    await page.emulateMedia({ colorScheme: 'dark' })
    const marks = page.locator('.figure-legend > span')
    await expect(marks).toHaveCount(3)
    const colors = await marks.evaluateAll((spans) =>
      spans.map((span) => getComputedStyle(span, '::before').backgroundColor),
    )
    expect(new Set(colors).size).toBe(3)
    expect(colors.at(-1)).toBe(await colorsOf(page.getByRole('main'), 'color'))
    await open(page, '/admin/dashboard')
    const textColor = await page.getByRole('main').evaluate((main) => getComputedStyle(main).color)
    const posts = page.getByRole('region', { name: 'Posts by status' })
    await expect(posts.locator('svg text').first()).toHaveCSS('fill', textColor)
    await expect(posts.locator('svg rect').first()).toHaveCSS('stroke', textColor)
    const months = page.getByRole('region', { name: 'Views by month' }).locator('svg')
    await expect(months).toHaveCSS('border-bottom-color', textColor)

    await open(page, '/admin/blogs/calendar')
    await expect(page.locator('.calendar-date[aria-current="date"]')).toHaveCSS('outline-style', 'solid')

    await page.emulateMedia({ colorScheme: null })
    await open(page, '/admin/blogs/new')
    await expectMarked(choice('Markdown'), choice('Visual'), 'background-color')
  },
)

test('a list is printed without the controls around it, and its links show that their page is being loaded', async ({
  page,
  staff,
}) => {
  const post = await staff.create({ title: unique('Printed') })
  const release = await holdRequests(page, `**/admin/blogs/edit/${post.id}**`)
  await open(page, `/admin/blogs?search=${encodeURIComponent(post.title)}`)
  const row = page.getByRole('row').filter({ hasText: post.title })
  await expect(row.getByRole('button').first()).toBeVisible()
  await row.getByRole('checkbox').check()
  const selected = page.getByRole('group', { name: 'Selected posts' })
  await expect(selected).toBeVisible()
  const actions = page.getByRole('columnheader', { name: 'Actions' })
  await expect(actions).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(selected).toBeHidden()
  await expect(actions).toBeHidden()
  await expect(sidebar(page)).toBeHidden()
  await expect(page.locator('button, input, select').filter({ visible: true })).toHaveText([
    'Post',
    'Created',
    'Updated',
    'Views',
  ])
  const badge = row.getByText('published', { exact: true })
  await expect(badge).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(badge).toHaveCSS('color', 'rgb(0, 0, 0)')
  const { width } = (await row.boundingBox()) ?? { width: 0 }
  expect(width, 'of the row, without the sidebar').toBeGreaterThan(1200)

  await page.emulateMedia({ media: 'screen' })
  const link = row.getByRole('link', { name: post.title, exact: true })
  await link.click()
  await expect(link).toHaveCSS('opacity', '0.55')
  release()
  await expect(page).toHaveURL(`/admin/blogs/edit/${post.id}`)
})

test('disabled checkboxes look disabled', { tag: '@once' }, async ({ browser, page, site }) => {
  const { client, close } = await openWithoutScript(browser, page, site)
  await client.goto('/admin/settings')
  const box = client.getByRole('checkbox').first()
  await expect(box).toBeDisabled()
  await expect(box).toHaveCSS('opacity', '0.6')
  await expect(box).toHaveCSS('cursor', 'not-allowed')
  await close()
})

test.describe('the dashboard', () => {
  test('shows figures, charts with their tables, and recent posts, publications and messages', async ({
    browser,
    page,
    request,
    site,
    staff,
  }) => {
    const { slug } = await staff.create({ title: unique('Viewed') })
    await visit(browser, site, slug)
    await request.post('/api/newsletter', { data: { email: `${unique('r').replace(' ', '')}@example.com` } })
    const draft = await staff.create({ title: unique('Begun'), published: false })
    const live = await staff.create({ title: unique('Out') })
    const subject = unique('A request')
    const message = { name: 'Ada Brandt', email: 'ada@example.com', message: 'We need a booking system.' }
    await request.post('/api/contact', { data: { ...message, subject } })
    const { data } = await (await page.request.get('/api/stats')).json()
    await open(page, '/admin/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=../dd')
    await expect(figure('Case Studies')).toHaveText(String(data.caseStudies.total))
    await expect(figure('Users')).toHaveText(String(data.users.total))
    expect(Number(await figure('Subscribers').textContent())).toBeGreaterThanOrEqual(data.subscribers.total)
    await expect(page.getByText('Sample data')).toHaveCount(0)

    const months = page.getByRole('region', { name: 'Views by month' })
    await months.getByText('View as table').click()
    await expect(months.getByRole('rowheader')).toHaveCount(6)
    const posts = page.getByRole('region', { name: 'Posts by status' })
    await expect(page.getByText(/^\d+ new, \d+ in the previous 30 days/).first()).toBeVisible()
    await expect(months.locator('svg text')).toHaveCount(6)
    const colors = (part: Locator) =>
      part.locator('svg rect').evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).fill))
    for (const fill of [...(await colors(months)), ...(await colors(posts))]) expect(fill).toMatch(/^rgb\(/)
    await posts.getByText('View as table').click()
    await expect(posts.getByRole('rowheader')).toHaveText(['Published', 'Draft'])

    const entry = (text: string) =>
      page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem').filter({ hasText: text })
    await expect(entry(draft.title)).toHaveText(/^Draft created by Editorial team · .*draft$/)
    await expect(entry(live.title)).toHaveText(/^Published by Editorial team · .*published$/)
    await expect(entry(subject)).toHaveText(new RegExp(`^Ada Brandt · \\w+ \\d+${subject}New$`))
    await expect(entry(subject).locator('time')).toHaveAttribute('title', / at \d+:\d\d [AP]M E[SD]T$/)
    await expect(entry(live.title).getByRole('link')).toHaveAttribute('href', `/admin/blogs/edit/${live.id}`)
    await entry(subject).getByRole('link').press('Enter')
    await expect(page).toHaveURL(/\/admin\/messages\?message=[\w-]{36}$/)
    await expect(page.getByRole('region', { name: subject }).getByText(message.message)).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  })
})

plainTest('@once without figures of the upstream a sample stands in and says so', async ({ page, front }) => {
  await page.goto(`${front.url}/admin/dashboard`)
  await fillSignIn(page, { email: 'far@example.com', password: 'far away' })
  const main = page.getByRole('main')
  await expect(main.getByText('Sample data')).toBeVisible()
  await hydrated(page)
  await expect(main.getByRole('region', { name: 'Recent activity' }).getByRole('link')).toHaveCount(0)
  await expect(sidebar(page).locator('.staff-badge')).toHaveCount(0)
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByText('Sample data')).toBeVisible()
})

test(
  'pages fit a phone with text of double size',
  { tag: '@once' },
  async ({ page, request, staff, token }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    const title = unique('Donaudampfschifffahrtsgesellschaft')
    const { id } = await staff.create({ title, tags: [unique('Elektrizitätswerk')], excerpt: 'Opens.' })
    const redirect = { from: `/old-${id}`, to: '/services', status: 301 }
    const headers = { authorization: `Bearer ${token}` }
    const created = await request.post('/api/redirects', { data: redirect, headers })
    for (const path of [
      'dashboard',
      'blogs',
      'blogs/tags',
      'blogs/new',
      `blogs/edit/${id}`,
      `blogs/${id}/revisions`,
      'redirects',
      'case-studies/new',
      'notifications',
      'media',
      'settings',
      'profile',
    ]) {
      await page.goto(`/admin/${path}`)
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
      await expect(page.getByRole('button', { name: 'Your account', exact: true })).toBeVisible()
      await expect(page.locator('[data-row], textarea, h2').filter({ visible: true })).not.toHaveCount(0)
      await expectNoOverflow(page, path)
    }
    const { data } = await created.json()
    await request.delete(`/api/redirects/${data.id}`, { headers })
  },
)

test.describe('the editor on a phone', () => {
  test.use({ hasTouch: true, isMobile: true })

  // iPhones zoom into text smaller than 16 px when it gets the focus.
  test(
    'has popovers that fit, and text fields of at least 16 px',
    { tag: '@once' },
    async ({ page, staff }) => {
      await page.setViewportSize({ width: 375, height: 667 })
      const content = Array.from({ length: 30 }, (_, index) => `## Part ${index}\n\nText.`).join('\n\n')
      const { id } = await staff.create({ title: unique('Long'), content })
      await open(page, `/admin/blogs/edit/${id}`)
      for (const [width, height] of [
        [375, 667],
        [667, 375],
      ] as const) {
        await page.setViewportSize({ width, height })
        for (const name of ['Outline', 'Link to a post']) {
          const button = page.getByRole('button', { name, exact: true })
          await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
          await button.tap()
          const popover = page.getByRole('dialog', { name })
          await expect(popover, `${width} x ${height} px`).toBeInViewport({ ratio: 0.99 })
          await page.keyboard.press('Escape')
          await expect(popover).toBeHidden()
        }
      }

      const text = page.getByRole('textbox', { name: 'Content' })
      await text.press('ControlOrMeta+f')
      await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused()
      const sizes = await page
        .locator(
          'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select, [contenteditable="true"]',
        )
        .evaluateAll((fields) =>
          fields.map((field) => [field.id || field.className, parseFloat(getComputedStyle(field).fontSize)]),
        )
      expect(sizes.filter(([, size]) => Number(size) < 16)).toEqual([])
      expect(sizes.length).toBeGreaterThan(5)
    },
  )

  test('shows its toolbar above the keyboard of the phone', { tag: '@once' }, async ({ page, staff }) => {
    const content = Array.from({ length: 30 }, (_, index) => `## Part ${index}\n\nText.`).join('\n\n')
    const { id } = await staff.create({ title: unique('Long'), content })
    await page.setViewportSize({ width: 320, height: 300 })
    await open(page, `/admin/blogs/edit/${id}`)
    const text = page.getByRole('textbox', { name: 'Content' })
    const expectToolbarAtEnd = async () => {
      await text.press('ControlOrMeta+End')
      await text.pressSequentially('The end.')
      await expect(text.getByText('The end.').last()).toBeInViewport()
      await expect(page.getByRole('button', { name: 'Bold' })).toBeInViewport({ ratio: 1 })
    }
    await showVisual(page)
    await expectToolbarAtEnd()
    await page.getByRole('button', { name: 'Markdown', exact: true }).click()
    await expect(text).toHaveClass(/cm-content/)
    await expectToolbarAtEnd()
    for (const key of [...Array.from({ length: 20 }, () => 'ArrowUp'), 'ControlOrMeta+Home']) {
      await page.keyboard.press(key)
      await expect.poll(() => spaceAboveCaret(page), key).toBeGreaterThanOrEqual(0)
    }
  })
})

test('the top bar and the search fit a zoom of 400 %', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await open(page, '/admin/notifications')
  const menu = await page.getByRole('button', { name: 'Menu' }).boundingBox()
  const account = await page.getByRole('button', { name: 'Your account', exact: true }).boundingBox()
  expect(account?.y).toBe(menu?.y)
  await expectNoOverflow(page, 'notifications')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('settings')
  const first = page.getByRole('dialog', { name: 'Search and commands' }).getByRole('option').first()
  await expect(first).toBeInViewport({ ratio: 1 })
})

test.describe('accessibility', { tag: '@once' }, () => {
  test('the layout and the dashboard', async ({ page }) => {
    await page.goto('/admin/dashboard')
    await expect(page.locator('.staff-badge').first()).toBeAttached()
    await expectAccessibleInBoth(page)
  })

  test('menus and dialogs', async ({ page, request }) => {
    const message = { name: 'Ada', email: 'ada@example.com', message: 'We need a booking system.' }
    await request.post('/api/contact', { data: { ...message, subject: unique('Listed') } })
    await open(page, '/admin/users')
    for (const appearance of appearances) {
      const { width } = appearance
      await changeAppearance(page, appearance)
      await page.getByRole('button', { name: 'Notifications' }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      await expectAccessible(page, `notifications at ${width} px`)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Your account' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectAccessible(page, `user menu at ${width} px`)
      await page.keyboard.press('Escape')
      if (width > 1000) continue
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
      await expectAccessible(page, `drawer at ${width} px`)
      await page.keyboard.press('Escape')
    }
  })

  test('the sign-in page with its errors', async ({ page, context }) => {
    await context.clearCookies()
    await page.goto('/admin/login?ended=1')
    await fillSignIn(page, { email: '', password: '' })
    await expect(page.getByText('Email is required')).toBeVisible()
    await expectAccessibleInBoth(page, 'sign in')
  })
})
