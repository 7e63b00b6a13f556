import type { Page } from '@playwright/test'
import { axeFor, expectAccessible, expectNoOverflow, findViolations } from '../support/accessibility.ts'
import { expect, networkError, test, unique } from '../support/fixtures.ts'
import { layOutAll, visit } from '../support/visit.ts'

const screens = [
  { name: 'Home', path: '/' },
  { name: 'About', path: '/about' },
  { name: 'Services', path: '/services' },
  { name: 'Blog', path: '/blog?page=2' },
  { name: 'a search without a match', path: '/blog?search=acessibilty' },
  { name: 'an article', path: '/blog/measuring-lcp-on-real-phones' },
  { name: 'Work', path: '/work' },
  { name: 'a case study', path: '/work/healthcare-mobile-app' },
  { name: 'an author', path: '/authors/ines-calloway' },
  { name: 'Contact', path: '/contact' },
  { name: 'Newsletter', path: '/newsletter' },
]

/** Sets the theme as another tab would, so that late scripts read the same value. */
const chooseTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((name) => {
    localStorage.setItem('theme', name)
    document.documentElement.dataset['theme'] = name
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: name }))
  }, theme)

/** Runs every rule in the light theme and only color rules in the dark one. */
async function expectAccessibleInBothThemes(page: Page, what = 'the page', part: { include?: string } = {}) {
  await expectAccessible(page, `${what}, light`, part)
  await chooseTheme(page, 'dark')
  const dark = axeFor(page).withRules(['color-contrast', 'link-in-text-block'])
  if (part.include) dark.include(part.include)
  expect(await findViolations(dark), `${what}, dark`).toEqual([])
  await chooseTheme(page, 'light')
}

// A change of the theme shows its final colors at once.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

for (const { name, path } of screens)
  test(
    `${name} is accessible at every width, in both themes and with large text`,
    { tag: '@once' },
    async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 900 })
      await visit(page, path)
      await expectAccessible(page, '375 px')
      await page.setViewportSize({ width: 1440, height: 900 })
      // The colors of a theme do not depend on the width.
      await expectAccessibleInBothThemes(page, '1440 px')
      for (const width of [320, 768]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoOverflow(page, `${width} px`)
      }
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
      for (const width of [375, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoOverflow(page, `text of double size at ${width} px`)
      }
    },
  )

