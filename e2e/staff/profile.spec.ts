import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../support/accessibility.ts'
import { holdRequests, loseResponse } from '../support/hold-requests.ts'
import { account, endSession, fillSignIn, signIn } from '../support/session.ts'
import { expect, networkError } from '../support/fixtures.ts'
import { sharedTest, test as ownSiteTest } from '../support/mail-fixtures.ts'
import { createUser, type Person } from '../support/people.ts'
import { projectRoot, type ServerProcess } from '../support/server-process.ts'
import { holdDecoding, largePicture, letDecode } from '../support/slow-decoding.ts'
import { Staff } from '../support/staff-client.ts'
import { reloadHydrated, retryInVain, toast } from '../support/staff-page.ts'

const photo = path.join(projectRoot, 'upstream/seed/covers/alt-text-is-writing.webp')

/** The script loads the list of sessions, so the page is hydrated. */
async function open(page: Page, front: ServerProcess) {
  const sessions = page.waitForResponse(/\/api\/auth\/sessions$/)
  await page.goto(`${front.url}/admin/profile`)
  await sessions
  await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible()
}

const test = sharedTest.extend<{ person: Person }>({
  person: async ({ front, context }, provide) => {
    const person = await createUser(front.url, await Staff.signIn(front.url), 'owner')
    await signIn(context, front, false, person)
    await provide(person)
  },
})

test(
  'a save waits for a photo that is being made smaller',
  { tag: '@once' },
  async ({ page, front, person: _ }) => {
    await holdDecoding(page)
    await open(page, front)
    const form = page.getByRole('form', { name: 'Author' })
    await form.locator('input[type=file]').setInputFiles(await largePicture())
    await expect(form.getByText('Making the image smaller…')).toBeVisible()
    await form.getByLabel('Role').fill('Rigger')
    await form.getByRole('button', { name: 'Save profile' }).click()
    await expect(form.getByRole('button', { name: 'Saving…' })).toBeVisible()
    await letDecode(page)
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await page.reload()
    await expect(form.getByRole('img', { name: 'Your photo, as readers see it' })).toBeVisible()
  },
)

test(
  'nothing can be typed before the page would keep it',
  { tag: '@once' },
  async ({ page, front, person: _ }) => {
    const release = await holdRequests(page, '**/_next/static/**/*.js')
    await page.goto(`${front.url}/admin/profile`, { waitUntil: 'commit' })
    const role = page.getByRole('form', { name: 'Author' }).getByLabel('Role')
    await expect(role).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Change password' })).toBeDisabled()
    release()
    await role.fill('Splicer')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await expect(role).toHaveValue('Splicer')
  },
)

test(
  'an unusable photo is explained where the focus is, and saving and removing keep the focus',
  { tag: '@once' },
  async ({ page, front, allowed, person: _ }) => {
    allowed.push(networkError(422))
    await open(page, front)
    const form = page.getByRole('form', { name: 'Author' })
    const buffer = Buffer.from('no image')
    await form.locator('input[type=file]').setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer })
    const choose = form.getByRole('button', { name: 'Replace photo' })
    await expect(choose).toBeVisible()
    await form.getByRole('button', { name: 'Save profile' }).click()
    await expect(choose).toBeFocused()
    await expect(choose).toHaveAccessibleDescription('The image must be a PNG, JPEG or WebP file.')

    await form.locator('input[type=file]').setInputFiles(photo)
    await form.getByRole('button', { name: 'Remove photo' }).press('Enter')
    await expect(form.getByRole('button', { name: 'Choose photo' })).toBeFocused()

    await form.getByRole('button', { name: 'Add link' }).click()
    await form.getByLabel('Label').fill('Website')
    await form.getByLabel('URL').fill('https://example.com/ada')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await page.keyboard.type('/b')
    await expect(form.getByLabel('URL')).toHaveValue('https://example.com/ada/b')

    await form.getByRole('button', { name: 'Remove link 1' }).press('Enter')
    await expect(form.getByLabel('URL')).toHaveCount(0)
    await expect(form.getByRole('button', { name: 'Add link' })).toBeFocused()
  },
)

