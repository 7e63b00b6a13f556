import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, networkError, test } from '../support/fixtures.ts'

const screens = [
  { name: 'Home', path: '/' },
  { name: 'About', path: '/about' },
  { name: 'Services', path: '/services' },
  { name: 'Blog', path: '/blog?page=2' },
  { name: 'a search without a match', path: '/blog?search=acessibilty' },
  { name: 'an article', path: '/blog/measuring-lcp-on-real-phones' },
  { name: 'Contact', path: '/contact' },
  { name: 'Newsletter', path: '/newsletter' },
]

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violations(axe: AxeBuilder) {
  const { violations: found } = await axe.analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Sets the theme as another tab would, so that late scripts read the same value. */
const chooseTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((name) => {
    localStorage.setItem('theme', name)
    document.documentElement.dataset['theme'] = name
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: name }))
  }, theme)

/** Runs every rule in the light theme and only color rules in the dark one. */
async function expectAccessible(page: Page, what = 'the page') {
  expect(await violations(new AxeBuilder({ page }).withTags(rules)), `${what}, light`).toEqual([])
  await chooseTheme(page, 'dark')
  const dark = new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block'])
  expect(await violations(dark), `${what}, dark`).toEqual([])
  await chooseTheme(page, 'light')
}

// A change of the theme shows its final colors at once.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

for (const { name, path } of screens)
  test(`${name} is accessible at every width and in both themes`, { tag: '@once' }, async ({ page }) => {
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await expectAccessible(page, `${width} px`)
    }
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(overflow, `pixels too wide at ${width}`).toBeLessThanOrEqual(0)
    }
  })

test('the view of a missing article is accessible', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(networkError(404))
  await page.goto('/blog/no-such-article')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})

test('the list beyond its last page is accessible', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(networkError(404))
  await page.goto('/blog?page=999')
  await expect(page.getByRole('link', { name: 'All articles' })).toBeVisible()
  await expectAccessible(page)
})

test('the contact form is accessible with its errors', { tag: '@once' }, async ({ page }) => {
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessible(page)
})

test('the open menu is accessible on a phone', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page)
})

test('touch targets are large enough on a phone', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  for (const path of ['/blog', '/contact']) {
    await page.goto(path)
    const small = await page
      .locator('button, input:not([type="hidden"]), textarea, nav a, summary')
      .evaluateAll((elements) =>
        elements
          .filter(
            (element) =>
              element.checkVisibility() && !element.closest('[aria-hidden="true"], dialog:not([open])'),
          )
          .map((element) => ({
            text: element.textContent?.trim() ?? '',
            box: element.getBoundingClientRect(),
          }))
          .filter(({ box }) => box.height < 44 || box.width < 24)
          .map(({ text, box }) => `${text}: ${Math.round(box.width)}×${Math.round(box.height)}`),
      )
    expect(small, path).toEqual([])
  }
})
