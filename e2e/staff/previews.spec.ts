import type { Page, Request } from '@playwright/test'
import { expectAccessibleInBoth } from '../support/accessibility.ts'
import { open as openEditor } from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { openAsClient } from '../support/people.ts'
import { rawRequest } from '../support/raw-request.ts'
import type { Site } from '../support/site.ts'
import type { Staff, StoredPost } from '../support/staff-client.ts'
import { test } from '../support/staff-fixtures.ts'
import { dialog, reconnect } from '../support/staff-page.ts'

async function shownLink(page: Page): Promise<string> {
  const { pathname } = new URL(await dialog(page).getByLabel('Link', { exact: true }).inputValue())
  expect(pathname).toMatch(/^\/preview\/[0-9a-f]{64}$/)
  return new URL(pathname, page.url()).href
}

/** A remote upstream does not know the port of the tested site. */
async function share({ url: origin }: Site, { token }: Staff, id: string, password = ''): Promise<string> {
  const response = await fetch(`${origin}/api/blogs/${id}/previews`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ days: 1, password }),
  })
  expect(response.status).toBe(201)
  return new URL(new URL((await response.json()).data.url).pathname, origin).href
}

async function createLink(page: Page, password: string): Promise<string> {
  await page.getByRole('button', { name: 'Share preview' }).click()
  await dialog(page).getByLabel('Password (optional)').fill(password)
  await dialog(page).getByRole('button', { name: 'Create link' }).click()
  const link = await shownLink(page)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  return link
}

test('a draft is shared by keyboard, read by a client, published and revoked', async ({
  page,
  browser,
  staff,
}) => {
  const post = await staff.create({ title: unique('For Leaf'), content: 'Not out yet.', published: false })
  await openEditor(page, post.id)
  const share = page.getByRole('button', { name: 'Share preview' })
  await share.press('Enter')
  await expect(dialog(page).getByRole('radio', { name: '7 days' })).toBeFocused()
  await dialog(page).getByRole('radio', { name: '30 days' }).check()
  await dialog(page).getByRole('radio', { name: '30 days' }).press('Enter')
  const link = await shownLink(page)
  await expect(dialog(page).getByLabel('Link', { exact: true })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Done' }).press('Enter')
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1)
  await expect(dialog(page).getByRole('listitem')).toContainText('not opened yet')
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(share).toBeFocused()

  const { client, close } = await openAsClient(browser)
  const requests: string[] = []
  client.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
  const response = await client.goto(link)
  expect(response?.status()).toBe(200)
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  await expect(client.getByRole('heading', { level: 1 })).toHaveText(post.title)
  await expect(client.getByText('Not out yet.')).toBeVisible()
  await expect(client.getByRole('note')).toContainText('This is not published.')
  await expect(client.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  await expect(client.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  await client.getByRole('link', { name: 'Back to Blog' }).first().click()
  await expect(client).toHaveURL(/\/blog$/)
  await expect.poll(() => requests.some((request) => request.includes('/api/analytics/events'))).toBe(true)
  const secret = link.split('/').at(-1) ?? ''
  expect(requests.filter((request) => request.includes(secret) && !request.startsWith(link))).toEqual([])

  await staff.update(post.id, { published: true })
  const live = await client.request.get(link, { maxRedirects: 0 })
  expect([live.status(), live.headers()['location']]).toEqual([307, `/blog/${post.slug}`])

  await page.reload()
  await share.click()
  await expect(dialog(page)).toContainText('a link leads to its public page')
  await expect(dialog(page).getByRole('listitem')).toContainText('opened once')
  await dialog(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(0)
  expect((await client.request.get(link)).status()).toBe(404)
  await close()
})

test(
  'the dialog stays open until the link that is being created is shown, and when the session ends',
  { tag: '@once' },
  async ({ page, context, staff, allowed }) => {
    allowed.push(networkError(401))
    const post = await staff.create({ title: unique('Kept link'), published: false })
    const isCreation = (request: Request) => request.method() === 'POST'
    const release = await holdRequests(page, '**/previews', { matches: isCreation })
    await openEditor(page, post.id)
    await page.getByRole('button', { name: 'Share preview' }).click()
    await dialog(page).getByRole('button', { name: 'Create link' }).click()
    await expect(dialog(page).getByText('Creating the link…')).toBeVisible()
    await page.keyboard.press('Escape')
    await dialog(page).getByRole('button', { name: 'Close' }).press('Enter')
    release()
    const link = await shownLink(page)
    await context.clearCookies()
    let rejected = 0
    page.on('response', (response) => {
      if (response.status() === 401 && response.url().endsWith('/api/stats')) rejected += 1
    })
    const askAgain = async () => {
      await reconnect(page)
      return rejected
    }
    // The request is repeated when the page is not left; one that is under way already would be joined.
    await expect.poll(askAgain).toBeGreaterThanOrEqual(2)
    expect(await shownLink(page)).toBe(link)
  },
)

test(
  'a new link is shown while the list of links is read, which may end the session',
  { tag: '@once' },
  async ({ page, context, staff, allowed }) => {
    allowed.push(networkError(401))
    const post = await staff.create({ title: unique('Shown first'), published: false })
    await openEditor(page, post.id)
    await page.getByRole('button', { name: 'Share preview' }).click()
    const isRead = (request: Request) => request.method() === 'GET'
    const release = await holdRequests(page, '**/previews', { matches: isRead })
    await dialog(page).getByRole('button', { name: 'Create link' }).click()
    const link = await shownLink(page)
    await context.clearCookies()
    const rejected = page.waitForResponse(
      (response) => response.status() === 401 && response.url().endsWith('/previews'),
    )
    release()
    await rejected
    expect(await shownLink(page)).toBe(link)
  },
)

test(
  'links that cannot be read can be read again, and do not prevent a new one',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(/ERR_FAILED/)
    const post = await staff.create({ title: unique('Unread'), published: false })
    await page.route('**/previews', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.fallback(),
    )
    await openEditor(page, post.id)
    await page.getByRole('button', { name: 'Share preview' }).click()
    const problem = dialog(page).getByText('Failed to load the links. Please try again.')
    await expect(problem).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Create link' }).click()
    await shownLink(page)
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(problem).toBeVisible()
    await page.unroute('**/previews')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(1)
  },
)

test(
  'the dialog keeps the password when the post was deleted meanwhile',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(networkError(404))
    const post = await staff.create({ title: unique('Deleted'), published: false })
    await openEditor(page, post.id)
    await page.getByRole('button', { name: 'Share preview' }).click()
    await dialog(page).getByLabel('Password (optional)').fill('harbor bells')
    await staff.delete(post.id)
    const refetched = page.waitForResponse(
      (response) => response.url().endsWith('/previews') && response.request().method() === 'GET',
    )
    await dialog(page).getByRole('button', { name: 'Create link' }).click()
    await refetched
    await expect(dialog(page).getByRole('alert')).toHaveText('Blog post not found')
    await expect(dialog(page).getByLabel('Password (optional)')).toHaveValue('harbor bells')
  },
)

test('a password form works without script', async ({ page, browser, staff }) => {
  const post = await staff.create({
    title: unique('Locked'),
    content: 'Behind a password.',
    published: false,
  })
  await openEditor(page, post.id)
  const link = await createLink(page, 'harbor bells')
  const { client, close } = await openAsClient(browser, false)
  await client.goto(link)
  await expect(client.getByRole('heading', { level: 1 })).toHaveText('This preview has a password')
  expect(await client.content()).not.toContain(post.title)
  await client.getByLabel('Password').fill('harbor bell')
  await client.getByRole('button', { name: 'Open preview' }).click()
  await expect(client.getByText('This password is not correct.')).toBeVisible()
  await client.getByLabel('Password').fill('harbor bells')
  await client.getByRole('button', { name: 'Open preview' }).click()
  await expect(client).toHaveURL(link)
  await expect(client.getByText('Behind a password.')).toBeVisible()
  const [pass] = (await client.context().cookies(link)).filter(({ name }) => name === 'preview-pass')
  expect(pass).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: new URL(link).pathname })
  await close()
})

