import type { Page, Request } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth } from '../support/accessibility.ts'
import { expect, networkError, test as base, unique } from '../support/fixtures.ts'
import { holdRequests, loseResponse } from '../support/hold-requests.ts'
import { rawRequest } from '../support/raw-request.ts'
import { signIn } from '../support/session.ts'
import { dialog, openHydrated } from '../support/staff-page.ts'

/** A worker with a site of its own: other tests use up the missing addresses that are counted in a day. */
const test = base.extend<object, { ownSite: true }>({ ownSite: [true, { scope: 'worker', auto: true }] })

test.beforeEach(({ context, site }) => signIn(context, site))

const open = (page: Page, query = '') => openHydrated(page, `/admin/redirects${query}`)
const path = (text: string) => `/${unique(text).toLowerCase().replaceAll(' ', '-')}`
const table = (page: Page, name = 'Redirects') => page.getByRole('table', { name })
const row = (page: Page, from: string, name = 'Redirects') =>
  table(page, name)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: from, exact: true }) })
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })

async function fillNew(page: Page, from: string, to: string) {
  await page.getByRole('button', { name: 'New Redirect' }).click()
  await field(page, 'From').fill(from)
  await field(page, 'To').fill(to)
}

test('a redirect is created, followed, edited, found and deleted', async ({ page, site, allowed }) => {
  allowed.push(networkError(409))
  const from = path('old')
  const location = async () => (await rawRequest(site.url, from)).headers['location']
  await open(page)
  await page.getByRole('button', { name: 'New Redirect' }).click()
  await field(page, 'From').fill('/about')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(dialog(page)).toContainText('This page exists, and a page wins over a redirect.')
  await expect(field(page, 'From')).toBeFocused()
  await expect(dialog(page)).toContainText('Target is required.')
  await field(page, 'From').fill(`${site.url}${from}`)
  await field(page, 'To').fill('/services')
  await field(page, 'To').press('Enter')
  await expect(row(page, from)).toContainText('/services')
  await expect(dialog(page)).toHaveCount(0)
  expect(await location()).toBe('/services')

  await fillNew(page, from, '/work')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(dialog(page)).toContainText(`“${from}” redirects to “/services” already.`)
  await expect(field(page, 'To')).toHaveValue('/work')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)

  await page.getByRole('button', { name: `Edit the redirect from ${from}` }).click()
  await dialog(page).getByRole('combobox', { name: 'Status' }).selectOption('410')
  await expect(field(page, 'To')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(row(page, from)).toContainText('gone')
  expect((await rawRequest(site.url, from)).status).toBe(410)

  await page.getByRole('searchbox', { name: 'Search redirects' }).fill(from.toUpperCase())
  await expect(page).toHaveURL(/\?search=/)
  await expect(page.getByText('Showing 1 to 1 of 1 redirect')).toBeVisible()
  await page.getByRole('button', { name: `Delete the redirect from ${from}` }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No redirects found' })).toBeVisible()
  expect(await location()).toBe('/')
})

test('a deletion whose response was lost is repeated', { tag: '@once' }, async ({ page, staff, allowed }) => {
  allowed.push(networkError(404), /ERR_FAILED/)
  const from = path('lost')
  const headers = { authorization: `Bearer ${staff.token}` }
  await page.request.post('/api/redirects', { headers, data: { from, to: '/about', status: 301 } })
  await loseResponse(page, 'DELETE', '**/api/redirects/*')
  await open(page)
  await page.getByRole('button', { name: `Delete the redirect from ${from}` }).click()
  const remove = dialog(page).getByRole('button', { name: 'Delete' })
  await remove.click()
  await expect(dialog(page).getByRole('alert')).toHaveText('The server did not respond. Please try again.')
  await remove.click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, from)).toHaveCount(0)
})

