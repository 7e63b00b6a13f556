import { expectAccessible } from '../support/accessibility.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/mail-fixtures.ts'
import { signIn } from '../support/session.ts'
import { hydrated, toast } from '../support/staff-page.ts'

test(
  'an owner sees which email failed and why, and sends it again',
  { tag: '@once' },
  async ({ page, context, front, mails, allowed }) => {
    front.allowedLog.push(/"msg":"An e-mail was not delivered"/)
    mails.setBehavior('rejects')
    const list = page.getByRole('region', { name: 'Undelivered email' })
    const row = list.getByRole('listitem')
    const write = async (subject: string) => {
      const response = await fetch(`${front.url}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: front.url },
        body: JSON.stringify({
          ...{ name: 'Ann', email: 'ann@example.org' },
          ...{ subject, message: 'We need a new site.' },
        }),
      })
      expect(response.status).toBe(201)
      await expect(async () => {
        await page.goto(`${front.url}/admin/settings/system`)
        await expect(row).toHaveCount(1, { timeout: 1_000 })
      }).toPass()
      await hydrated(page)
    }
    let isOffline = false
    await page.route(/\/(api|admin)\//, (route) =>
      isOffline ? route.abort('connectionrefused') : route.fallback(),
    )
    await signIn(context, front)
    await write('A new boat')
    await expect(row).toContainText('desk@halyard.test')
    await expect(row).toContainText('Contact message: A new boat')
    await expect(row).toContainText('The mail server does not accept this address.')
    await expectAccessible(page)

    allowed.push(/ERR_CONNECTION_REFUSED/)
    isOffline = true
    await row.getByRole('button', { name: 'Send again to desk@halyard.test' }).click()
    await expect(toast(page, 'The email could not be queued. Please try again.')).toBeVisible()
    await expect(row).toContainText('desk@halyard.test')
    isOffline = false

    mails.setBehavior('accepts')
    await row.getByRole('button', { name: 'Send again to desk@halyard.test' }).click()
    await expect(toast(page, 'The email to desk@halyard.test is on its way.')).toBeVisible()
    await expect(list).toContainText('Every email of the last 90 days was delivered.')
    await expect(list.getByRole('heading')).toBeFocused()
    await expect
      .poll(() => mails.emails.map(({ headers }) => headers['subject']))
      .toEqual([['Contact: A new boat']])

    mails.setBehavior('fails temporarily')
    await write('A second boat')
    await expect(row).toContainText('Tried again at')
    await row.getByRole('button', { name: 'Send now to desk@halyard.test' }).click()
    await expect(toast(page, 'The email to desk@halyard.test is sent within 4 minutes.')).toBeVisible()
  },
)
