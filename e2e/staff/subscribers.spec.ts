import { expectAccessible } from '../support/accessibility.ts'
import { expect, unique } from '../support/fixtures.ts'
import { test } from '../support/staff-fixtures.ts'
import { openHydrated } from '../support/staff-page.ts'
import { toast } from '../support/toast.ts'

test('staff find, download and remove a subscriber', { tag: '@once' }, async ({ page, site }) => {
  const email = `${unique('reader').replace(/\W+/g, '-').toLowerCase()}@example.org`
  const response = await fetch(`${site.url}/api/newsletter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': site.newVisitor() },
    body: JSON.stringify({ email }),
  })
  expect(response.ok).toBe(true)
  await openHydrated(page, '/admin/dashboard')
  await page.getByRole('link', { name: 'Subscribers' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscribers')
  await page.getByRole('searchbox', { name: 'Search subscribers' }).fill(email)
  await page.keyboard.press('Enter')
  const table = page.getByRole('table', { name: 'Subscribers' })
  await expect(table.getByRole('rowheader')).toHaveText([email])
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^subscribers-.*\.csv$/)

  await table.getByRole('button', { name: `Remove ${email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, `${email} was removed.`)).toBeVisible()
  await expect(page.getByText('No subscribers found')).toBeVisible()
})