test(
  'a guest whose password has expired is told that the response was not sent',
  { tag: '@once' },
  async ({ browser, site, staff }) => {
    const post = await staff.create({ title: unique('Late'), content: 'A rope.', published: false })
    const link = await share(site, staff, post.id, 'harbor bells')
    const { client, close } = await openAsClient(browser, false)
    const unlock = async () => {
      await client.getByLabel('Password').fill('harbor bells')
      await client.getByRole('button', { name: 'Open preview' }).click()
      await expect(client.getByText('A rope.')).toBeVisible()
    }
    await client.goto(link)
    await expect(client.getByText('was not sent')).toHaveCount(0)
    await unlock()
    const response = client.getByRole('form', { name: 'Your response' })
    await response.getByLabel('Request changes').check()
    await response.getByLabel('Your name').fill('Leaf')
    await response.getByLabel('Comment').fill('Shorter, please.')
    await client.context().clearCookies({ name: 'preview-pass' })
    await response.locator('[name=pass]').evaluate((input: HTMLInputElement) => (input.value = ''))
    await response.getByRole('button', { name: 'Send response' }).click()
    await expect(client.getByRole('heading', { level: 1 })).toHaveText('This preview has a password')
    await expect(client.getByRole('alert')).toHaveText('Your response was not sent.')
    await expect(client.getByLabel('Your text')).toHaveValue('Shorter, please.')
    await unlock()
    await expect(response.getByLabel('Comment')).toHaveValue('Shorter, please.')
    await close()
  },
)