ownSiteTest(
  'a profile is on the article and on the author page with the next request',
  { tag: '@once' },
  async ({ page, context, front, request }) => {
    const staff = new Staff(front.url, await Staff.signIn(front.url))
    const { slug } = await staff.create({ title: 'Rope and rigging' })
    const read = async (address: string) => (await request.get(`${front.url}${address}`)).text()
    expect(await read(`/blog/${slug}`)).toContain('blog about building software and being found.')
    expect(await read('/authors/editorial-team')).toContain('Rope and rigging')

    await signIn(context, front)
    await open(page, front)
    const form = page.getByRole('form', { name: 'Author' })
    await form.getByLabel('Name').fill('Ada Brandt')
    await form.getByLabel('Bio').fill('Splices ropes.\nThen software.')
    await form.locator('input[type=file]').setInputFiles(photo)
    await form.getByLabel('Crop: left to right').press('Home')
    await form.getByRole('button', { name: 'Add link' }).click()
    await form.getByLabel('Label').fill('Website')
    await form.getByLabel('URL').fill('http://example.com')
    await form.getByRole('button', { name: 'Save profile' }).click()
    await expect(form.getByLabel('URL')).toBeFocused()
    await expect(form.getByText('Enter a URL that starts with https://')).toBeVisible()
    await form.getByLabel('URL').fill('https://example.com/ada')
    await form.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.getByText('Ada Brandt', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAccessibleInBoth(page)

    await page.goto(`${front.url}/blog/${slug}`)
    const card = page.getByRole('region', { name: 'About the author' })
    await expect(card).toContainText('Splices ropes.')
    await expect(card.getByRole('link', { name: 'Website' })).toHaveAttribute(
      'href',
      'https://example.com/ada',
    )
    await expect(card.locator('img')).toHaveAttribute('style', /object-position: ?0% 50%/)
    await card.getByRole('link', { name: 'Ada Brandt' }).click()
    await expect(page).toHaveURL(`${front.url}/authors/ada-brandt`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Brandt')
    await expect(page.getByRole('img', { name: 'Photo of Ada Brandt' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Rope and rigging' })).toHaveAttribute(
      'href',
      `/blog/${slug}`,
    )
    await expectAccessibleInBoth(page)

    const moved = await request.get(`${front.url}/authors/editorial-team`, { maxRedirects: 0 })
    expect([moved.status(), moved.headers()['location']]).toEqual([308, '/authors/ada-brandt'])
    expect(await read('/authors/ada-brandt')).toContain('"@type":"ProfilePage"')
    expect(await read('/authors/ada-brandt/feed.xml')).toContain('<title>Rope and rigging</title>')
    expect(await read('/sitemap.xml')).toContain(`${front.url}/authors/ada-brandt<`)
    expect((await request.get(`${front.url}/og/authors/ada-brandt`)).headers()['content-type']).toBe(
      'image/png',
    )
    for (const spelling of ['editorial-team', 'Ada-Brandt'])
      for (const [before, after] of [
        ['/og/authors/', ''],
        ['/authors/', '/feed.xml'],
      ] as const) {
        const other = await request.get(`${front.url}${before}${spelling}${after}`, { maxRedirects: 0 })
        const current = `${front.url}${before}ada-brandt${after}`
        expect([other.status(), other.headers()['location']]).toEqual([308, current])
      }
    for (const missing of ['/authors/nobody', '/authors/ada-brandt?page=9'])
      expect((await request.get(`${front.url}${missing}`)).status(), missing).toBe(404)
  },
)

test(
  'what was typed stays when another window has changed the profile',
  { tag: '@once' },
  async ({ page, front, allowed, person }) => {
    allowed.push(/^console error: Failed to load resource.*\b412\b/)
    await open(page, front)
    const form = page.getByRole('form', { name: 'Author' })
    await form.getByLabel('Bio').fill('Mine.')
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ bio: 'Theirs.' })
    expect((await fetch(`${front.url}/api/auth/profile`, { method: 'PUT', headers, body })).status).toBe(200)
    await form.getByRole('button', { name: 'Save profile' }).click()
    await expect(form.getByRole('alert').filter({ hasText: 'changed in another window' })).toBeVisible()
    await expect(form.getByLabel('Bio')).toHaveValue('Mine.')
    await form.getByRole('button', { name: 'Save mine' }).click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    const release = await holdRequests(page, '**/api/auth/profile')
    await reloadHydrated(page)
    await expect(form.getByLabel('Bio')).toHaveValue('Mine.')

    await form.getByLabel('Bio').fill('Sent.')
    await form.getByRole('button', { name: 'Save profile' }).click()
    await expect(form).toHaveAttribute('aria-busy', 'true')
    await form.getByLabel('Bio').fill('Typed during the save.')
    release()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await expect(form.getByLabel('Bio')).toHaveValue('Typed during the save.')
  },
)

test(
  'a profile is saved again without a conflict after the response was lost',
  { tag: '@once' },
  async ({ page, front, allowed, person: _ }) => {
    allowed.push(networkError(412), /ERR_FAILED/)
    await loseResponse(page, 'PUT', '**/api/auth/profile')
    await open(page, front)
    const form = page.getByRole('form', { name: 'Author' })
    const save = form.getByRole('button', { name: 'Save profile' })
    await form.getByLabel('Bio').fill(' Mine. ')
    await save.click()
    await expect(form.getByRole('alert').filter({ hasText: 'Failed to save.' })).toBeVisible()
    await save.click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await expect(form.getByText('changed in another window')).toHaveCount(0)
    await form.getByLabel('Role').fill('Rigger')
    await save.click()
    await expect(page.getByText('Your profile is saved.').nth(1)).toBeVisible()
  },
)

test(
  'the choice after a conflict keeps the focus in the form',
  { tag: '@once' },
  async ({ page, front, allowed, person }) => {
    allowed.push(networkError(412))
    await open(page, front)
    const form = page.getByRole('form', { name: 'Author' })
    const save = form.getByRole('button', { name: 'Save profile' })
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
    for (const choice of ['Save mine', 'Discard mine']) {
      await form.getByLabel('Bio').fill(`Mine: ${choice}`)
      const body = JSON.stringify({ bio: `Theirs: ${choice}` })
      await fetch(`${front.url}/api/auth/profile`, { method: 'PUT', headers, body })
      await save.click()
      await form.getByRole('button', { name: choice }).press('Enter')
      await expect(form.getByText('changed in another window')).toHaveCount(0)
      await expect(save).toBeFocused()
    }
    await expect(form.getByLabel('Bio')).toHaveValue('Theirs: Discard mine')
  },
)

test(
  'a change of the email address that was confirmed elsewhere is shown when it is canceled',
  { tag: '@once' },
  async ({ page, front, mails, allowed, person }) => {
    allowed.push(networkError(422))
    const address = `new-${person.email}`
    await open(page, front)
    const form = page.getByRole('form', { name: 'Email address' })
    await form.getByLabel('Email address').fill(address)
    await form.getByLabel('Password', { exact: true }).fill(person.password)
    await form.getByRole('button', { name: 'Change email address' }).click()
    const linkOf = () =>
      /\/admin\/email\?token=(\S+)/.exec(
        mails.emails.findLast(({ recipients }) => recipients.includes(address))?.text ?? '',
      )?.[1]
    await expect.poll(linkOf).toBeDefined()
    const confirmed = await page.request.post(`${front.url}/api/auth/email`, { data: { token: linkOf() } })
    expect(confirmed.status()).toBe(200)
    await form.getByRole('button', { name: 'Cancel the change' }).click()
    await expect(form.getByRole('alert')).toHaveText(
      `The link was opened already: your email address is ${address}.`,
    )
    await expect(form.getByRole('status')).toHaveCount(0)
    await expect(form.getByLabel('Email address')).toHaveValue(address)
  },
)

test(
  'sessions cannot be signed out twice, nor after the own one has ended',
  { tag: '@once' },
  async ({ page, context, front, allowed, person }) => {
    allowed.push(networkError(401))
    await open(page, front)
    const all = page.getByRole('button', { name: 'Sign out all others' })
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' })
    await page.getByRole('form', { name: 'Password' }).getByLabel('Current password').first().fill('typed')
    await endSession(context, front)
    await all.click()
    await confirm.click()
    await expect(toast(page, 'Your session has ended. Sign in again in another tab')).toBeVisible()
    await signIn(context, front, false, person)
    const release = await holdRequests(page, '**/api/auth/sessions', {
      matches: (request) => request.method() === 'DELETE',
    })
    await all.click()
    await confirm.click()
    await expect(all).toHaveAttribute('aria-disabled', 'true')
    await all.click({ force: true })
    await expect(confirm).toHaveCount(0)
    release()
    await expect(toast(page, 'All other sessions are signed out.')).toBeVisible()
  },
)

test(
  'a change of the email address is canceled once by a double click',
  { tag: '@once' },
  async ({ page, front, person }) => {
    const held = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/api/auth/profile', async (route) => {
      if (route.request().postData()?.includes('ada@halyard.example')) return route.continue()
      sent += 1
      await held.promise
      await route.continue()
    })
    await open(page, front)
    const form = page.getByRole('form', { name: 'Email address' })
    await form.getByLabel('Email address').fill('ada@halyard.example')
    await form.getByLabel('Password', { exact: true }).fill(person.password)
    await form.getByRole('button', { name: 'Change email address' }).click()
    await expect(form.getByRole('status')).toContainText('Open the link in our email')
    await form.getByRole('button', { name: 'Cancel the change' }).dblclick()
    held.resolve()
    await expect(form.getByRole('status')).toHaveCount(0)
    const author = page.getByRole('form', { name: 'Author' })
    await author.getByLabel('Bio').fill('Splices ropes.')
    await author.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    expect(sent).toBe(2)
  },
)

