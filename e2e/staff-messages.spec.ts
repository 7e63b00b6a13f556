import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test, unique } from './fixtures.ts'
import { test as plainTest } from './section-seven-site.ts'
import { fillSignIn, signIn } from './session.ts'
import type { Site } from './site.ts'

async function send(site: Site, subject: string) {
  const answer = await fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': site.newVisitor() },
    body: JSON.stringify({
      name: 'Ada <b>Brandt</b>',
      email: 'ada@example.com',
      subject,
      message: 'First line.\n<script>window.ran = true</script>',
    }),
  })
  expect(answer.status).toBe(201)
}

/** Its scripts run when it asks for the figures of the frame. */
const open = async (page: Page) => {
  const figures = page.waitForResponse(/\/api\/stats/)
  await page.goto('/admin/messages')
  await figures
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
}
const message = (page: Page, subject: string) =>
  page.getByRole('list', { name: 'Messages' }).locator('> li').filter({ hasText: subject })

test.beforeEach(({ context, site }) => signIn(context, site))

test('a message is read as it was written, and stays read', async ({ page, site }) => {
  const subject = unique('A ferry to book')
  await send(site, subject)
  await open(page)
  const row = message(page, subject)
  await expect(row).toContainText('pending')
  const marked = page.waitForResponse((response) => response.request().method() === 'PUT')
  await row.locator('summary').click()
  expect((await marked).status()).toBe(200)
  await expect(row.getByText('First line.')).toBeVisible()
  await expect(row).toContainText('<script>window.ran = true</script>')
  await expect(row).toContainText('Ada <b>Brandt</b> <ada@example.com>')
  await expect(row.getByRole('link', { name: 'Reply by e-mail' })).toHaveAttribute(
    'href',
    `mailto:ada%40example.com?subject=${encodeURIComponent(`Re: ${subject}`)}`,
  )
  await page.reload()
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('pending')

  await row.locator('summary').press('Enter')
  await row.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(row).toContainText('pending')
})

test('a message is deleted after a question', async ({ page, site }) => {
  const subject = unique('To forget')
  await send(site, subject)
  await open(page)
  const row = message(page, subject)
  await row.locator('summary').click()
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete this message?')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  expect(site.countStored('contact_messages', 'subject', subject)).toBe(0)
})

test('messages come in pages', async ({ page, site }) => {
  for (let number = 0; number < 11; number += 1) await send(site, unique('One of many'))
  await open(page)
  await expect(page.getByText(/^Showing 1 to 10 of \d+ messages$/)).toBeVisible()
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL('/admin/messages?page=2')
  await expect(page.getByText(/^Showing 11 to \d+ of \d+ messages$/)).toBeVisible()
  await page.goto('/admin/messages?page=9999')
  await expect(page).toHaveURL(/\/admin\/messages\?page=[1-9]\d{0,2}$/)
})

for (const width of [375, 1440])
  for (const theme of ['light', 'dark'])
    test(
      `messages are accessible at ${width} px in the ${theme} theme`,
      { tag: '@once' },
      async ({ page, site }) => {
        const subject = unique('Seen by everybody')
        await send(site, subject)
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
        await open(page)
        await message(page, subject).locator('summary').click()
        await expect(page.getByRole('link', { name: 'Reply by e-mail' })).toBeVisible()
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
        const room = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(room).toBeLessThanOrEqual(0)
      },
    )

plainTest(
  'an upstream that keeps its messages to itself has them still to come',
  { tag: '@once' },
  async ({ page, front }) => {
    await page.goto(`${front.url}/admin/login?from=/admin/messages`)
    await fillSignIn(page)
    await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible()
  },
)
