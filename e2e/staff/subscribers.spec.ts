import { readFile } from 'node:fs/promises'
import { appearances, changeAppearance, expectAccessible } from '../support/accessibility.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { test } from '../support/staff-fixtures.ts'
import { openHydrated, toast } from '../support/staff-page.ts'

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
  await expect(page.getByRole('searchbox')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search subscribers' }).fill(email)
  await page.keyboard.press('Enter')
  const table = page.getByRole('table', { name: 'Subscribers' })
  await expect(table.getByRole('rowheader')).toHaveText([email])
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^subscribers-.*\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines).toEqual(['\uFEFFemail,subscribed', expect.stringContaining(`${email},`), ''])

  await table.getByRole('button', { name: `Remove ${email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, `${email} was removed.`)).toBeVisible()
  await expect(page.getByText('No subscribers found')).toBeVisible()
})

test('staff import subscribers from a CSV file', async ({ page, allowed }) => {
  allowed.push(networkError(422))
  const name = unique('import').replace(/\W+/g, '-').toLowerCase()
  const [first, second, third] = ['a', 'b', 'c'].map((letter) => `${letter}-${name}@example.org`)
  const dialog = page.getByRole('dialog')
  const file = dialog.getByLabel('CSV file')
  const consent = dialog.getByRole('checkbox', { name: 'These people agreed to get the newsletter' })
  const submit = dialog.getByRole('button', { name: 'Import' })
  const choose = (...lines: string[]) =>
    file.setInputFiles({ name: 'readers.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await openHydrated(page, `/admin/subscribers?search=${name}`)
  for (const appearance of appearances) {
    await changeAppearance(page, appearance)
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await submit.click()
    await expect(file).toHaveAccessibleDescription(/Choose a CSV file\.$/)
    await expect(file).toBeFocused()
    await expect(consent).toHaveAccessibleDescription(/Confirm that these people agreed/)
    await expectAccessible(page, 'errors', { include: '[role="dialog"]' })

    await consent.check()
    await choose('')
    await expect(file).toHaveAccessibleDescription(/The file is empty\.$/)
    await choose('name', first ?? '')
    await submit.click()
    await expect(file).toHaveAccessibleDescription(/one of them “email” or “email address”\.$/)
    await expect(file).toBeFocused()
    await expect(consent).toBeChecked()

    const lines = [`Cy,${first}`, `Di,${second}`, `Di,${second}`, 'nobody,nobody']
    await choose('Name,Email Address,unsubscribed_at', ...lines, `Ed,${third},2024-05-01`)
    await submit.click()
    await expect(dialog.getByRole('heading')).toHaveText('Import Finished')
    const isFirst = appearance === appearances[0]
    await expect(dialog.getByRole('listitem')).toHaveText([
      isFirst ? '2 added' : '0 added',
      isFirst ? '0 already subscribed' : '2 already subscribed',
      '1 left out, because they unsubscribed or cannot be reached',
      '1 invalid line',
      'Line 5: Please enter a valid email address',
    ])
    await expectAccessible(page, 'the report', { include: '[role="dialog"]' })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Import CSV' })).toBeFocused()
    await expect(page.getByRole('table', { name: 'Subscribers' }).getByRole('rowheader')).toHaveText([
      first ?? '',
      second ?? '',
    ])
  }
  await openHydrated(page, '/admin/activity')
  await expect(page.getByText('imported 2 subscribers (1 left out, 1 invalid)')).toBeVisible()
})

test('a retried import of subscribers is made once', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(/ERR_FAILED/)
  const email = `${unique('retry').replace(/\W+/g, '-').toLowerCase()}@example.org`
  await page.route('**/api/subscribers/import', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await openHydrated(page, '/admin/subscribers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog')
  const buffer = Buffer.from(`email\n${email}`)
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'readers.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server did not respond.')
  await page.unroute('**/api/subscribers/import')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByRole('listitem').first()).toHaveText('1 added')
})

test('an import waits until its file is read', { tag: '@once' }, async ({ page }) => {
  await page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer
    const held = new Promise<void>((resolve) => Reflect.set(window, 'letRead', resolve))
    Blob.prototype.arrayBuffer = async function () {
      await held
      return read.call(this)
    }
  })
  await openHydrated(page, '/admin/subscribers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog')
  const email = `${unique('slow').replace(/\W+/g, '-').toLowerCase()}@example.org`
  const buffer = Buffer.from(`email\n${email}`)
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'readers.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Import' }).click()
  await page.evaluate(() => Reflect.get(window, 'letRead')())
  await expect(dialog.getByRole('listitem').first()).toHaveText('1 added')
})
