import type { Locator } from '@playwright/test'
import { form, open, title, write } from '../support/editor-page.ts'
import { expect, unique } from '../support/fixtures.ts'
import { test } from '../support/staff-fixtures.ts'

const arabic = 'هذه فقرة بالعربية'
const text = `${arabic}\n\nAn English paragraph\n\n- عنصر\n`

const directionOf = (block: Locator) =>
  block.evaluate((element) => {
    const { direction, textAlign } = getComputedStyle(element)
    return `${direction} ${textAlign.replace('start', direction === 'rtl' ? 'right' : 'left')}`
  })

async function expectDirections(blocks: Locator) {
  await expect.poll(() => directionOf(blocks.filter({ hasText: arabic }).last())).toBe('rtl right')
  expect(await directionOf(blocks.filter({ hasText: 'An English paragraph' }).last())).toBe('ltr left')
  expect(await directionOf(blocks.filter({ hasText: 'عنصر' }).last())).toBe('rtl right')
}

test(
  'Arabic text is aligned to the right in both editors and their preview',
  { tag: '@once' },
  async ({ page }) => {
    await open(page)
    await title(page).fill(arabic)
    expect(await directionOf(title(page))).toBe('rtl right')
    await write(page, text)
    await expectDirections(page.locator('.cm-line'))
    await expectDirections(page.frameLocator('iframe[title="Preview of the article"]').locator('p, li'))
    await form(page).getByRole('button', { name: 'Visual' }).click()
    await expectDirections(page.locator('.visual-text').locator('p, li'))
  },
)

test('a published Arabic post is aligned to the right', { tag: '@once' }, async ({ page, staff }) => {
  const post = await staff.create({ title: `${arabic} ${unique('rtl')}`, content: text, published: true })
  await page.goto(`/blog/${post.slug}`)
  await expectDirections(page.locator('.article').locator('p, li'))
  const heading = page.getByRole('heading', { level: 1 })
  expect(await directionOf(heading)).toBe('rtl right')
  const edges = await page
    .locator('h1, .article > *')
    .evaluateAll((blocks) => blocks.map((block) => Math.round(block.getBoundingClientRect().right)))
  expect(new Set(edges).size, 'right edges').toBe(1)
})