test('the parts of the header do not overlap with large text', { tag: '@once' }, async ({ page }) => {
  await visit(page, '/about')
  for (const percent of [100, 125, 150, 200]) {
    await page.evaluate((size) => void (document.documentElement.style.fontSize = `${size}%`), percent)
    for (const width of [320, 360, 375, 412, 480, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      const overlaps = await page.getByRole('banner').evaluate((header) => {
        const parts = [...header.querySelectorAll('a > svg, a > span, nav li, button')].filter((part) =>
          part.checkVisibility(),
        )
        const boxes = parts.map((part) => ({ text: part.textContent, box: part.getBoundingClientRect() }))
        return boxes.flatMap(({ text, box }, index) =>
          boxes
            .slice(index + 1)
            .filter(
              ({ box: other }) =>
                Math.min(box.right, other.right) - Math.max(box.left, other.left) > 0.5 &&
                Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 0.5,
            )
            .map((other) => `${text} and ${other.text}`),
        )
      })
      expect(overlaps, `${percent} % at ${width} px`).toEqual([])
      await expectNoOverflow(page, `${percent} % at ${width} px`)
      if (percent === 100) await expect(page.getByRole('banner')).toHaveJSProperty('offsetHeight', 72)
    }
  }
})

test('the blog suits phones, large text and more contrast', { tag: '@once' }, async ({ page }) => {
  await visit(page, '/blog')
  await page.setViewportSize({ width: 375, height: 740 })

  await test.step('touch targets are large enough', () => expectLargeTargets(page))

  await test.step('the links of the footer keep their distance', async () => {
    for (const width of [320, 375]) {
      await page.setViewportSize({ width, height: 740 })
      const gaps = await page.getByRole('contentinfo').evaluate((footer) =>
        [...footer.querySelectorAll('nav ul')].flatMap((list) => {
          const lines = [...list.querySelectorAll('a')].map((link) => {
            const range = document.createRange()
            range.selectNodeContents(link)
            return range.getBoundingClientRect()
          })
          return lines.slice(1).map(({ top }, index) => top - (lines[index]?.bottom ?? 0))
        }),
      )
      expect(Math.min(...gaps), `${width} px`).toBeGreaterThanOrEqual(12)
    }
  })

  await test.step('the search field has room for words with large text', async () => {
    const field = page.getByRole('searchbox', { name: 'Search articles' })
    const button = page.getByRole('button', { name: 'Search', exact: true })
    const boxes = () => Promise.all([field.boundingBox(), button.boundingBox()])
    await page.setViewportSize({ width: 320, height: 900 })
    const [fieldBox, buttonBox] = await boxes()
    expect(fieldBox?.y).toBe(buttonBox?.y)
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
    for (const width of [320, 375, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const [large] = await boxes()
      expect(large?.width, `${width} px`).toBeGreaterThanOrEqual(240)
      await expectNoOverflow(page, `${width} px`)
    }
  })

  await test.step('quiet text is stronger for visitors who prefer more contrast', async () => {
    await page.emulateMedia({ contrast: 'more' })
    for (const [theme, ink] of [
      ['light', 'rgb(20, 32, 46)'],
      ['dark', 'rgb(243, 237, 224)'],
    ] as const) {
      await chooseTheme(page, theme)
      await expect(page.locator('main .text-muted').first()).toHaveCSS('color', ink)
    }
  })
})

test(
  'an article of tables, footnotes, marks, deep lists and long words is accessible on a phone',
  { tag: '@once' },
  async ({ page, staff }) => {
    const cells = Array.from({ length: 12 }, (_, index) => `Halyard${index}`).join(' | ')
    const table = `| ${cells} |\n|${'---|'.repeat(12)}\n| ${cells} |\n`
    const marked = '<mark>High `water` of the [tide](/blog)</mark>'
    const text = `## Send less\n\nOnce[^1] and again[^1].\n\n${marked}\n\n${table}\nBetween.\n\n${table}\n`
    const list = Array.from(
      { length: 12 },
      (_, level) => `${'  '.repeat(level)}- Level ${level} of the list\n`,
    )
    const quotes = `${'> '.repeat(9)}Quoted again and again`
    const headings = [
      'useSyncExternalStore()',
      'Content-Security-Policy-Report-Only',
      '`unstable_cache_of_tags`',
    ]
    const { slug } = await staff.create({
      title: unique('Tables'),
      content: [
        ...[text, list.join(''), quotes],
        ...headings.map((heading) => `## ${heading}\n\nText.`),
        '[^1]: A note.\n',
      ].join('\n\n'),
    })
    await page.setViewportSize({ width: 375, height: 900 })
    await visit(page, `/blog/${slug}`)
    await expect(page.getByRole('heading', { name: 'Send less', exact: true })).toBeVisible()
    await page.getByRole('region', { name: 'Table 2' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('region', { name: 'Table 2' })).not.toHaveJSProperty('scrollLeft', 0)
    await expect(page.locator('mark')).toHaveCSS('background-color', 'rgb(242, 185, 29)')
    await expectAccessibleInBothThemes(page)

    await page.setViewportSize({ width: 320, height: 900 })
    await expectNoOverflow(page, '320 px')
    const sizes = await page
      .locator('.article blockquote')
      .evaluateAll((found) => found.map((quote) => getComputedStyle(quote).fontSize))
    expect([sizes.length, new Set(sizes).size]).toEqual([9, 1])

    await page.setViewportSize({ width: 375, height: 900 })
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
    await page.getByText('In this article', { exact: true }).last().click()
    await expect(page.getByRole('link', { name: 'useSyncExternalStore()', exact: true })).toBeVisible()
    await expectNoOverflow(page, 'the open contents')
  },
)

test('the view of a missing article is accessible', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(networkError(404))
  await visit(page, '/blog/no-such-article')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('the list beyond its last page is accessible', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(networkError(404))
  await visit(page, '/blog?page=999')
  await expect(page.getByRole('link', { name: 'All articles' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('the contact form is accessible with its errors', { tag: '@once' }, async ({ page }) => {
  await visit(page, '/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the form', { include: 'form[aria-label="Contact"]' })
  await page.setViewportSize({ width: 375, height: 740 })
  await expectLargeTargets(page)
})

test('the open menu is accessible on a phone', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await visit(page, '/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the menu', { include: 'dialog[open]' })
})

async function expectLargeTargets(page: Page) {
  await layOutAll(page)
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
  expect(small).toEqual([])
}