test(
  'a redirect that someone else just changed is deleted only after another look',
  { tag: '@once' },
  async ({ page, site, staff, allowed }) => {
    allowed.push(networkError(412))
    const from = path('changed')
    const headers = { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' }
    const save = async (to: string, id = '') => {
      const body = JSON.stringify({ from, to, status: 301 })
      const address = `${site.url}/api/redirects${id && `/${id}`}`
      const response = await fetch(address, { method: id ? 'PUT' : 'POST', headers, body })
      expect(response.ok).toBe(true)
      return (await response.json()).data.id
    }
    const id = await save('/about')
    await open(page)
    await page.getByRole('button', { name: `Delete the redirect from ${from}` }).click()
    await save('/services', id)
    const remove = dialog(page).getByRole('button', { name: 'Delete' })
    await remove.click()
    await expect(dialog(page).getByRole('alert')).toContainText('Someone else changed this redirect.')
    await expect(page.locator('tr').filter({ hasText: from })).toContainText('/services')
    await remove.click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(row(page, from)).toHaveCount(0)
  },
)

test(
  'changes by two people to one redirect are both kept, unless they are to the same field or about its target',
  { tag: '@once' },
  async ({ page, site, staff, allowed }) => {
    allowed.push(networkError(412))
    const [from, renamed] = [path('shared'), path('renamed')]
    const headers = { authorization: `Bearer ${staff.token}` }
    const created = await page.request.post(`${site.url}/api/redirects`, {
      headers,
      data: { from, to: '/about' },
    })
    const { id } = (await created.json()).data
    const changeElsewhere = (data: object) =>
      page.request.put(`${site.url}/api/redirects/${id}`, { headers, data })
    const save = () => dialog(page).getByRole('button', { name: 'Save' }).click()
    await open(page)
    await page.getByRole('button', { name: `Edit the redirect from ${from}` }).click()
    await changeElsewhere({ from, to: '/services', status: 302 })
    await field(page, 'From').fill(renamed)
    await save()
    await expect(dialog(page)).toHaveCount(0)
    await expect(row(page, renamed)).toContainText('/services302')

    await page.getByRole('button', { name: `Edit the redirect from ${renamed}` }).click()
    await changeElsewhere({ from, to: '/contact', status: 301 })
    await field(page, 'To').fill('/work')
    await save()
    await expect(dialog(page).getByRole('alert')).toContainText(
      'Someone else changed this redirect. Save again',
    )
    await expect(field(page, 'From')).toHaveValue(from)
    await expect(field(page, 'To')).toHaveValue('/work')
    await save()
    await expect(dialog(page)).toHaveCount(0)
    await expect(row(page, from)).toContainText('/work301')

    const status = dialog(page).getByRole('combobox', { name: 'Status' })
    const saveOverRemoval = async (change: () => Promise<unknown>) => {
      await page.getByRole('button', { name: `Edit the redirect from ${from}` }).click()
      const data = { from, to: '', status: 410 }
      expect((await changeElsewhere(data)).ok()).toBe(true)
      await change()
      await save()
      await expect(dialog(page).getByRole('alert')).toContainText('Save again to replace their changes')
      await save()
      await expect(dialog(page)).toHaveCount(0)
    }
    await saveOverRemoval(() => field(page, 'To').fill('/about'))
    await expect(row(page, from)).toContainText('/about')
    await saveOverRemoval(() => status.selectOption('302'))
    await expect(row(page, from)).toContainText('/about302')
  },
)

test(
  'a save after a conflict without a version still overwrites nothing unseen',
  { tag: '@once' },
  async ({ page, allowed }) => {
    allowed.push(networkError(412))
    const from = path('twice')
    const conflict = { status: 412, json: { error: 'Someone else changed it.' } }
    await page.route('**/api/redirects/*', (route) => route.fulfill(conflict), { times: 1 })
    const nothing = { json: { data: [], total: 0, totalPages: 0 } }
    await page.route('**/api/redirects?id=*', (route) => route.fulfill(nothing))
    await open(page)
    await fillNew(page, from, '/about')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: `Edit the redirect from ${from}` }).click()
    await field(page, 'To').fill('/services')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Someone else changed this redirect.')
    const request = page.waitForRequest((sent) => sent.method() === 'PUT')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    expect((await request).headers()).toMatchObject({ 'if-match': '"v1"' })
    await expect(row(page, from)).toContainText('/services')
  },
)

