import type { Page, Request, Response } from '@playwright/test'
import { expectAccessibleInBoth } from '../support/accessibility.ts'
import { expect, networkError, test, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { signIn } from '../support/session.ts'
import type { Site } from '../support/site.ts'
import { openHydrated, reloadHydrated, retryInVain } from '../support/staff-page.ts'

async function send(site: Site, subject: string) {
  const response = await fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': site.newVisitor() },
    body: JSON.stringify({
      name: 'Ada <b>Brandt</b>',
      email: 'ada@example.com',
      subject,
      message: 'First line.\n<script>window.ran = true</script>',
    }),
  })
  expect(response.status).toBe(201)
}

const open = async (page: Page) => {
  await openHydrated(page, '/admin/messages')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
}
const list = (page: Page) => page.getByRole('list', { name: 'Messages' })
const row = (page: Page, subject: string) => list(page).getByRole('link').filter({ hasText: subject })
const isMark = (read: boolean) => (response: Response) =>
  response.request().method() === 'PUT' && response.request().postData() === JSON.stringify({ read })
const view = (page: Page, subject: string) => page.getByRole('region', { name: subject })

test.beforeEach(({ context, site }) => signIn(context, site))

test('a message shows its text as written, and stays marked as read', async ({ page, site }) => {
  const subject = unique('A ferry to book')
  await send(site, subject)
  await open(page)
  await expect(row(page, subject)).toContainText('New')
  const marked = page.waitForResponse((response) => response.request().method() === 'PUT')
  await row(page, subject).click()
  expect((await marked).status()).toBe(200)
  await expect(page).toHaveURL(/\/admin\/messages\?message=[\w-]+$/)
  const message = view(page, subject)
  await expect(message.getByText('First line.')).toBeVisible()
  await expect(message).toContainText('<script>window.ran = true</script>')
  await expect(message).toContainText('Ada <b>Brandt</b> <ada@example.com>')
  await expect(message.locator('time')).toHaveText(/^\w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T$/)
  const reply = await message.getByRole('link', { name: 'Reply by email' }).getAttribute('href')
  expect(reply).toContain(`mailto:ada%40example.com?subject=${encodeURIComponent(`Re: ${subject}`)}&body=`)
  expect(decodeURIComponent(reply ?? '')).toContain('wrote:\r\n> First line.\r\n> <script>')
  await reloadHydrated(page)
  await expect(message.getByText('First line.')).toBeVisible()
  await expect(row(page, subject)).not.toContainText('New')

  await message.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(page).toHaveURL('/admin/messages')
  await expect(row(page, subject)).toContainText('New')
})

test(
  'messages are searched, filtered and read one after another, with the state in the URL',
  { tag: '@once' },
  async ({ page, site }) => {
    const word = unique('Čaj').replace(' ', '')
    const subjects = [1, 2, 3].map((number) => `${word} number ${number}`)
    for (const subject of subjects) await send(site, subject)
    await open(page)
    const field = page.getByRole('searchbox', { name: 'Search messages' })
    await expect(page.getByRole('searchbox')).toHaveCount(1)
    await field.fill(word.toUpperCase().replace('Č', 'c'))
    await expect(list(page).getByRole('link')).toHaveCount(3)
    await field.fill(word)
    await expect(page).toHaveURL(`/admin/messages?search=${encodeURIComponent(word)}`)
    await row(page, subjects[1] ?? '').click()
    const step = (name: string) => page.getByRole('link', { name, exact: true })
    await expect(view(page, subjects[1] ?? '')).toBeFocused()
    await step('Next').press('Enter')
    await expect(view(page, subjects[0] ?? '')).toBeFocused()
    await expect(step('Next')).toHaveCount(0)
    await page.goBack()
    await expect(view(page, subjects[1] ?? '')).toBeFocused()
    await step('Previous').press('Enter')
    await expect(view(page, subjects[2] ?? '')).toBeFocused()
    const marked = page.waitForResponse(isMark(false))
    await page.getByRole('button', { name: 'Mark as unread' }).press('Enter')
    await expect(row(page, subjects[1] ?? '')).toBeFocused()

    const unread = page.getByRole('button', { name: 'Unread', exact: true })
    await unread.press('Enter')
    await expect(unread).toHaveAttribute('aria-pressed', 'true')
    await expect(unread).toBeFocused()
    await expect(list(page).getByRole('link')).toHaveText([new RegExp(subjects[2] ?? '')])
    await expect(page).toHaveURL(/[?&]status=unread/)
    await marked
    await page.reload()
    await expect(list(page).getByRole('link')).toHaveCount(1)
    await page.goto('/admin/messages?message=00000000-0000-4000-8000-000000000000')
    await expect(page.getByText('This message does not exist. It may have been deleted.')).toBeVisible()
    await page.goto('/admin/messages?search=qqqqqqqq')
    await expect(page.getByRole('heading', { name: 'No messages found' })).toBeVisible()
  },
)

