import type { Browser, Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../support/accessibility.ts'
import { content, button, title, write } from '../support/editor-page.ts'
import { expect, networkError, test as plainTest, unique } from '../support/fixtures.ts'
import { holdRequests, loseResponse } from '../support/hold-requests.ts'
import { createUser, newPassword, type Person } from '../support/people.ts'
import { fillSignIn, signIn } from '../support/session.ts'
import { test } from '../support/staff-fixtures.ts'
import { openHydrated, reloadHydrated, holdToast, toast, undoButton } from '../support/staff-page.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const results = (page: Page) => page.getByRole('region', { name: 'Results' })

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Staff' })

const open = (page: Page, search = '') =>
  openHydrated(page, `/admin/users?search=${encodeURIComponent(search)}`)

async function choose(page: Page, person: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${person}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function search(page: Page, text: string) {
  await page.getByRole('searchbox', { name: 'Search users' }).fill(text)
  await expect(row(page, text)).toBeVisible()
}

const openAccount = (page: Page) => page.getByRole('button', { name: 'Your account' }).click()

const pathOf = (link: string) => `${new URL(link).pathname}${new URL(link).search}`

async function newPage(browser: Browser, site: { url: string }, person?: Person) {
  const context = await browser.newContext({ baseURL: site.url })
  if (person) await signIn(context, site, false, person)
  return context.newPage()
}

test('what is typed before the list is hydrated is searched', { tag: '@once' }, async ({ page }) => {
  const releaseScripts = await holdRequests(page, '**/_next/static/chunks/*.js')
  await page.goto('/admin/users', { waitUntil: 'commit' })
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody at all')
  await page.keyboard.press('Enter')
  releaseScripts()
  await expect(page).toHaveURL('/admin/users?search=nobody+at+all')
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('nobody at all')
})

test(
  'a change and a deletion of a user do not overwrite a change by someone else',
  { tag: '@once' },
  async ({ page, site, token, request, allowed }) => {
    allowed.push(networkError(412))
    const { id, name, email } = await createUser(site.url, token, 'author')
    const headers = { authorization: `Bearer ${token}` }
    const changeElsewhere = (data: object) => request.put(`${site.url}/api/users/${id}`, { headers, data })
    await open(page, email)
    await expect(row(page, email)).toContainText('Author')
    await changeElsewhere({ disabled: true })
    await choose(page, name, 'Make an editor')
    await expect(page.getByText(`Someone else changed ${name} in the meantime.`)).toBeVisible()
    await expect(row(page, email)).toContainText('disabled')
    await expect(row(page, email)).toContainText('Author')
    await choose(page, name, 'Make an editor')
    await expect(row(page, email)).toContainText('Editor')

    await choose(page, name, 'Delete…')
    await changeElsewhere({ role: 'owner' })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByText(`Someone else changed ${name} in the meantime.`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, email)).toContainText('Owner')
    await choose(page, name, 'Delete…')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`${name} is deleted.`)).toBeVisible()
  },
)