test(
  'a dialog keeps typed text after a click outside, after Escape and during a save',
  { tag: '@once' },
  async ({ page }) => {
    await open(page)
    const clickOutside = () => page.mouse.click(10, 400)
    await page.getByRole('button', { name: 'New Redirect' }).click()
    await expect(dialog(page)).toBeVisible()
    // The dialog listens to clicks outside a moment after it is shown.
    await expect(async () => {
      if ((await dialog(page).count()) > 0) await clickOutside()
      await expect(dialog(page)).toHaveCount(0, { timeout: 2_000 })
    }).toPass()
    await page.getByRole('button', { name: 'New Redirect' }).click()
    await field(page, 'From').fill('/half-typed')
    await clickOutside()
    await page.keyboard.press('Tab')
    await expect(field(page, 'From')).toHaveValue('/half-typed')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toHaveCount(0)

    const opener = page.getByRole('button', { name: 'New Redirect' })
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await opener.click()
    await field(page, 'From').focus()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await opener.click()
    await field(page, 'From').fill('/half-typed')
    await page.keyboard.press('Escape')
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(field(page, 'From')).toBeFocused()
    await expect(field(page, 'From')).toHaveValue('/half-typed')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(opener).toBeFocused()

    await opener.click()
    await dialog(page).getByLabel('Status').selectOption('302')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await dialog(page).getByLabel('Status').selectOption('301')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)

    const [held, gone] = [path('held'), path('gone')]
    const isCreation = (request: Request) => request.method() === 'POST'
    const release = await holdRequests(page, '**/api/redirects', { matches: isCreation })
    await fillNew(page, held, '/services')
    const sent = page.waitForRequest(isCreation)
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await sent
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    release()
    await expect(row(page, held)).toContainText('/services')
    await expect(dialog(page)).toHaveCount(0)

    // An invalid target is ignored when the page is gone.
    await fillNew(page, gone, 'nowhere')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page)).toContainText('Enter a path such as /new-page')
    await dialog(page).getByRole('combobox', { name: 'Status' }).selectOption('410')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(row(page, gone)).toContainText('gone')
  },
)

test('Back and the palette ask before they drop typed text', { tag: '@once' }, async ({ page }) => {
  await openHydrated(page, '/admin/dashboard')
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Redirects' }).click()
  await page.getByRole('button', { name: 'New Redirect' }).click()
  await field(page, 'From').fill('/half-typed')
  await page.evaluate(() => history.back())
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(page, 'From')).toHaveValue('/half-typed')
  await field(page, 'From').press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('settings')
  await page.getByRole('option', { name: 'Settings', exact: true }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(page, 'From')).toBeFocused()
  await expect(field(page, 'From')).toHaveValue('/half-typed')
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
})

test(
  'what is typed in a dialog is saved after the session has ended, and changed after a lost response',
  { tag: '@once' },
  async ({ page, context, site, allowed }) => {
    allowed.push(networkError(401), /ERR_FAILED/)
    const [from, first, second] = [path('kept'), path('first'), path('second')]
    await open(page)
    await fillNew(page, from, '/services')
    await context.clearCookies()
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page)).toContainText('Your session has ended. Sign in again in another tab')
    await signIn(context, site)
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(row(page, from)).toContainText('/services')
    await expect(dialog(page)).toHaveCount(0)

    await page.route('**/api/redirects', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await fillNew(page, first, '/work')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await page.unroute('**/api/redirects')
    await field(page, 'From').fill(second)
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page)).toHaveCount(0)
    for (const created of [first, second]) await expect(row(page, created)).toContainText('/work')
  },
)

