import type { BrowserContext } from '@playwright/test'
import * as z from 'zod'
import { appearances, changeAppearance, expectAccessibleInBoth } from '../support/accessibility.ts'
import { expect, networkError, test, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { createUser } from '../support/people.ts'
import { fillSignIn, signIn } from '../support/session.ts'
import type { Site } from '../support/site.ts'
import { hydrated, openHydrated as open } from '../support/staff-page.ts'

test.beforeEach(({ context, site }) => signIn(context, site))

const linkSchema = z.object({ data: z.object({ link: z.url() }) })
const sessionSchema = z.object({ data: z.object({ token: z.string() }) })

async function inviteEditor(site: Site, token: string, name: string) {
  const email = `${unique('e').replace(' ', '')}@example.com`
  const password = 'wet rope and tall masts'
  const call = async (method: string, path: string, json: unknown, as?: string) => {
    const response = await fetch(`${site.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }) },
      body: JSON.stringify(json),
    })
    expect([path, response.ok]).toEqual([path, true])
    return response.json()
  }
  const { data } = linkSchema.parse(await call('POST', '/invitations', { email, role: 'editor' }, token))
  const link = new URL(data.link).searchParams.get('token')
  await call('POST', '/invitations/accept', { token: link, name, password })
  const session = sessionSchema.parse(await call('POST', '/auth/login', { email, password }))
  return (method: string, path: string, json: unknown) => call(method, path, json, session.data.token)
}

test('changes by someone else show in the author’s bell menu until it is opened', async ({
  page,
  allowed,
  site,
  staff,
  token,
}) => {
  const { id, title } = await staff.create({ title: unique('Mine') })
  const editor = unique('Noor')
  const callAsEditor = await inviteEditor(site, token, editor)
  await callAsEditor('PUT', `/blogs/${id}`, { excerpt: 'Now with an excerpt' })

  allowed.push(networkError(400))
  let isFailing = false
  await page.route('**/api/notifications?*', (route) =>
    isFailing ? route.fulfill({ status: 400, json: {} }) : route.continue(),
  )
  await open(page, '/admin/dashboard')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveText(/unread$/)
  await bell.press('Enter')
  const news = page.getByRole('dialog', { name: 'Notifications' })
  const link = news.getByRole('link', { name: `${editor} changed your post “${title}”` })
  await expect(link).toHaveAccessibleName(/^Unread: /)
  await page.keyboard.press('Escape')
  isFailing = true
  await bell.press('Enter')
  await expect(news.getByText('Failed to load notifications.')).toBeVisible()
  await expect(link).toBeVisible()
  isFailing = false
  const marked = page.waitForResponse(
    (response) => response.url().endsWith('/api/notifications') && response.request().method() === 'PUT',
  )
  await link.press('Enter')
  expect((await marked).status()).toBe(200)
  await expect(page).toHaveURL(new RegExp(`/admin/blogs/edit/${id}$`))
  await expect(news).toBeHidden()

  await open(page, '/admin/notifications')
  const row = page
    .getByRole('list', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: title })
  await row.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(row.getByRole('link')).toHaveAccessibleName(/^Unread: /)
  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  await expect(page).toHaveURL('/admin/notifications?status=unread')
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('You have read them all.')).toBeVisible()
  await expect(bell).toHaveText('Notifications')
})

test(
  'a mark that fails leaves a later one',
  { tag: '@once' },
  async ({ page, allowed, site, staff, token }) => {
    allowed.push(networkError(400))
    const callAsEditor = await inviteEditor(site, token, unique('Noor'))
    const posts = [
      await staff.create({ title: unique('Mine') }),
      await staff.create({ title: unique('Mine') }),
    ]
    for (const { id } of posts) await callAsEditor('PUT', `/blogs/${id}`, { excerpt: 'Now with an excerpt' })
    const link = (index: number) =>
      page
        .getByRole('list', { name: 'Notifications' })
        .getByRole('listitem')
        .filter({ hasText: posts[index]?.title ?? '' })
    const [failing, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = [failing, waiting]
    await page.route('**/api/notifications', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      const hold = held.shift()
      await hold?.promise
      await (hold === failing ? route.fulfill({ status: 400, json: {} }) : route.continue())
    })
    await open(page, '/admin/notifications')
    for (const index of [0, 1])
      await link(index)
        .getByRole('button', { name: /^Mark as read/ })
        .click()
    for (const index of [0, 1])
      await expect(link(index).getByRole('link')).not.toHaveAccessibleName(/^Unread: /)
    failing.resolve()
    await expect(page.getByText('Failed to update the notifications. Please try again.')).toBeVisible()
    await expect(link(0).getByRole('link')).toHaveAccessibleName(/^Unread: /)
    expect(await link(1).getByRole('link').textContent()).not.toMatch(/^Unread: /)
    waiting.resolve()
    await expect.poll(() => held.length).toBe(0)
    await expect(link(1).getByRole('button', { name: /^Mark as unread/ })).toBeVisible()
  },
)

test(
  'a sign-in from another browser of the same name shows in the bell menu',
  { tag: '@once' },
  async ({ browser, site, token }) => {
    const person = await createUser(site.url, token, 'author')
    const contexts = [
      await browser.newContext({ baseURL: site.url }),
      await browser.newContext({ baseURL: site.url }),
    ] as const
    const headers = { authorization: `Bearer ${person.token}` }
    const notices = async () =>
      (await (await fetch(`${site.url}/api/notifications`, { headers })).json()).total
    const enter = async (context: BrowserContext) => {
      await context.clearCookies({ name: /session-token$/ })
      const { csrfToken } = await (await context.request.get('/api/auth/csrf')).json()
      const form = { email: person.email, password: person.password, csrfToken }
      const headers = { 'sec-fetch-site': 'same-origin' }
      expect((await context.request.post('/api/auth/callback/credentials', { form, headers })).ok()).toBe(
        true,
      )
    }
    const [first, second] = contexts
    await enter(first)
    const before = await notices()
    const page = await second.newPage()
    await page.goto('/admin/login')
    await fillSignIn(page, person)
    await expect(page).toHaveURL('/admin/dashboard')
    expect(await notices()).toBe(before + 1)
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await expect(bell).toHaveText(/unread$/)
    await hydrated(page)
    await bell.press('Enter')
    const news = page.getByRole('dialog', { name: 'Notifications' })
    await expect(news.getByText(/New sign-in to your account: Chrome on/)).toHaveCount(before + 1)

    // An open page would notice the end of its session and leave by itself.
    await page.goto('about:blank')
    await enter(first)
    await enter(second)
    expect(await notices()).toBe(before + 1)
    const year = Date.now() / 1000 + 365 * 24 * 3600
    const cookies = (await Promise.all(contexts.map((context) => context.cookies()))).flat()
    const identifiers = cookies.filter(({ name }) => name === 'known-browser')
    expect(new Set(identifiers.map(({ value }) => value)).size).toBe(2)
    for (const { expires, ...cookie } of identifiers) {
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', secure: false })
      expect(Math.abs(expires - year)).toBeLessThan(600)
    }
    for (const context of contexts) await context.close()
    await person.remove()
  },
)

test(
  'preferences are saved at once, and a choice that fails is taken back',
  { tag: '@once' },
  async ({ page, context, site, token, allowed }) => {
    allowed.push(networkError(400))
    const person = await createUser(site.url, token, 'owner')
    await signIn(context, site, false, person)
    await open(page, '/admin/notifications')
    await page.getByRole('link', { name: 'Preferences' }).click()
    const field = page.getByLabel('Disk nearly full')
    await expect(field).toHaveValue('email')
    await field.selectOption('In the bell and in a daily email')
    const saved = page.waitForResponse(
      (response) => response.request().postData()?.includes('"timeZone":"Asia/Tokyo"') ?? false,
    )
    await page.getByLabel('Your time zone').selectOption('Asia/Tokyo')
    expect((await saved).status()).toBe(200)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(field).toHaveValue('digest')
    await expect(page.getByLabel('Your time zone')).toHaveValue('Asia/Tokyo')

    const held = Promise.withResolvers<void>()
    await page.route('**/api/notifications/preferences', async (route) => {
      if (!route.request().postData()?.includes('diskNearlyFull')) return route.continue()
      await held.promise
      await route.fulfill({ status: 400, json: {} })
    })
    await open(page, '/admin/notifications?tab=preferences')
    await field.selectOption('Not at all')
    await page.getByLabel('Backup overdue').selectOption('Not at all')
    held.resolve()
    await expect(page.getByText('Failed to save your choice. Please try again.')).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(field).toHaveValue('digest')
    await expect(page.getByLabel('Backup overdue')).toHaveValue('none')
    await page.close()
    await person.remove()
  },
)

test('the activity log shows what changed, filtered in the URL', async ({ page, staff }) => {
  const { id, title } = await staff.create({ title: unique('Old name'), published: false })
  const renamed = unique('New name')
  await staff.update(id, { title: renamed, content: 'Another text' })
  await open(page, '/admin/dashboard')
  await page.getByRole('link', { name: 'All activity' }).click()
  const entry = page
    .getByRole('region', { name: 'Activity' })
    .getByRole('listitem')
    .filter({ hasText: renamed })
  await expect(entry.first()).toContainText(`Editorial team changed the post ${renamed}`)
  await expect(entry.first()).toContainText(`Title: ${title} → became ${renamed}`)
  await expect(entry.first()).toContainText('Changed: content')
  await page.getByRole('link', { name: `History of ${renamed}` }).click()
  await expect(page).toHaveURL(`/admin/activity?object=${id}`)
  await expect(page.getByRole('status').getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  await page.getByLabel('What happened').selectOption('Post: created')
  await expect(page).toHaveURL(`/admin/activity?kind=post.created&object=${id}`)
  await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', `/admin/blogs/edit/${id}`)
  const csv = page.getByRole('link', { name: 'Download CSV' })
  await expect(csv).toHaveAttribute('href', /[?&]kind=post\.created&/)
  const download = await page.request.get((await csv.getAttribute('href')) ?? '')
  expect(download.headers()['content-disposition']).toMatch(/^attachment; filename="activity-[\d-]+\.csv"$/)
  expect((await download.text()).trim().split('\r\n')).toHaveLength(2)
  await page.getByLabel('From').fill('2001-02-03')
  await page.getByLabel('To', { exact: true }).fill('2001-02-04')
  await expect(page.getByText('Nothing happened that matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/admin/activity')
})

test(
  'the filters of the activity log stand in even rows, and their days can be typed',
  { tag: '@once' },
  async ({ page }) => {
    await open(page, '/admin/activity')
    const fields = page.getByRole('group', { name: 'Filters' }).locator('.control')
    for (const [width, rows] of [
      [320, 4],
      [375, 2],
      [1024, 2],
      [1440, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const layout = async () => {
        const boxes = await Promise.all((await fields.all()).map((field) => field.boundingBox()))
        const tops = boxes.map((box) => Math.round(box?.y ?? 0))
        return [boxes.length, new Set(tops).size, tops[0] === tops[1]]
      }
      await expect.poll(layout, `${width} px`).toEqual([4, rows, rows < 4])
    }

    const from = page.getByLabel('From', { exact: true })
    await from.focus()
    await page.keyboard.type('03052026')
    await expect(page).toHaveURL('/admin/activity?from=2026-03-05')
    await expect(from).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page).toHaveURL('/admin/activity?from=2027-03-05')
    await expect(from).toBeFocused()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(from).toHaveValue('')
  },
)

test(
  'input typed before the command palette has loaded is kept, and a new post starts in its title',
  { tag: '@once' },
  async ({ page }) => {
    await open(page, '/admin/notifications')
    let load = () => {}
    const wanted = new Promise<void>((resolve) => (load = resolve))
    await page.route('**/_next/static/chunks/**', async (route) => {
      await wanted
      await route.continue()
    })
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('swit')
    await expect(palette.locator('input')).toHaveValue('swit')
    load()
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('ch')
    await expect(palette.getByRole('combobox')).toHaveValue('switch')
    await expect(palette.getByRole('option', { name: 'Switch theme' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()

    await page.unroute('**/_next/static/chunks/**')
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('new post')
    await page.getByRole('option', { name: 'New post', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
  },
)

test(
  'the command palette opens the invitation form, and retries a failed search',
  { tag: '@once' },
  async ({ page, allowed }) => {
    allowed.push(/ERR_FAILED/)
    await page.route('**/api/messages?**', (route) => route.abort())
    await open(page, '/admin/notifications')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('qzxqvjq')
    await expect(palette.getByRole('status')).toHaveText('Failed to search messages.')
    await page.unroute('**/api/messages?**')
    await palette.getByRole('option', { name: 'Search messages again' }).click()
    await expect(palette.getByRole('status')).toHaveText('Nothing found by this name')

    await palette.getByRole('combobox').fill('invite')
    await palette.getByRole('option', { name: 'Invite a person' }).click()
    const invite = page.getByRole('dialog', { name: 'Invite a person' })
    await invite.getByLabel('Email Address').fill('somebody')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(invite).toBeHidden()
    await expect(page).toHaveURL('/admin/users')
  },
)

test(
  'the command palette finds posts, pages and actions by keyboard',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { id, title } = await staff.create({ title: unique('Halyardry') })
    const releaseSearch = await holdRequests(page, /\/api\/blogs\?.*search=/)
    await open(page, '/admin/notifications')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    const option = (name: string) => palette.getByRole('option', { name })

    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()

    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(title)
    const all = option(`Search all posts for “${title}”`)
    await expect(all).toHaveAttribute('aria-selected', 'true')
    releaseSearch()
    await expect(palette.getByRole('group', { name: 'Posts' }).getByRole('option')).toHaveText([
      `${title}published`,
    ])
    await expect(option(`${title} published`)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(all).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(option(`${title} published`)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/admin/blogs/edit/${id}$`))
    await expect(palette).toBeHidden()

    await open(page, '/admin/profile')
    const account = page.getByRole('button', { name: 'Your account' })
    await account.press('Control+k')
    await palette.getByRole('combobox').fill('keyboard')
    await option('Keyboard shortcuts').click()
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(account).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('dark')
    await expect(option('Switch theme')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('sign out')
    const signOut = palette.getByRole('option', { name: 'Sign out', exact: true })
    await expect(signOut).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/login')
  },
)

test('accessibility', { tag: '@once' }, async ({ page, request, staff }) => {
  const { id, title } = await staff.create({ title: unique('Seen') })
  await staff.update(id, { title: `${title} again` })
  const message = { name: 'Ada', email: 'ada@example.com', message: 'We need a booking system.' }
  await request.post('/api/contact', { data: { ...message, subject: unique('Heard') } })
  for (const path of ['/admin/notifications', '/admin/notifications?tab=preferences', '/admin/activity']) {
    await open(page, path)
    await expectAccessibleInBoth(page, path)
  }
  const filters = page.getByRole('group', { name: 'Filters' })
  for (const appearance of appearances) {
    await changeAppearance(page, appearance)
    expect(await filters.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
  await page.keyboard.type(title)
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Posts' })).toBeVisible()
  await expectAccessibleInBoth(page, 'palette')
})