test(
  'a deletion of a user whose response was lost can be repeated',
  { tag: '@once' },
  async ({ page, site, token, allowed }) => {
    allowed.push(networkError(404), /ERR_FAILED/)
    const { id, name, email } = await createUser(site.url, token, 'author')
    await open(page, email)
    await loseResponse(page, 'DELETE', `**/api/users/${id}?*`)
    await choose(page, name, 'Delete…')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByText('The server did not respond. Please try again.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`${name} is deleted.`)).toBeVisible()
    await expect(dialog).toHaveCount(0)
  },
)

test('Back closes the menu of a user', { tag: '@once' }, async ({ page }) => {
  await open(page)
  await page.getByRole('searchbox', { name: 'Search users' }).fill('Editorial team')
  await expect(page).toHaveURL(/search=Editorial/)
  await page.getByRole('button', { name: 'Actions for Editorial team' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/search=Editorial/)
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('an invited user writes, an editor publishes, and access ends at once', async ({
  page,
  site,
  token,
  browser,
}) => {
  const name = unique('Ada Brandt')
  const email = `${name.replaceAll(' ', '-').toLowerCase()}@example.com`
  const password = newPassword()
  await open(page)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email Address').fill('no address')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await dialog.getByLabel('Link').inputValue()
  await expect(dialog).not.toContainText('earlier invitation')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Invitations' })).toContainText(email)

  const plain = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const invited = await plain.newPage()
  const response = await invited.goto(pathOf(link))
  expect(response?.headers()['referrer-policy']).toBe('no-referrer')
  await invited.getByLabel('Name', { exact: true }).fill(name)
  await invited.getByLabel('Password', { exact: true }).fill('Password2026')
  await invited.getByRole('button', { name: 'Create account' }).click()
  await expect(invited.getByText(/commonly used password/)).toBeVisible()
  await expect(invited.getByLabel('Name', { exact: true })).toHaveValue(name)
  await invited.getByLabel('Password', { exact: true }).fill(password)
  await invited.getByRole('button', { name: 'Create account' }).click()
  await expect(invited.getByText('Your account is ready.')).toBeVisible()
  await expect(invited.getByLabel('Email Address')).toHaveValue(email)
  expect(invited.url()).not.toContain('example.com')
  expect((await invited.goto(pathOf(link)))?.status()).toBe(404)
  const headers = { authorization: `Bearer ${token}` }
  const data = { email: `second-${email}`, role: 'author' }
  const second = await page.request.post('/api/invitations', { data, headers })
  await invited.goto(pathOf((await second.json()).data.link))
  await expect(invited.getByLabel('Email Address')).toHaveValue(data.email)
  await expect(invited.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(invited.getByText(/commonly used password/)).toHaveCount(0)
  await plain.close()

  const ada = await newPage(browser, site)
  await ada.goto('/admin/login?from=/admin/blogs/new')
  await fillSignIn(ada, { email, password })
  await expect(content(ada)).toBeVisible()
  await expect(ada.getByRole('link', { name: 'Users' })).toHaveCount(0)
  const post = unique('Written by Ada')
  await title(ada).fill(post)
  await write(ada, 'A first text.')
  await button(ada, 'Save Draft').click()
  await expect(ada.getByText('Blog post created successfully!')).toBeVisible()

  const editor = await createUser(site.url, token, 'editor')
  const bea = await newPage(browser, site, editor)
  await openHydrated(bea, `/admin/blogs?search=${encodeURIComponent(post)}`)
  await bea.getByLabel(`Select ${post}`).check()
  await bea.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(bea.getByText('1 blog post published successfully!')).toBeVisible()
  expect((await bea.request.get('/admin/messages')).status()).toBe(200)

  await search(page, editor.name)
  await choose(page, editor.name, 'Make an author')
  await expect(page.getByText(`${editor.name} is now an author.`)).toBeVisible()
  const forbidden = await bea.request.get('/admin/messages')
  expect([forbidden.status(), await forbidden.text()]).toEqual([
    403,
    expect.stringContaining('You cannot open this page'),
  ])
  await bea.goto(`/admin/blogs?search=${encodeURIComponent(post)}`)
  await expect(bea.getByRole('link', { name: `View ${post}` })).toBeVisible()
  await expect(bea.getByRole('button', { name: `Delete ${post}` })).toHaveCount(0)

  await search(page, name)
  // An open page would notice the end of its session and leave by itself.
  await ada.goto('about:blank')
  await choose(page, name, 'Disable')
  await expect(page.getByText(`${name} is signed out and cannot sign in.`)).toBeVisible()
  await ada.goto('/admin/blogs')
  await expect(ada.getByText('Your session has ended.')).toBeVisible()

  await choose(page, name, 'Delete…')
  await page.getByLabel('Who gets the 1 post?').selectOption({ label: editor.name })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
  await openHydrated(bea, `/admin/blogs?search=${encodeURIComponent(post)}`)
  await bea.getByRole('button', { name: `Delete ${post}` }).click()
  await bea.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(bea.getByText('Blog post deleted successfully!')).toBeVisible()
  for (const other of [ada, bea]) await other.context().close()
  await editor.remove()
})

test(
  'changes of users can be undone, and invitations sent again and revoked',
  { tag: '@once' },
  async ({ page, site, token }) => {
    const person = await createUser(site.url, token, 'author')
    await open(page, person.name)
    await expect(row(page, person.name)).toContainText('Author')
    await choose(page, person.name, 'Make an editor')
    const changed = `${person.name} is now an editor.`
    await holdToast(page, changed)
    await expect(row(page, person.name)).toContainText('Editor')
    await undoButton(page, changed).click()
    await expect(page.getByRole('button', { name: `Actions for ${person.name}` })).toBeFocused()
    await expect(row(page, person.name)).toContainText('Author')
    await choose(page, person.name, 'Disable')
    await expect(row(page, person.name)).toContainText('disabled')
    await page.getByRole('button', { name: 'Disabled', exact: true }).click()
    await expect(page).toHaveURL(/[?&]status=disabled/)
    await expect(row(page, person.name)).toBeVisible()
    await choose(page, person.name, 'Enable')
    await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()

    const email = `${unique('invited').replace(' ', '-')}@example.com`
    const headers = { authorization: `Bearer ${token}` }
    await page.request.post('/api/invitations', { data: { email, role: 'editor' }, headers })
    await reloadHydrated(page)
    const release = await holdRequests(page, '**/api/invitations', {
      matches: (request) => request.method() === 'GET',
    })
    await page.getByRole('button', { name: `Send again to ${email}` }).click()
    await expect(page.getByRole('dialog').getByLabel('Link')).toHaveValue(/\/invitation\?token=[0-9a-f]{64}$/)
    await expect(page.getByRole('dialog')).toContainText('This replaces the earlier invitation')
    // The link is shown only once, so an accidental click does not hide it.
    await page.mouse.click(10, 400)
    await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: `Send again to ${email}` })).toBeFocused()
    await page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click()
    await expect(toast(page, `The invitation of ${email} is revoked.`)).toBeVisible()
    release()
    await expect(page.getByText(email, { exact: true })).toHaveCount(0)
    await person.remove()
  },
)

test(
  'the last owner keeps the role, and can create a password link',
  { tag: '@once' },
  async ({ page, allowed, site, token, browser }) => {
    allowed.push(networkError(409))
    const person = await createUser(site.url, token, 'author')
    await open(page, 'editor@halyard.example')
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Make an editor' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click()
    await expect(page.getByText(/is the last owner who can sign in/)).toBeVisible()

    await search(page, person.name)
    await choose(page, person.name, 'Make a password link')
    const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
    const other = await newPage(browser, site, person)
    expect((await other.request.get('/admin/blogs')).url()).toBe(`${site.url}/admin/blogs`)
    await other.goto(pathOf(link))
    const password = newPassword()
    await other.getByLabel('New Password', { exact: true }).fill(password)
    await other.getByRole('button', { name: 'Set password' }).click()
    // The session ended, so the sign-in page does not lead on to the dashboard.
    await expect(other.getByText('Your password is changed')).toBeVisible()
    await fillSignIn(other, { email: person.email, password })
    await expect(other).toHaveURL(/\/admin\/dashboard$/)
    await other.context().close()
    await person.remove()
  },
)

test(
  'a password link is requested once, and the list is busy meanwhile',
  { tag: '@once' },
  async ({ page, site, token }) => {
    const person = await createUser(site.url, token, 'author')
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/reset-link')) requested.push(request.url())
    })
    const release = await holdRequests(page, '**/reset-link')
    await open(page, person.email)
    await choose(page, person.name, 'Make a password link')
    await expect(results(page)).toHaveAttribute('aria-busy', 'true')
    await page.getByRole('button', { name: `Actions for ${person.name}` }).click()
    const action = page.getByRole('menuitem', { name: 'Make a password link' })
    await expect(action).toBeDisabled()
    await action.click({ force: true })
    await page.keyboard.press('Escape')
    release()
    await expect(page.getByRole('dialog').getByLabel('Link')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await expect(results(page)).toHaveAttribute('aria-busy', 'false')
    expect(requested).toHaveLength(1)
    await person.remove()
  },
)

test(
  'the posts of a deleted user are reassigned, including those written meanwhile',
  { tag: '@once' },
  async ({ page, allowed, site, token }) => {
    allowed.push(networkError(422), /ERR_FAILED/)
    const person = await createUser(site.url, token, 'author')
    await page.route('**/api/users?status=active**', (route) => route.abort())
    await open(page, person.name)
    const json = { title: unique('Last words'), content: 'x', published: false }
    const headers = { authorization: `Bearer ${person.token}` }
    const response = await page.request.post('/api/blogs', { data: json, headers })
    const { data } = await response.json()
    await choose(page, person.name, 'Delete')
    const dialog = page.getByRole('dialog')
    const heirs = dialog.getByRole('combobox', { name: 'Who gets the posts?' })
    await expect(dialog).toContainText('loses access permanently')
    await expect(heirs).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByText('Choose who gets the posts.')).toBeVisible()
    await expect(dialog.getByText('Failed to load the people.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
    await page.unroute('**/api/users?status=active**')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(heirs.getByRole('option', { selected: true })).toHaveText(/\(you\)$/)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`${person.name} is deleted.`)).toBeVisible()
    const owner = { authorization: `Bearer ${token}` }
    await page.request.delete(`/api/blogs/${data.id}?forever=true`, { headers: owner })
  },
)