test(
  'a redirect that someone else deleted or created leaves the list or appears in it',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(networkError(404), networkError(409))
    const [deleted, created] = [path('deleted'), path('created')]
    const headers = { authorization: `Bearer ${staff.token}` }
    const create = (from: string) =>
      page.request.post('/api/redirects', { headers, data: { from, to: '/about', status: 301 } })
    const { data } = await (await create(deleted)).json()
    await open(page)
    await page.getByRole('button', { name: `Edit the redirect from ${deleted}` }).click()
    await page.request.delete(`/api/redirects/${data.id}`, { headers })
    await field(page, 'To').fill('/services')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('It may have been deleted.')
    await expect(page.locator('tr').filter({ hasText: deleted })).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()

    await create(created)
    await fillNew(page, created, '/services')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page)).toContainText('redirects to “/about” already.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, created)).toContainText('/about')
  },
)

test('a file cannot be chosen while one is imported', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(networkError(500), /^response: 500/)
  const release = Promise.withResolvers<void>()
  await page.route('**/api/redirects/import', async (route) => {
    if (route.request().postData()?.includes('"dryRun":true')) return route.continue()
    await release.promise
    await route.fulfill({ status: 500, json: { error: 'No.' } })
  })
  await open(page)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const file = dialog(page).getByLabel('CSV file')
  const buffer = Buffer.from(`from,to,status\n${path('import')},/services,301`)
  await file.setInputFiles({ name: 'redirects.csv', mimeType: 'text/csv', buffer })
  await dialog(page).getByRole('button', { name: 'Import 1 redirect' }).click()
  await expect(dialog(page)).toContainText('Importing…')
  await file.click()
  await expect(dialog(page).getByText('1 new, 0 changed, 0 unchanged, 0 invalid')).toBeVisible()
  await expect(dialog(page)).toContainText('Importing…')
  release.resolve()
  await expect(dialog(page).getByRole('alert')).toHaveText('Nothing was changed. Please try again.')
})