test(
  'a message that fails to load is loaded by a retry, which keeps the focus',
  { tag: '@once' },
  async ({ page, site, allowed }) => {
    allowed.push(networkError(500), /^response: 500/)
    const subject = unique('Late')
    await send(site, subject)
    const failing = /\/api\/messages\/[\w-]+\?/
    await page.route(failing, (route) => route.fulfill({ status: 500, json: { error: 'No.' } }))
    await open(page)
    await row(page, subject).click()
    const region = page.getByRole('region', { name: 'Message', exact: true })
    const again = region.getByRole('button', { name: 'Try again' })
    await retryInVain(again)
    await page.unroute(failing)
    await again.click()
    await expect(view(page, subject).getByText('First line.')).toBeVisible()
    await expect(view(page, subject)).toBeFocused()
  },
)

test('a message is deleted after confirmation', { tag: '@once' }, async ({ page, site }) => {
  const subject = unique('To forget')
  await send(site, subject)
  await open(page)
  await row(page, subject).click()
  const message = view(page, subject)
  await message.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete this message?')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(message).toBeVisible()
  await message.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, subject)).toHaveCount(0)
  await expect(message).toHaveCount(0)
  expect(site.countStored('contact_messages', 'subject', subject)).toBe(0)
})

test(
  'messages that someone else deleted leave the list when they are opened or marked',
  { tag: '@once' },
  async ({ page, site, token, allowed }) => {
    allowed.push(networkError(404))
    const [first, second] = [unique('One'), unique('Two')]
    const headers = { authorization: `Bearer ${token}` }
    const removeElsewhere = async (subject: string) => {
      const query = new URLSearchParams({ search: subject })
      const { data } = await (await page.request.get(`/api/messages?${query}`, { headers })).json()
      await page.request.delete(`/api/messages/${data.messages[0].id}`, { headers })
    }
    for (const subject of [first, second]) await send(site, subject)
    await open(page)
    await expect(row(page, first)).toBeVisible()
    await removeElsewhere(first)
    await row(page, first).click()
    await expect(page.getByText('This message does not exist. It may have been deleted.')).toBeVisible()
    await expect(row(page, first)).toHaveCount(0)

    const marked = page.waitForResponse(isMark(true))
    await row(page, second).click()
    await marked
    await removeElsewhere(second)
    await view(page, second).getByRole('button', { name: 'Mark as unread' }).click()
    await expect(page.getByText('This message does not exist. It may have been deleted.')).toBeVisible()
    await expect(row(page, second)).toHaveCount(0)
    await expect(page.getByText('Failed to update the message.')).toHaveCount(0)
  },
)

test('a list that is opened during a deletion stays open', { tag: '@once' }, async ({ page, site }) => {
  const [first, second, third] = [unique('One'), unique('Two'), unique('Three')]
  for (const subject of [first, second, third]) await send(site, subject)
  const release = await holdRequests(page, '**/api/messages/*', {
    matches: (request) => request.method() === 'DELETE',
  })
  await open(page)
  await row(page, second).click()
  await view(page, second).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await view(page, second).getByRole('link', { name: 'All messages' }).click()
  await expect(page).toHaveURL('/admin/messages')
  release()
  await expect(row(page, second)).toHaveCount(0)
  await expect(row(page, third)).toBeVisible()
  await expect(page).toHaveURL('/admin/messages')
})

