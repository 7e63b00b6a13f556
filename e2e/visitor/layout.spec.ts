import type { Page } from '@playwright/test'
import { currentYear, startOfNextYear } from '#contract/calendar.ts'
import { expect, networkError, test } from '../support/fixtures.ts'
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
  test('links to every section and marks the current one', async ({ page }) => {
    const main = page.getByRole('navigation', { name: 'Main' })
    for (const [label, path] of sections) {
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(200)
      await expect(main.getByRole('link'), path).toHaveText(sections.map(([name]) => name))
      for (const [name, href] of sections)
        await expect(main.getByRole('link').filter({ hasText: name }), path).toHaveAttribute('href', href)
      await expect(main.locator('[aria-current="page"]'), path).toHaveText(label)
    }
  })

  test('has a logo that links to the home page', async ({ page }) => {
    await page.goto('/blog')
    await page.getByRole('banner').getByRole('link', { name: 'Halyard' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('main')).toBeVisible()
  })

  test('marks Blog on an article', async ({ page }) => {
    await page.goto('/blog')
    await page.getByRole('article').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/blog\/[a-z0-9-]+$/)
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }),
    ).toHaveAttribute('aria-current', 'page')
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
  test('is light until the toggle is used, and stores the choice', async ({ page }) => {
    const root = page.locator('html')
    await visit(page, '/')
    await expect(root).toHaveAttribute('data-theme', 'light')
    await expect(root).toHaveCSS('color-scheme', 'light')

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

  test('follows a change that a page in the back/forward cache has missed', async ({ page }) => {
    await visit(page, '/')
    await page.evaluate(() => {
      localStorage.setItem('theme', 'dark')
      // Browsers under test do not use this cache.
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
  })

  test('stays light when the system prefers dark', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    expect(await browserColor(page)).toBe(light.hex)
  })

  test('colors the bar of the browser, also after a navigation', async ({ page }) => {
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

  test('opens, traps the focus and restores it, by keyboard', async ({ page }) => {
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
  })

  test('closes with its button and restores the focus', async ({ page }) => {
    await visit(page, '/blog')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  })

  test('closes after navigation', async ({ page }) => {
    await visit(page, '/blog')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL('/contact')
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
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

test('the layout also surrounds the page of a missing article', async ({ page, allowed }) => {
  allowed.push(networkError(404))
  const response = await page.goto('/blog/no-such-article')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})