test(
  'the posts of a deleted user go to the one who is shown, also after a failed attempt',
  { tag: '@once' },
  async ({ page, allowed, site, token }) => {
    allowed.push(networkError(422), networkError(500), /^response: 500/)
    const [person, heir] = [
      await createUser(site.url, token, 'author'),
      await createUser(site.url, token, 'author'),
    ]
    const owner = { authorization: `Bearer ${token}` }
    await open(page, person.name)
    await expect(row(page, person.name)).toBeVisible()
    const headers = { authorization: `Bearer ${person.token}` }
    const json = { title: unique('Last words'), content: 'x', published: false }
    const { data } = await (await page.request.post('/api/blogs', { data: json, headers })).json()
    await choose(page, person.name, 'Delete')
    const dialog = page.getByRole('dialog')
    const remove = dialog.getByRole('button', { name: 'Delete' })
    const heirs = dialog.getByRole('combobox', { name: 'Who gets the posts?' })
    await remove.click()
    await heirs.selectOption({ label: heir.name })
    await page.route(
      `**/api/users/${person.id}?*`,
      (route) => route.fulfill({ status: 500, json: { error: 'No.' } }),
      { times: 1 },
    )
    await remove.click()
    await expect(dialog.getByRole('alert')).toHaveText('Nothing was changed. Please try again.')
    await expect(heirs.getByRole('option', { selected: true })).toHaveText(heir.name)

    await page.request.delete(`/api/users/${heir.id}`, { headers: owner })
    await remove.click()
    await expect(dialog.getByText('Choose who gets the posts.')).toBeVisible()
    await expect(heirs.getByRole('option', { selected: true })).toHaveText(/\(you\)$/)
    await remove.click()
    await expect(page.getByText(`${person.name} is deleted.`)).toBeVisible()
    await page.request.delete(`/api/blogs/${data.id}?forever=true`, { headers: owner })
  },
)