test(
  'a page that is opened during a deletion is shown when it has loaded',
  { tag: '@once' },
  async ({ page, site }) => {
    const [first, second] = [unique('One'), unique('Two')]
    for (const subject of [first, second]) await send(site, subject)
    const releaseDeletion = await holdRequests(page, '**/api/messages/*', {
      matches: (request) => request.method() === 'DELETE',
    })
    const opensMedia = (request: Request) =>
      new URL(request.url()).pathname === '/admin/media' && !request.headers()['next-router-prefetch']
    const releaseNavigation = await holdRequests(page, '**/admin/media?*', { matches: opensMedia })
    await open(page)
    await row(page, second).click()
    await view(page, second).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    const sent = page.waitForRequest(opensMedia)
    await page.getByRole('link', { name: 'Media', exact: true }).click()
    await sent
    releaseDeletion()
    await expect(page.getByText('Message deleted successfully!')).toBeVisible()
    await expect(view(page, second).getByRole('button', { name: 'Delete' })).toBeEnabled()
    releaseNavigation()
    await expect(page).toHaveURL('/admin/media')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Media')
  },
)

test(
  'a message that is deleted while it is marked as read does not come back',
  { tag: '@once' },
  async ({ page, site, allowed }) => {
    allowed.push(networkError(404))
    const subject = unique('Gone')
    await send(site, subject)
    const confirmed = Promise.withResolvers<void>()
    const sent: string[] = []
    await page.route('**/api/messages/*', async (route) => {
      const method = route.request().method()
      if (method === 'PUT') await confirmed.promise
      if (method !== 'GET') sent.push(method)
      await route.continue()
    })
    await open(page)
    await row(page, subject).click()
    await view(page, subject).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    confirmed.resolve()
    await expect(view(page, subject)).toHaveCount(0)
    expect(sent.slice(0, 2)).toEqual(['PUT', 'DELETE'])
    await page.goBack()
    await expect(page.getByText('This message does not exist.')).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

test(
  'a list that was requested before a message was marked shows it as it is after',
  { tag: '@once' },
  async ({ page, site }) => {
    const subject = unique('Overtaken')
    await send(site, subject)
    const marked = page.waitForResponse(isMark(false), { timeout: 0 })
    const releaseMark = await holdRequests(page, '**/api/messages/*', {
      matches: (request) => request.postData() === '{"read":false}',
    })
    await page.route(
      /\/api\/messages\?.*status=unread/,
      async (route) => {
        const response = await route.fetch()
        releaseMark()
        await marked
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await open(page)
    const opened = page.waitForResponse(isMark(true))
    await row(page, subject).click()
    await opened
    await view(page, subject).getByRole('button', { name: 'Mark as unread' }).click()
    await page.getByRole('button', { name: 'Unread', exact: true }).click()
    await marked
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(row(page, subject)).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

for (const width of [375, 1440])
  test(
    `focus follows the messages at ${width} px when they are opened, marked, deleted and paged`,
    { tag: '@once' },
    async ({ page, site, allowed }) => {
      allowed.push(networkError(404))
      const word = unique('focus').replace(' ', '')
      const subjects = Array.from({ length: 11 }, (_, index) => `${word} ${index + 10}`)
      for (const subject of subjects) await send(site, subject)
      await page.setViewportSize({ width, height: 900 })
      await openHydrated(page, `/admin/messages?search=${word}`)
      const message = (index: number) => view(page, subjects[index] ?? '')
      await row(page, subjects[10] ?? '').press('Enter')
      await expect(message(10)).toBeFocused()
      await page.getByRole('link', { name: 'All messages' }).press('Enter')
      await expect(row(page, subjects[10] ?? '')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(message(10)).toBeFocused()
      await page.getByRole('button', { name: 'Mark as unread' }).press('Enter')
      await expect(row(page, subjects[9] ?? '')).toBeFocused()

      await page.keyboard.press('Enter')
      await message(9).getByRole('button', { name: 'Delete' }).press('Enter')
      await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(message(9).getByRole('button', { name: 'Delete' })).toBeFocused()
      await page.keyboard.press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
      await expect(message(8)).toBeFocused()
      await page.goBack()
      await expect(page.getByText('This message does not exist.')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Message', exact: true })).toBeFocused()
      await page.getByRole('link', { name: 'All messages' }).press('Enter')
      const results = page.getByRole('region', { name: 'Results' })
      await expect(results).toBeFocused()
      await send(site, `${word} 98`)
      await reloadHydrated(page)
      await page.getByRole('link', { name: 'Page 2', exact: true }).press('Enter')
      await expect(page).toHaveURL(/[?&]page=2$/)
      await expect(results).toBeFocused()
    },
  )

test(
  'the question about a deletion is about the message that was open, and closes with it',
  { tag: '@once' },
  async ({ page, site }) => {
    const [first, second] = [unique('First'), unique('Second')]
    for (const subject of [first, second]) await send(site, subject)
    let isHeld = false
    const release = await holdRequests(page, '**/api/messages/*', {
      matches: (request) => isHeld && request.method() === 'GET',
    })
    await open(page)
    await row(page, first).click()
    const remove = (subject: string) => view(page, subject).getByRole('button', { name: 'Delete' })
    await expect(remove(first)).toBeVisible()
    isHeld = true
    await row(page, second).click()
    await expect(remove(first)).toHaveAttribute('aria-disabled', 'true')
    release()
    await remove(second).click()
    await expect(page.getByRole('alertdialog')).toHaveAccessibleName(`Delete “${second}”`)
    await page.goBack()
    await expect(view(page, first)).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  },
)

test(
  'a message that arrives appears in an open list, like its count',
  { tag: '@once' },
  async ({ page, site }) => {
    await page.clock.install()
    const hydrated = page.waitForResponse('**/api/stats')
    await page.goto('/admin/messages')
    await hydrated
    const subject = unique('Just now')
    await send(site, subject)
    // A response of a late first load would begin the minute again.
    await expect(async () => {
      await page.clock.fastForward(60_000)
      await expect(row(page, subject)).toBeVisible({ timeout: 5_000 })
    }).toPass()
  },
)

test(
  'messages are paginated, and a filter that is chosen again adds nothing to the history',
  { tag: '@once' },
  async ({ page, site }) => {
    for (let number = 0; number < 11; number += 1) await send(site, unique('One of many'))
    const release = await holdRequests(page, /\/api\/messages\?page=2$/)
    await open(page)
    const unread = page.getByRole('button', { name: 'Unread', exact: true })
    await unread.click()
    await expect(unread).toHaveAttribute('aria-pressed', 'true')
    await unread.click()
    await page.goBack()
    await expect(page).toHaveURL('/admin/messages')
    await expect(page.getByText(/^Showing 1 to 10 of \d+ messages$/)).toBeVisible()
    await page.getByRole('link', { name: 'Page 2', exact: true }).click()
    await expect(page).toHaveURL('/admin/messages?page=2')
    // The first page is still shown.
    await expect(page.getByText(/^Showing 1 to 10 of \d+ messages$/)).toBeVisible()
    release()
    await expect(page.getByText(/^Showing 11 to \d+ of \d+ messages$/)).toBeVisible()
    await page.goto('/admin/messages?page=9999')
    await expect(page).toHaveURL(/\/admin\/messages\?page=[1-9]\d{0,2}$/)
  },
)

test('messages are accessible', { tag: '@once' }, async ({ page, site }) => {
  const subject = unique('Seen by everybody')
  await send(site, subject)
  await open(page)
  await row(page, subject).click()
  await expect(page.getByRole('link', { name: 'Reply by email' })).toBeVisible()
  await expectAccessibleInBoth(page)
})