test('a CSV file is checked before it is imported', async ({ page, site }) => {
  const [first, second] = [path('first'), path('second')]
  const choose = async (lines: string[]) => {
    const buffer = Buffer.from(['from,to,status', ...lines].join('\n'))
    const checked = page.waitForResponse(/\/api\/redirects\/import$/)
    await dialog(page)
      .getByLabel('CSV file')
      .setInputFiles({ name: 'redirects.csv', mimeType: 'text/csv', buffer })
    expect((await checked).status()).toBe(200)
  }
  await open(page)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const latin1 = Buffer.from('from,to,status\n/café,/services,301', 'latin1')
  await dialog(page)
    .getByLabel('CSV file')
    .setInputFiles({ name: 'redirects.csv', mimeType: 'text/csv', buffer: latin1 })
  await expect(dialog(page).getByRole('alert')).toContainText('The file is not in UTF-8.')
  await choose([`${first},/services,301`, `${second},${first},302`])
  await expect(dialog(page)).toContainText('1 new, 0 changed, 0 unchanged, 1 invalid')
  await expect(dialog(page)).toContainText(`Line 3: invalid`)
  await expect(dialog(page)).toContainText(`“${first}” redirects to “/services”. Enter that address instead.`)
  await expectAccessible(page, 'the report', { include: '[role="dialog"]' })
  await expect(dialog(page).getByRole('button', { name: 'Import', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  const chooser = page.waitForEvent('filechooser')
  await dialog(page).getByLabel('CSV file').click()
  await chooser
  // Browsers report the choice of the same file only when the field is empty.
  await expect(dialog(page).getByLabel('CSV file')).toHaveValue('')
  await expect(dialog(page)).not.toContainText('invalid')
  await choose([`${first},/services,301`, `${second},/work,302`])
  await dialog(page).getByRole('button', { name: 'Import 2 redirects' }).click()
  await expect(row(page, second)).toContainText('302')
  await expect(row(page, first)).toContainText('/services')
  expect((await rawRequest(site.url, second)).headers['location']).toBe('/work')
  await page.getByRole('searchbox', { name: 'Search redirects' }).fill(second)
  await page.keyboard.press('Enter')
  await expect(row(page, first)).toHaveCount(0)
  const csv = page.getByRole('link', { name: 'Download CSV' })
  const file = await page.request.get((await csv.getAttribute('href')) ?? '')
  const lines = (await file.text()).split('\r\n')
  expect(lines.slice(1)).toEqual([expect.stringContaining(`${second},/work,302,`), ''])
})

test('a missing address is listed and redirected with one click', async ({ page, site }) => {
  const missing = `${path('lost')}.html`
  const crawler = { 'user-agent': 'Googlebot/2.1', referer: 'https://example.com/links' }
  for (const query of ['', '?secret=1'])
    expect((await rawRequest(site.url, missing + query, { headers: crawler })).status).toBe(404)
  await open(page, '?tab=missing')
  await expect(page.getByRole('link', { name: 'Missing' })).toHaveAttribute('aria-current', 'page')
  await expect(row(page, missing, 'Missing addresses')).toContainText('example.com')
  await expect(row(page, missing, 'Missing addresses')).toContainText('2')
  await page.getByRole('button', { name: `Redirect ${missing}` }).click()
  await expect(field(page, 'From')).toHaveValue(missing)
  await field(page, 'To').fill('/services')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  // An open dialog hides the rows.
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, missing, 'Missing addresses')).toHaveCount(0)
  expect((await rawRequest(site.url, missing)).headers['location']).toBe('/services')
})

test('a changed slug is listed as an automatic redirect', async ({ page, site, staff, token }) => {
  const post = await staff.create({ title: unique('Renamed') })
  const slug = `${post.slug}-again`
  await staff.update(post.id, { slug })
  const from = `/${post.slug}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ from, to: `/blog/${slug}` })
  await fetch(`${site.url}/api/redirects`, { method: 'POST', headers, body })
  await staff.update(post.id, { slug: `${slug}-and-again` })
  await open(page, `?search=${from}`)
  await expect(row(page, from)).toContainText(`That address changed. Redirects to “/blog/${slug}-and-again”.`)
  await page.getByRole('button', { name: `Edit the redirect from ${from}` }).click()
  await expect(dialog(page).getByLabel('To')).toHaveValue(`/blog/${slug}-and-again`)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  expect((await rawRequest(site.url, `/blog/${slug}`)).status).toBe(308)
  await page.getByRole('navigation', { name: 'Redirects' }).getByRole('link', { name: 'Automatic' }).click()
  await expect(page).toHaveURL('/admin/redirects?tab=automatic')
  await page.getByRole('searchbox', { name: 'Search automatic redirects' }).fill(post.slug)
  await expect(page).toHaveURL(/search=/)
  const former = row(page, `/blog/${slug}`, 'Automatic redirects').last()
  await expect(former).toContainText(`/blog/${slug}-and-again`)
  await expect(former.getByRole('cell', { name: '1', exact: true })).toBeVisible()
})

test('the redirects are accessible', { tag: '@once' }, async ({ page, site }) => {
  const from = path('seen')
  await rawRequest(site.url, path('unseen'), { headers: { referer: 'https://example.com/' } })
  await open(page)
  await page.getByRole('button', { name: 'New Redirect' }).click()
  await field(page, 'From').fill(from)
  await expectAccessibleInBoth(page, 'the dialog', { include: '[role="dialog"]' })
  await field(page, 'To').fill('/services')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(row(page, from)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expectAccessibleInBoth(page, 'the list')
  for (const tab of ['automatic', 'missing']) {
    await open(page, `?tab=${tab}`)
    await expectAccessibleInBoth(page, tab)
  }
})