test(
  'what comes back after a sign-in does not replace what another window has saved',
  { tag: '@once' },
  async ({ page, context, front, allowed, person }) => {
    allowed.push(/^console error: Failed to load resource.*\b(401|412)\b/)
    await open(page, front)
    const form = page.getByRole('form', { name: 'Author' })
    await form.getByLabel('Role').fill('Rigger')
    await endSession(context, front)
    await form.getByRole('button', { name: 'Save profile' }).click()
    await expect(page).toHaveURL(/\/admin\/login\?ended=1/)
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ bio: 'Theirs.' })
    expect((await fetch(`${front.url}/api/auth/profile`, { method: 'PUT', headers, body })).status).toBe(200)
    await fillSignIn(page, person)
    await expect(page.getByText('Your changes are back. They are not saved yet.')).toBeVisible()
    await form.getByRole('button', { name: 'Save profile' }).click()
    await expect(form.getByRole('alert').filter({ hasText: 'changed in another window' })).toBeVisible()
    await expect(form.getByLabel('Role')).toHaveValue('Rigger')
    await form.getByRole('button', { name: 'Discard mine' }).click()
    await expect(form.getByLabel('Bio')).toHaveValue('Theirs.')
  },
)

ownSiteTest(
  'a session that is signed out elsewhere ends at once, and a new password ends the others',
  { tag: '@once' },
  async ({ page, context, front, browser, allowed }) => {
    allowed.push(/^console error: Failed to load resource.*\b422\b/)
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await other.goto(`${front.url}/admin/login`)
    await fillSignIn(other)
    await expect(other).toHaveURL(/\/admin\/dashboard$/)

    await signIn(context, front)
    await open(page, front)
    const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    // An open page would notice the end of its session and leave by itself.
    await other.goto('about:blank')
    await expect(rows.filter({ hasText: 'This session' })).toHaveCount(1)
    await rows.getByRole('button', { name: 'Sign out Chrome on Windows' }).click()
    await expect(rows).toHaveCount(1)
    await other.goto(`${front.url}/admin/blogs`)
    await expect(other.getByText('Your session has ended.')).toBeVisible()
    await fillSignIn(other)
    await expect(other).toHaveURL(/\/admin\/blogs$/)
    await other.goto('about:blank')

    const form = page.getByRole('form', { name: 'Password' })
    await form.getByLabel('Current password', { exact: true }).fill('not this one')
    await form.getByLabel('New password', { exact: true }).fill('seven brass cleats ashore')
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(form.getByText('This is not your current password.')).toBeVisible()
    await form.getByLabel('Current password', { exact: true }).fill(account.password)
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Your password is changed.')).toBeVisible()
    await other.goto(`${front.url}/admin/blogs`)
    await expect(other.getByText('Your session has ended.')).toBeVisible()
    await elsewhere.close()
    await page.reload()
    await expect(rows).toHaveCount(1)
  },
)