test(
  'a guest whose password has expired gets the note back after it is entered again',
  { tag: '@once' },
  async ({ browser, site, staff }) => {
    const post = await staff.create({ title: unique('Noted'), content: 'A rope.', published: false })
    const link = await share(site, staff, post.id, 'harbor bells')
    const { client, close } = await openAsClient(browser, false)
    const enter = async (password: string) => {
      await client.getByLabel('Password').fill(password)
      await client.getByRole('button', { name: 'Open preview' }).click()
    }
    await client.goto(link)
    await enter('harbor bells')
    const note = client.getByRole('form', { name: 'Add a note' })
    await note.getByLabel('Your name').fill('Leaf')
    await note.getByLabel('Your note').fill('Which rope?')
    await client.context().clearCookies({ name: 'preview-pass' })
    await note.locator('[name=pass]').evaluate((input: HTMLInputElement) => (input.value = ''))
    await note.getByRole('button', { name: 'Send note' }).click()
    await expect(client.getByRole('alert')).toHaveText('Your note was not sent.')
    await enter('harbor bell')
    await expect(client.getByText('This password is not correct.')).toBeVisible()
    await expect(client.getByLabel('Your text')).toHaveValue('Which rope?')
    await enter('harbor bells')
    await expect(note.getByLabel('Your note')).toHaveValue('Which rope?')
    await close()
  },
)

const endings = [
  {
    name: 'published',
    heading: 'This is published already',
    end: (staff: Staff, { id }: StoredPost) => staff.update(id, { published: true }),
  },
  {
    name: 'removed',
    heading: 'This preview does not exist',
    end: (staff: Staff, { id }: StoredPost) => staff.trash(id),
  },
]
for (const { name, heading, end } of endings)
  test(
    `a guest gets back what could not be sent, because the post was ${name}`,
    { tag: '@once' },
    async ({ browser, site, staff }) => {
      const post = await staff.create({ title: unique('Ended'), content: 'A rope.', published: false })
      const link = await share(site, staff, post.id)
      const { client, close } = await openAsClient(browser, false)
      const other = await client.context().newPage()
      await client.goto(link)
      const response = client.getByRole('form', { name: 'Your response' })
      await response.getByLabel('Request changes').check()
      await response.getByLabel('Your name').fill('Leaf')
      await response.getByLabel('Comment').fill('Shorter,\nplease.')
      await other.goto(link)
      const note = other.getByRole('form', { name: 'Add a note' })
      await note.getByLabel('Your name').fill('Leaf')
      await note.getByLabel('Your note').fill('Which rope?')
      await end(staff, post)

      await response.getByRole('button', { name: 'Send response' }).click()
      await expect(client.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(client.getByRole('alert')).toHaveText('Your response was not sent.')
      await expect(client.getByLabel('Your text')).toHaveValue('Shorter,\nplease.')
      await note.getByRole('button', { name: 'Send note' }).click()
      await expect(other.getByRole('alert')).toHaveText('Your note was not sent.')
      await expect(other.getByLabel('Your text')).toHaveValue('Which rope?')
      const published = other.getByRole('link', { name: 'Go to the published page' })
      if (name === 'removed') {
        expect(await other.content()).not.toContain(post.title)
        await expect(published).toHaveCount(0)
      } else {
        await published.click()
        await expect(other).toHaveURL(`/blog/${post.slug}`)
      }
      await close()
    },
  )

test('all invalid links get the same page', { tag: '@once' }, async ({ site, staff, request }) => {
  const post = await staff.create({ title: unique('Gone'), published: false })
  const headers = { authorization: `Bearer ${staff.token}` }
  const url = `/api/blogs/${post.id}/previews`
  const created = await request.post(url, { headers, data: { days: 1 } })
  const { pathname } = new URL((await created.json()).data.url)
  await staff.trash(post.id)
  const wrong = `/preview/${'0'.repeat(64)}`
  const read = async (path: string) => {
    const { status, body } = await rawRequest(site.url, path, {})
    return [status, body.includes('This preview does not exist'), body.includes(post.title)]
  }
  expect(await read(pathname)).toEqual([410, true, false])
  for (const path of [wrong, '/preview/x', '/preview/%3Cscript%3E'])
    expect(await read(path)).toEqual([404, true, false])
})

test(
  'the dialog and the pages of a preview are accessible',
  { tag: '@once' },
  async ({ page, site, staff }) => {
    const post = await staff.create({ title: unique('Readable'), published: false })
    const links = [await share(site, staff, post.id), await share(site, staff, post.id, 'harbor bells')]
    await openEditor(page, post.id)
    await page.getByRole('button', { name: 'Share preview' }).click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
    await expectAccessibleInBoth(page, 'the dialog')
    for (const link of links) {
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Readable|This preview)/)
      await expectAccessibleInBoth(page, 'a preview')
    }
  },
)
