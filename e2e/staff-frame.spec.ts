import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test, unique } from './fixtures.ts'
import { test as plainTest } from './section-seven-site.ts'
import { fillSignIn, signIn } from './session.ts'

const sections = ['Dashboard', 'Blog Posts', 'Case Studies', 'Messages', 'Users', 'Analytics', 'Settings']
const comingSoon = [
  'case-studies',
  'case-studies/new',
  'blogs/categories',
  'blogs/tags',
  'users',
  'analytics',
  'settings',
  'profile',
  'notifications',
  'activity',
]

test.beforeEach(({ context, site }) => signIn(context, site))

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Staff' })

test.describe('the sidebar', () => {
  test('has every entry, and marks where one is', async ({ page }) => {
    await page.goto('/admin/dashboard')
    await expect(sidebar(page).getByRole('list').first().locator('> li')).toHaveText(
      sections.map((name) => new RegExp(`^${name}`)),
    )
    await expect(sidebar(page).locator('[aria-current="page"]')).toHaveText('Dashboard')
    await sidebar(page).getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL('/admin/users')
    await expect(sidebar(page).locator('[aria-current="page"]')).toHaveText('Users')
    await expect(page.getByRole('banner')).toContainText('Users')
    await expect(page).toHaveTitle('Users | Halyard staff')
  })

  test('opens and closes its groups; the one of the current page is open', async ({ page }) => {
    await page.goto('/admin/blogs/tags')
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

  test('counts posts and messages as they are', async ({ page, request }) => {
    const message = { name: 'Ada', email: 'ada@example.com', message: 'We need a booking system.' }
    await request.post('/api/contact', { data: { ...message, subject: unique('Counted') } })
    await page.goto('/admin/dashboard')
    const { data } = await (await page.request.get('/api/stats')).json()
    const badge = (name: RegExp) =>
      sidebar(page).locator('li').filter({ hasText: name }).locator('.staff-badge').first()
    await expect(badge(/^Messages/)).toHaveText(`${data.messages.unread} unread messages`)
    await expect(badge(/^Blog Posts/)).toHaveText(/^\d+ posts$/)
  })

  test('leads to the website', async ({ page }) => {
    await page.goto('/admin/users')
    await page.getByRole('link', { name: 'View Website' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })
})

test.describe('the top bar', () => {
  test('searches the posts', async ({ page }) => {
    await page.goto('/admin/users')
    await page.getByRole('searchbox', { name: 'Search posts' }).first().fill('halyard & co')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/blogs?search=halyard+%26+co')
  })

  test('switches the theme and remembers it', async ({ page }) => {
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  test('has a menu of the user for the keyboard', async ({ page }) => {
    await page.goto('/admin/users')
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
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/profile')
  })

  test('tells what happened lately', async ({ page, staff }) => {
    const { id, title } = await staff.create({ title: unique('Noticed'), published: false })
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Notifications' }).click()
    const news = page.getByRole('dialog', { name: 'Notifications' })
    await expect(news.getByRole('listitem').filter({ hasText: title })).toContainText('draft')
    await expect(news.getByRole('link', { name: title })).toHaveAttribute('href', `/admin/blogs/edit/${id}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Notifications' })).toBeFocused()
    await page.keyboard.press('Enter')
    await news.getByRole('link', { name: 'All notifications' }).click()
    await expect(page).toHaveURL('/admin/notifications')
    await expect(news).toBeHidden()
  })

  test('comes after a link that skips to the content', async ({ page }) => {
    await page.goto('/admin/users')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test.describe('the drawer on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 } })

  test('keeps the focus, closes by Escape and gives the focus back', async ({ page }) => {
    await page.goto('/admin/users')
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
  })

  test('closes when it led somewhere', async ({ page }) => {
    await page.goto('/admin/users')
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await drawer.getByRole('link', { name: 'Analytics' }).click()
    await expect(page).toHaveURL('/admin/analytics')
    await expect(drawer).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await drawer.getByRole('searchbox').fill('ferry')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/blogs?search=ferry')
    await expect(drawer).toBeHidden()
  })
})

test.describe('paths', () => {
  for (const path of comingSoon)
    test(`${path} is coming soon`, async ({ page }) => {
      const response = await page.goto(`/admin/${path}`)
      expect(response?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1, name: 'Coming Soon' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('paragraph')).toHaveText(/^[A-Z].+: .+\.$/)
    })

  test('/admin is the dashboard, and an unknown path leads home', async ({ page }) => {
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

  test('are kept by nobody, found by nobody and run no foreign script', async ({ page }) => {
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

test.describe('the dashboard', () => {
  test('shows the figures, the months and a table behind them', async ({ page, request }) => {
    await request.post('/api/newsletter', { data: { email: `${unique('r').replace(' ', '')}@example.com` } })
    const { data } = await (await page.request.get('/api/stats')).json()
    await page.goto('/admin/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=../dd')
    await expect(figure('Case Studies')).toHaveText('3')
    await expect(figure('Users')).toHaveText('1')
    expect(Number(await figure('Subscribers').textContent())).toBeGreaterThanOrEqual(data.subscribers.total)
    await expect(page.getByText('Sample data')).toHaveCount(0)

    const months = page.getByRole('region', { name: 'Views by month' })
    await months.getByText('Figures as a table').click()
    await expect(months.getByRole('rowheader')).toHaveCount(6)
    const posts = page.getByRole('region', { name: 'Posts by status' })
    await posts.getByText('Figures as a table').click()
    await expect(posts.getByRole('rowheader')).toHaveText(['Published', 'Draft'])
  })

  test('tells what was written, published and received, with its state', async ({ page, request, staff }) => {
    const draft = await staff.create({ title: unique('Begun'), published: false })
    const live = await staff.create({ title: unique('Out') })
    const subject = unique('A request')
    const message = { name: 'Ada Brandt', email: 'ada@example.com', message: 'We need a booking system.' }
    await request.post('/api/contact', { data: { ...message, subject } })
    await page.goto('/admin/dashboard')
    const entry = (text: string) =>
      page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem').filter({ hasText: text })
    await expect(entry(draft.title)).toHaveText(/^Written .*draft$/)
    await expect(entry(live.title)).toHaveText(/^Published .*published$/)
    await expect(entry(subject)).toHaveText(/^Message from Ada Brandt .*pending$/)
    await page
      .getByRole('region', { name: 'Quick actions' })
      .getByRole('link', { name: 'Write a post' })
      .click()
    await expect(page).toHaveURL('/admin/blogs/new')
  })
})

plainTest('@once without figures of the upstream a sample stands in and says so', async ({ page, front }) => {
  await page.goto(`${front.url}/admin/dashboard`)
  await fillSignIn(page, { email: 'far@example.com', password: 'far away' })
  const main = page.getByRole('main')
  await expect(main.getByText('Sample data')).toBeVisible()
  await expect(main.getByRole('region', { name: 'Recent activity' }).getByRole('link')).toHaveCount(1)
  await expect(sidebar(page).locator('.staff-badge')).toHaveCount(0)
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByText('Sample data')).toBeVisible()
})

test.describe('accessibility', () => {
  async function expectNoViolations(page: Page, what: string) {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    )
    expect(found, what).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${what}: pixels too wide`).toBeLessThanOrEqual(0)
  }

  for (const theme of ['light', 'dark'])
    for (const width of [375, 1440]) {
      test.describe(`at ${width} px, ${theme}`, () => {
        test.use({ viewport: { width, height: 900 } })
        test.beforeEach(async ({ page }) => {
          await page.emulateMedia({ reducedMotion: 'reduce' })
          await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
        })

        test('the frame and its pages', async ({ page }) => {
          for (const path of ['/admin/dashboard', '/admin/blogs/tags']) {
            await page.goto(path)
            await expect(page.locator('.staff-badge').first()).toBeAttached()
            await expectNoViolations(page, path)
          }
        })

        test('what opens over it', async ({ page }) => {
          await page.goto('/admin/users')
          await page.getByRole('button', { name: 'Notifications' }).click()
          await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
          await expectNoViolations(page, 'notifications')
          await page.keyboard.press('Escape')
          await page.getByRole('button', { name: 'Your account' }).click()
          await expectNoViolations(page, 'user menu')
          await page.keyboard.press('Escape')
          if (width > 1000) return
          await page.getByRole('button', { name: 'Menu' }).click()
          await expectNoViolations(page, 'drawer')
        })

        test('the sign-in page with its errors', async ({ page, context }) => {
          await context.clearCookies()
          await page.goto('/admin/login?ended=1')
          await page.getByRole('button', { name: 'Forgot password?' }).click()
          await fillSignIn(page, { email: '', password: '' })
          await expect(page.getByText('Email is required')).toBeVisible()
          await expectNoViolations(page, 'sign in')
        })
      })
    }
})
