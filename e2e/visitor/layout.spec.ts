import type { Page } from '@playwright/test'
import { currentYear, startOfNextYear } from '#contract/calendar.ts'
import { expect, test } from '../support/fixtures.ts'
import { startFront } from '../support/front.ts'
import { accountEnv } from '../support/session.ts'
import { visit } from '../support/visit.ts'

const sections = [
  ['Home', '/'],
  ['About', '/about'],
  ['Services', '/services'],
  ['Blog', '/blog'],
  ['Contact', '/contact'],
] as const

test.describe('header', () => {
  test('links to every section and Home, and marks the current section, also on an article', async ({
    page,
  }) => {
    const main = page.getByRole('navigation', { name: 'Main' })
    for (const [label, path] of sections) {
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(200)
      await expect(main.getByRole('link'), path).toHaveText(sections.map(([name]) => name))
      for (const [name, href] of sections)
        await expect(main.getByRole('link').filter({ hasText: name }), path).toHaveAttribute('href', href)
      await expect(main.locator('[aria-current="page"]'), path).toHaveText(label)
    }

    await page.getByRole('banner').getByRole('link', { name: 'Halyard' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('main')).toBeVisible()

    await page.goto('/blog')
    await page.getByRole('article').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/blog\/[a-z0-9-]+$/)
    await expect(main.getByRole('link', { name: 'Blog' })).toHaveAttribute('aria-current', 'page')
  })

  test('has a skip link to the content', async ({ page }) => {
    await page.goto('/about')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

/** Browsers use the first color whose media query matches. */
const browserColor = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
    return metas.find(({ media }) => matchMedia(media).matches)?.content
  })
const light = { hex: '#f6f1e6', rgb: 'rgb(246, 241, 230)' }
const dark = { hex: '#0d1620', rgb: 'rgb(13, 22, 32)' }

test.describe('theme', () => {
  test('is light until the toggle is used, even when the system prefers dark, and stores the choice', async ({
    page,
  }) => {
    const root = page.locator('html')
    await page.emulateMedia({ colorScheme: 'dark' })
    await visit(page, '/')
    await expect(root).toHaveAttribute('data-theme', 'light')
    await expect(root).toHaveCSS('color-scheme', 'light')
    expect(await browserColor(page)).toBe(light.hex)

    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await expect(root).toHaveAttribute('data-theme', 'dark')
    await expect(root).toHaveCSS('color-scheme', 'dark')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')

    await visit(page, '/blog')
    await expect(root).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('button', { name: 'Switch to light theme' }).click()
    await expect(root).toHaveAttribute('data-theme', 'light')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  })

  test('colors the bar of the browser, also after a navigation and after a change in another page', async ({
    page,
  }) => {
    const expectColor = async ({ hex, rgb }: typeof light) => {
      await expect.poll(() => browserColor(page)).toBe(hex)
      await expect(page.locator('html')).toHaveCSS('background-color', rgb)
    }
    await visit(page, '/')
    await expectColor(light)
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await expectColor(dark)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await expectColor(dark)
    await page.getByRole('button', { name: 'Switch to light theme' }).click()
    await expectColor(light)

    await page.evaluate(() => {
      localStorage.setItem('theme', 'dark')
      // Browsers under test do not use the back/forward cache.
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expectColor(dark)
    await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
  })

  test('is applied before the first paint, without any bundle', async ({ page, allowed }) => {
    allowed.push(
      /^failed: GET .*\/_next\/static\/.*\.js/,
      /^console error: Failed to load resource: net::ERR_FAILED/,
    )
    await page.addInitScript(() => {
      localStorage.setItem('theme', 'dark')
      const themes: string[] = []
      Object.assign(window, { themes })
      const look = () => {
        if (document.querySelector('header')) themes.push(document.documentElement.dataset['theme'] ?? 'none')
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.route(/\/_next\/static\/.*\.js$/, (route) => route.abort())
    await page.goto('/blog')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const themesOf = () => page.evaluate(() => ('themes' in window ? window.themes : []))
    await expect.poll(themesOf).toContain('dark')
    const themes = await themesOf()
    expect(themes).not.toContain('light')
    expect(themes).not.toContain('none')
    expect(await browserColor(page)).toBe(dark.hex)
  })
})

test.describe('mobile menu', () => {
  test.use({ viewport: { width: 375, height: 740 } })

  test('traps the focus and restores it, and closes by keyboard, with its button and after navigation', async ({
    page,
  }) => {
    await visit(page, '/services')
    const opener = page.getByRole('button', { name: 'Menu' })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeHidden()
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()
    await expect(menu.getByRole('link')).toHaveText(sections.map(([name]) => name))
    await expect(menu.getByRole('link', { name: 'Services' })).toHaveAttribute('aria-current', 'page')

    const stops = 1 + sections.length
    for (let step = 0; step <= stops; step++) {
      await expect(menu.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Tab')
    }
    for (let step = 0; step <= stops; step++) {
      await page.keyboard.press('Shift+Tab')
      await expect(menu.locator(':focus')).toHaveCount(1)
    }

    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(opener).toBeFocused()

    await opener.click()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(menu).toBeHidden()
    await expect(opener).toBeFocused()

    await opener.click()
    await menu.getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL('/contact')
    await expect(menu).toBeHidden()
  })
})

test('the footer has the tagline, the links, the services and the year', async ({ page }) => {
  await page.goto('/blog')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('We build the software your customers notice.')
  await expect(footer.getByRole('list', { name: 'Social media' }).getByRole('link')).toHaveText([
    'Facebook',
    'Twitter',
    'LinkedIn',
    'GitHub',
  ])
  const quickLinks = footer.getByRole('navigation', { name: 'Quick Links' }).getByRole('link')
  await expect(quickLinks).toHaveText(sections.map(([name]) => name))
  await expect(footer.getByRole('navigation', { name: 'Services' }).getByRole('link')).toHaveText([
    'App Development',
    'Web Development',
    'SEO Services',
    'Marketing Consultancy',
    'Case studies',
  ])
  await expect(footer).toContainText(`© ${currentYear()} Halyard`)
})

test('the year of cached pages changes at New Year', { tag: '@once' }, async () => {
  const nextYear = Number(currentYear()) + 1
  const toNewYear = startOfNextYear() - Date.now()
  const front = await startFront({
    env: { ...accountEnv, CLOCK_AHEAD_MS: String(toNewYear - 85_000) },
    nodeOptions: ['--import', './e2e/support/clock-skew.mjs'],
  })
  const shownYear = async () => /©.{0,9}(\d{4})/.exec(await (await fetch(`${front.url}/about`)).text())?.[1]
  expect(await shownYear()).toBe(String(nextYear - 1))
  front.signal('SIGUSR2')
  // The signal may arrive after the next request.
  await expect.poll(shownYear).toBe(String(nextYear))
  await front.stop()
})