test(
  'the list shows that the user of a password link was disabled meanwhile',
  { tag: '@once' },
  async ({ page, allowed, site, token }) => {
    allowed.push(networkError(409))
    const { id, name, email, remove } = await createUser(site.url, token, 'author')
    await open(page, email)
    await expect(row(page, email)).toContainText('Active')
    const headers = { authorization: `Bearer ${token}` }
    await page.request.put(`/api/users/${id}`, { headers, data: { disabled: true } })
    await choose(page, name, 'Make a password link')
    await expect(toast(page, `${name} is disabled. Enable them first.`)).toBeVisible()
    await expect(row(page, email)).toContainText('disabled')
    await remove()
  },
)

test(
  'an invitation that was revoked before the retry of a lost response is made again',
  { tag: '@once' },
  async ({ page, allowed, token }) => {
    allowed.push(networkError(410), /ERR_FAILED/)
    const email = `${unique('revoked').replace(' ', '-')}@example.com`
    const headers = { authorization: `Bearer ${token}` }
    await loseResponse(page, 'POST', '**/api/invitations')
    await open(page)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email Address').fill(email)
    const invite = dialog.getByRole('button', { name: 'Invite' })
    await invite.click()
    await expect(dialog.getByRole('alert')).toHaveText('The server did not respond. Please try again.')
    const { data } = await (await page.request.get('/api/invitations', { headers })).json()
    const { id } = data.invitations.find((invitation: { email: string }) => invitation.email === email)
    await page.request.delete(`/api/invitations/${id}`, { headers })
    await invite.click()
    await expect(dialog.getByRole('alert')).toContainText('Please invite them again.')
    await invite.click()
    await expect(dialog.getByLabel('Link')).toBeVisible()
  },
)

plainTest(
  'an author sees posts of others without changing them',
  { tag: '@once' },
  async ({ page, context, site, token, staff, allowed }) => {
    const person = await createUser(site.url, token, 'author')
    const post = await staff.create({ title: unique('By somebody else') })
    await signIn(context, site, false, person)
    await page.goto(`/admin/blogs?search=${encodeURIComponent(post.title)}`)
    await expect(results(page).getByRole('link', { name: `View ${post.title}` })).toBeVisible()
    await expect(results(page).getByRole('checkbox')).toHaveCount(0)
    await expect(results(page).getByRole('link', { name: `Edit ${post.title}` })).toHaveCount(0)
    await staff.create({ title: `${post.title} later`, published: false })
    await openHydrated(page, '/admin/blogs')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill(post.title)
    const published = page.getByRole('option', { name: `${post.title} published` })
    await expect(published).toBeVisible()
    await expect(page.getByRole('option', { name: `${post.title} later` })).toHaveCount(0)
    await published.click()
    await expect(page).toHaveURL(`/blog/${post.slug}`)
    allowed.push(networkError(403))
    expect((await page.goto(`/admin/blogs/edit/${post.id}`))?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: 'You can only edit your own posts' })).toBeVisible()
    await expect(sidebar(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
    for (const path of ['/admin/users', '/admin/messages', '/admin/settings', '/admin/redirects']) {
      const response = await page.request.get(path)
      expect([path, response.status(), await response.text()]).toEqual([
        path,
        403,
        expect.stringContaining('You cannot open this page'),
      ])
      await expect(page.locator(`a[href="${path}"]`)).toHaveCount(0)
    }
    await page.close()
    await person.remove()
  },
)