test(
  'sessions that fail to load are loaded by a retry, which keeps the focus',
  { tag: '@once' },
  async ({ page, front, person: _, allowed }) => {
    allowed.push(networkError(500), /^response: 500/)
    const failing = '**/api/auth/sessions'
    await page.route(failing, (route) => route.fulfill({ status: 500, json: { error: 'No.' } }))
    await page.goto(`${front.url}/admin/profile`)
    await expect(page.getByText('Failed to load your sessions. Please try again.')).toBeVisible()
    await retryInVain(page.getByRole('button', { name: 'Try again' }))
    await page.unroute(failing)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible()
  },
)

test(
  'a new password whose response is lost may be changed already',
  { tag: '@once' },
  async ({ page, front, allowed, person }) => {
    allowed.push(/^console error: Failed to load resource.*\b(422|504)\b/, /^response: 504/)
    const mayBeChanged = 'Your password may be changed already: try to sign in with the new one.'
    const html = { contentType: 'text/html', body: '<h1>A page of a proxy</h1>' }
    let sent = 0
    await page.route('**/api/auth/password', async (route) => {
      sent += 1
      if (sent === 1) return route.fulfill({ status: 200, ...html })
      if (sent > 2) return route.continue()
      await route.fetch()
      await route.fulfill({ status: 504, ...html })
    })
    await open(page, front)
    const form = page.getByRole('form', { name: 'Password' })
    const change = form.getByRole('button', { name: 'Change password' })
    await form.getByLabel('Current password', { exact: true }).fill(person.password)
    await form.getByLabel('New password', { exact: true }).fill('seven brass cleats ashore')
    await change.click()
    await expect(form.getByRole('alert')).toHaveText(`The server did not respond. ${mayBeChanged}`)
    const lost = page.waitForResponse((response) => response.status() === 504)
    await change.click()
    await lost
    await expect(form.getByRole('alert')).toHaveText(`The server did not respond. ${mayBeChanged}`)
    await change.click()
    await expect(form).toContainText(`This is not your current password. ${mayBeChanged}`)
  },
)

