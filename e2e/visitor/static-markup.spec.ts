import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { visit } from '../support/visit.ts'

/** Without the views, which every visit counts and which are not shown before the first one. */
const contentOf = async (page: Page) =>
  (await page.getByRole('main').innerText()).replace(/[\d,]+ views?\n/, '')

const mark = (page: Page) => page.evaluate(() => (document.documentElement.dataset['kept'] = 'yes'))

async function expectSameDocument(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'yes')
}

for (const { path, link, next } of [
  { path: '/about', link: 'Contact us', next: '/contact' },
  { path: '/blog/measuring-lcp-on-real-phones', link: 'Back to Blog', next: '/blog' },
])
  test(`${path} is the same after Back and Forward @once`, async ({ page }) => {
    await visit(page, path)
    // The text of a part that is not laid out yet would be missing.
    await expect(page.locator('.below-fold')).toHaveCount(0)
    const shown = await contentOf(page)
    expect(shown.length).toBeGreaterThan(500)
    await mark(page)
    await page.getByRole('main').getByRole('link', { name: link }).first().click()
    await expect(page).toHaveURL(next)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectSameDocument(page)

    await page.goBack()
    await expect(page).toHaveURL(path)
    await expect.poll(() => contentOf(page)).toBe(shown)
    await page.goForward()
    await expect(page).toHaveURL(next)
    await page.goBack()
    await expect.poll(() => contentOf(page)).toBe(shown)
    await expect(page.getByRole('contentinfo')).toContainText('All rights reserved.')
    await expectSameDocument(page)
  })

test('files and modified clicks are left to the browser @once', async ({ page, context }) => {
  // A response without content leaves the page as it is.
  await page.route('**/feed.xml', (route) => route.fulfill({ status: 204 }))
  await visit(page, '/authors/ines-calloway')
  const opened = context.waitForEvent('page')
  await page
    .getByRole('main')
    .getByRole('link', { name: 'All articles on the blog' })
    .click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL('/blog')
  await expect(page).toHaveURL('/authors/ines-calloway')
  const feed = page.waitForRequest('**/feed.xml')
  await page.getByRole('main').getByRole('link', { name: 'RSS feed' }).click()
  expect((await feed).headers()['rsc']).toBeUndefined()
})