test(
  'an open page follows a change of the role',
  { tag: '@once' },
  async ({ page, context, site, token, request, allowed }) => {
    allowed.push(/ERR_FAILED/)
    const person = await createUser(site.url, token, 'editor')
    await signIn(context, site, false, person)
    let isFailing = false
    let failures = 0
    await page.route('**/api/stats', (route) => {
      if (!isFailing) return route.continue()
      failures += 1
      return route.abort()
    })
    await openHydrated(page, '/admin/dashboard')
    const link = (name: string) => sidebar(page).getByRole('link', { name })
    await expect(link('Messages')).toBeVisible()
    const headers = { authorization: `Bearer ${token}` }
    await request.put(`/api/users/${person.id}`, { headers, data: { role: 'author' } })
    await link('Media').click()
    await expect(page).toHaveURL('/admin/media')
    await expect(link('Messages')).toHaveCount(0)
    isFailing = true
    await link('Dashboard').click()
    await expect(page).toHaveURL('/admin/dashboard')
    await expect.poll(() => failures).toBe(2)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('Me')
    await expect(page.getByRole('option', { name: 'Media' })).toBeVisible()
    await expect(page.getByRole('option', { name: 'Messages' })).toHaveCount(0)
    await page.close()
    await person.remove()
  },
)

test(
  'an open page offers authors their own posts after they were renamed elsewhere',
  { tag: '@once' },
  async ({ page, context, site, token, staff, request }) => {
    const person = await createUser(site.url, token, 'author')
    const post = await staff.create({ title: unique('By the author'), author: person.author })
    await signIn(context, site, false, person)
    await openHydrated(page, `/admin/blogs?search=${encodeURIComponent(post.title)}`)
    const edit = results(page).getByRole('link', { name: `Edit ${post.title}` })
    await expect(edit).toBeVisible()
    const headers = { authorization: `Bearer ${person.token}` }
    const data = { name: unique('Renamed'), title: '', bio: '', links: [] }
    expect((await request.put('/api/auth/profile', { headers, data })).status()).toBe(200)
    await sidebar(page).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/admin/dashboard')
    await page.goBack()
    await page.getByRole('columnheader', { name: 'Post' }).getByRole('button').click()
    await expect(results(page)).toContainText(data.name)
    await expect(edit).toBeVisible()
    await openAccount(page)
    await expect(page.getByRole('menu')).toContainText(data.name)
    await staff.delete(post.id)
    await page.close()
    await person.remove()
  },
)

test(
  'authors who rename themselves can edit their posts before the counts are loaded again',
  { tag: '@once' },
  async ({ page, context, site, token, staff }) => {
    const person = await createUser(site.url, token, 'author')
    const post = await staff.create({ title: unique('By the author'), author: person.author })
    const name = unique('Renamed')
    await signIn(context, site, false, person)
    const counted = page.waitForResponse('**/api/stats')
    await openHydrated(page, `/admin/blogs?search=${encodeURIComponent(post.title)}`)
    await counted
    await openAccount(page)
    await page.getByRole('menuitem', { name: 'Your Profile' }).click()
    const form = page.getByRole('form', { name: 'Author' })
    await page.route('**/api/stats', () => undefined)
    await form.getByLabel('Name').fill(name)
    await form.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await openAccount(page)
    await expect(page.getByRole('menu')).toContainText(name)
    await page.keyboard.press('Escape')
    await page.goBack()
    await expect(results(page)).toContainText(name)
    await expect(results(page).getByRole('link', { name: `Edit ${post.title}` })).toBeVisible()
    await staff.delete(post.id)
    await page.close()
    await person.remove()
  },
)

test('users are accessible', { tag: '@once' }, async ({ page }) => {
  await open(page)
  await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible()
  await expectAccessibleInBoth(page, 'the list')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBoth(page, 'the dialog')
})