test(
  'a new email address counts after its link, and the old one is told',
  { tag: '@once' },
  async ({ page, front, mails, allowed, person }) => {
    allowed.push(/^console error: Failed to load resource.*\b422\b/)
    const address = `new-${person.email}`
    await open(page, front)
    const form = page.getByRole('form', { name: 'Email address' })
    await form.getByLabel('Email address').fill(address)
    await form.getByRole('button', { name: 'Change email address' }).click()
    await expect(form.getByText('Enter your password to change the email address.')).toBeVisible()
    await form.getByLabel('Password', { exact: true }).fill(person.password)
    await form.getByRole('button', { name: 'Change email address' }).click()
    await expect(form.getByRole('status')).toContainText(`Open the link in our email to ${address}`)
    const mailTo = (address: string) =>
      mails.emails.findLast(({ recipients }) => recipients.includes(address))?.text ?? ''
    await expect.poll(() => mailTo(address)).toContain('/admin/email?token=')
    const [link = ''] = /http:\S+\/admin\/email\?token=\S+/.exec(mailTo(address)) ?? []
    const confirmation = await page.goto(link)
    expect(confirmation?.headers()['referrer-policy']).toBe('no-referrer')
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByRole('status')).toHaveText(`The email address of your account is now ${address}.`)
    await expect.poll(() => mailTo(person.email)).toContain(`with ${address} instead of`)
    await page.getByRole('link', { name: 'Go to your profile' }).click()
    await expect(form.getByLabel('Email address')).toHaveValue(address)
  },
)
