import type { BrowserContext, Page } from '@playwright/test'
import { button, content, form, kept, open, title, write } from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { createUser, type Person } from '../support/people.ts'
import { chooseFile, picture } from '../support/picture-files.ts'
import { account, fillSignIn, signIn } from '../support/session.ts'
import { test } from '../support/staff-fixtures.ts'
import { hydrated, openHydrated, toast } from '../support/staff-page.ts'

const changed = ({ name }: Person) => `You are signed in as ${name} now. Reload the page.`

const openAccount = (page: Page) => page.getByRole('button', { name: 'Your account' }).click()

async function signInInOtherTab(context: BrowserContext, person: Person) {
  const tab = await context.newPage()
  await openHydrated(tab, '/admin/dashboard')
  await openAccount(tab)
  await tab.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(tab).toHaveURL(/\/admin\/login$/)
  await fillSignIn(tab, person)
  await expect(tab).toHaveURL(/\/admin\/dashboard$/)
  await tab.close()
}

/** Requests the counts of the frame, as it does each minute. */
const poll = (page: Page) =>
  page.evaluate(() => {
    for (const type of ['offline', 'online']) window.dispatchEvent(new Event(type))
  })

test.beforeEach(({ allowed }) => void allowed.push(networkError(409)))

test(
  'a profile is not saved for the account that signed in in another tab',
  { tag: '@once' },
  async ({ page, context, site, token }) => {
    const [first, second] = [
      await createUser(site.url, token, 'editor'),
      await createUser(site.url, token, 'author'),
    ]
    await signIn(context, site, false, first)
    await openHydrated(page, '/admin/profile')
    const profile = page.getByRole('form', { name: 'Author' })
    await signInInOtherTab(context, second)
    await profile.getByLabel('Bio').fill('Splices ropes.')
    await profile.getByRole('button', { name: 'Save profile' }).click()
    await expect(profile.getByText(changed(second))).toBeVisible()
    await expect(profile.getByLabel('Bio')).toHaveValue('Splices ropes.')
    for (const person of [first, second]) {
      const headers = { authorization: `Bearer ${person.token}` }
      const stored = await (await fetch(`${site.url}/api/auth/profile`, { headers })).json()
      expect(stored.data).toMatchObject({ name: person.name, bio: '' })
    }

    await openAccount(page)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const hasReload = page.getByRole('button', { name: 'Reload' })
    await expect(toast(page, changed(second)).filter({ hasNot: hasReload })).toBeVisible()
    await poll(page)
    const reload = toast(page, changed(second)).getByRole('button', { name: 'Reload' })
    await expect(reload).toHaveCount(1)
    const messages = page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Messages' })
    await expect(messages, 'an ability of editors').toBeVisible()
    await openAccount(page)
    await expect(page.getByText(first.email)).toBeVisible()
    await expect(page.getByRole('menu')).toContainText(first.name)
    await page.keyboard.press('Escape')
    page.on('dialog', (dialog) => void dialog.accept())
    await reload.click()
    await expect(messages).toHaveCount(0)
    await expect(profile.getByLabel('Name', { exact: true })).toHaveValue(second.name)
    await hydrated(page)
    await profile.getByLabel('Bio').fill('Raises signals.')
    await profile.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Your profile is saved.')).toBeVisible()
    await page.goto('about:blank')
    for (const person of [first, second]) await person.remove()
  },
)

test(
  'nothing of an open editor is stored for the account that signed in in another tab',
  { tag: '@once' },
  async ({ page, context, site, token, staff, storedPosts }) => {
    const second = await createUser(site.url, token, 'editor')
    const { id } = await staff.create({ title: unique('Two accounts'), content: 'A rope.' })
    await open(page, id)
    const fresh = await context.newPage()
    await open(fresh)
    // Signing out first would reject what the open editor reports and reads by itself meanwhile.
    await signIn(context, site, false, second)

    const autosaved = page.waitForResponse(/\/working-copy$/)
    // A report that was sent before succeeds.
    const reported = page.waitForResponse(
      (response) => response.url().endsWith('/presence') && response.status() === 409,
    )
    await write(page, 'A rope of the first account.')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    expect((await autosaved).status()).toBe(409)
    await reported
    await button(page, 'Publish changes').click()
    await expect(toast(page, 'Failed to save blog post.')).toContainText(changed(second))
    await expect(content(page)).toHaveText('A rope of the first account.')
    const headers = { authorization: `Bearer ${staff.token}` }
    const copy = await (await fetch(`${site.url}/api/blogs/${id}/working-copy`, { headers })).json()
    expect(JSON.stringify(copy)).not.toContain('first account')

    const name = unique('Of the first account')
    await title(fresh).fill(name)
    await write(fresh, 'A mast.')
    await kept(fresh)
    await chooseFile(fresh, button(fresh, 'Choose image'), {
      name: 'rope.png',
      mimeType: 'image/png',
      buffer: await picture(),
    })
    await form(fresh).getByLabel('Alternative text').fill('A red field')
    await button(fresh, 'Save Draft').click()
    await expect(toast(fresh, 'Failed to save blog post.')).toContainText(changed(second))
    await expect(content(fresh)).toHaveText('A mast.')
    expect(await storedPosts.find(name)).toEqual([])

    await signIn(context, site, false, account)
    await button(fresh, 'Save Draft').click()
    await expect(fresh).toHaveURL(/\/admin\/blogs$/)
    expect(await storedPosts.find(name)).toHaveLength(1)
    await second.remove()
  },
)
