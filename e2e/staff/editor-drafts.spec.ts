import type { Page, Request } from '@playwright/test'
import {
  article,
  button,
  changesSaved,
  clockTime,
  content,
  fillLocalStorage,
  form,
  inList,
  kept,
  offer,
  open,
  rendered,
  savedInPlace,
  title,
  write,
  saveByKey,
} from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { chooseFile, picture } from '../support/picture-files.ts'
import { fillSignIn, signIn } from '../support/session.ts'
import { test } from '../support/staff-fixtures.ts'
import { openHydrated, holdToast, toast, undoButton } from '../support/staff-page.ts'

test('unsaved text is offered again after a reload', { tag: '@once' }, async ({ page, staff }) => {
  const { id } = await staff.create({ title: unique('Kept'), published: false })
  await open(page, id)
  await write(page, 'Typed and never saved')
  await kept(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(offer(page)).toContainText(new RegExp(`4 words · \\w+ \\d+, \\d{4} at ${clockTime}`))
  await expect(content(page)).toHaveText('A paragraph about halyards.')
  await offer(page).getByRole('button', { name: 'Restore' }).click()
  await expect(content(page)).toHaveText('Typed and never saved')
  await expect(title(page)).toBeFocused()
  await button(page, 'Save Draft').click()
  await inList(page, 'Blog post updated successfully!')
  await page.goBack()
  await expect(content(page)).toHaveText('Typed and never saved')
  await expect(offer(page)).toHaveCount(0)

  await write(page, 'Not worth keeping')
  await kept(page)
  await page.reload()
  await offer(page).getByRole('button', { name: 'Discard' }).click()
  await holdToast(page, 'Draft discarded.')
  await expect(offer(page)).toHaveCount(0)
  await expect(title(page)).toBeFocused()
  await undoButton(page, 'Draft discarded.').click()
  await offer(page).getByRole('button', { name: 'Discard' }).click()
  await expect(offer(page)).toHaveCount(0)
  await page.reload()
  await expect(content(page)).toHaveText('Typed and never saved')
  await expect(offer(page)).toHaveCount(0)
})

test(
  'each tab has its own draft, with its cover, and a closed one is offered',
  { tag: '@once' },
  async ({ page, context, storedPosts }) => {
    const [first, second] = [unique('First tab'), unique('Second tab')]
    const other = await context.newPage()
    for (const [tab, name] of [[page, first] as const, [other, second] as const]) {
      await open(tab)
      await title(tab).fill(name)
      await write(tab, `Text of ${name}`)
    }
    await chooseFile(other, button(other, 'Choose image'), {
      name: 'rope.png',
      mimeType: 'image/png',
      buffer: await picture(),
    })
    await form(other).getByLabel('Alternative text').fill('A red field')
    await expect.poll(() => other.evaluate(() => JSON.stringify(localStorage))).toContain('A red field')
    await kept(page)
    await expect(offer(page)).toHaveCount(0)
    await other.close()
    await expect(offer(page)).toContainText(`“${second}”`)
    await expect(offer(page)).toContainText('cover image')
    await offer(page)
      .getByRole('button', { name: `Restore “${second}”` })
      .click()
    await expect(content(page)).toHaveText(`Text of ${second}`)
    await expect(page.getByRole('img', { name: 'A red field' })).toHaveAttribute('src', /^blob:/)
    await expect(offer(page).getByRole('listitem')).toHaveText(new RegExp(`“${first}”New post`))
    await button(page, 'Save Draft').click()
    await inList(page, 'Blog post created successfully!')
    expect((await storedPosts.find(second))[0]?.cover).toMatchObject({ alt: 'A red field' })
    await open(page)
    await expect(offer(page).getByRole('listitem')).toHaveCount(1)
    await offer(page)
      .getByRole('button', { name: `Restore “${first}”` })
      .click()
    await expect(content(page)).toHaveText(`Text of ${first}`)
  },
)

test('signing out with unsaved drafts asks first', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(networkError(403), /^failed: POST .*\/api\/auth\/signout/, /net::ERR_/)
  const name = unique('Signing out')
  await open(page)
  await title(page).fill(name)
  const account = page.getByRole('button', { name: 'Your account' })
  const question = page.getByRole('alertdialog', { name: 'Discard the unsaved draft?' })
  await account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(question).toContainText(`“${name}”`)
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(account).toBeFocused()
  await expect(title(page)).toHaveValue(name)

  const signOut = async () => {
    await account.click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: 'Discard and sign out' }).click()
  }
  const address = '**/api/auth/signout'
  await page.route(address, (route) => route.abort('connectionfailed'), { times: 1 })
  await page.route(address, (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await signOut()
  await expect(toast(page, 'You could not be signed out. Please try again.')).toBeVisible()
  await page.route(address, (route) => route.abort('connectionfailed'), { times: 1 })
  await signOut()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await fillSignIn(page)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await open(page)
  await expect(title(page)).toHaveValue('')
  await expect(offer(page)).toHaveCount(0)

  await title(page).fill(name)
  const held = Promise.withResolvers<void>()
  await page.route(address, () => held.promise, { times: 1 })
  const sent = page.waitForRequest(address)
  await signOut()
  await sent
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('about:blank')
  await open(page)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(name)
  held.resolve()
})

test(
  'drafts that are discarded in one tab are not backed up again by another',
  { tag: '@once' },
  async ({ page, context, allowed }) => {
    allowed.push(networkError(401))
    const name = unique('Private words')
    await open(page)
    await title(page).fill(name)
    await kept(page)
    const other = await context.newPage()
    await openHydrated(other, '/admin/dashboard')
    await other.getByRole('button', { name: 'Your account' }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    const question = other.getByRole('alertdialog', { name: 'Discard the unsaved draft?' })
    await question.getByRole('button', { name: 'Discard and sign out' }).click()
    await expect(other).toHaveURL(/\/admin\/login$/)
    await expect(page).toHaveURL(/\/admin\/login\?ended=1/)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(name)
    await fillSignIn(page)
    await expect(page).toHaveURL(/\/admin\/blogs\/new$/)
    await expect(content(page)).toBeVisible()
    await expect(offer(page)).toHaveCount(0)
  },
)

test(
  'a restored draft does not overwrite a newer version without asking',
  { tag: '@once' },
  async ({ page, storedPosts, staff, allowed }) => {
    allowed.push(networkError(412))
    const { id } = await staff.create({ title: unique('Newer'), published: false })
    await open(page, id)
    await write(page, 'Mine, unsaved')
    await kept(page)
    await staff.update(id, { content: 'Theirs, saved' })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(offer(page)).toContainText('The post was saved since then')
    await expect(content(page)).toHaveText('Theirs, saved')
    await offer(page).getByRole('button', { name: 'Restore' }).click()
    await expect(content(page)).toHaveText('Mine, unsaved')
    await button(page, 'Publish').click()
    await expect(page.getByRole('dialog')).toContainText('edited in another tab or browser')
    expect((await storedPosts.read(id)).content).toBe('Theirs, saved')
  },
)

test('the second of two tabs resolves the conflict', async ({ page, storedPosts, staff, allowed }) => {
  allowed.push(networkError(412))
  const { id } = await staff.create({
    title: unique('Two tabs'),
    content: 'Shared\n\nOld line',
    published: false,
  })
  await open(page, id)
  await staff.update(id, { content: 'Shared\n\nTheir line' })
  await write(page, 'Shared\n\nMy line')
  await button(page, 'Publish').click()
  const dialog = page.getByRole('dialog', { name: 'This post was edited in another tab or browser' })
  await expect(dialog).toContainText(/You saved it there on \w+ \d+, \d{4} at/)
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await expect(dialog.locator('p.diff-theirs')).toHaveText(/Their line$/)
  await expect(dialog.locator('p.diff-mine')).toHaveText(/My line$/)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Publish')).toBeFocused()
  await expect(content(page)).toContainText('My line')
  await button(page, 'Publish').click()
  await dialog.getByRole('button', { name: 'Use their version' }).click()
  await expect(content(page)).toContainText('Their line')

  await staff.update(id, { content: 'Theirs again' })
  await write(page, 'Mine at last')
  await button(page, 'Publish').click()
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await inList(page, 'Blog post updated successfully!')
  expect((await storedPosts.read(id)).content).toBe('Mine at last')
})

test('leaving or going back with unsaved changes asks first', { tag: '@once' }, async ({ page, staff }) => {
  const { id, title: name } = await staff.create({ title: unique('Leaving'), published: false })
  await open(page, id)
  await write(page, 'Unsaved')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(new RegExp(id))
  const search = page.getByRole('searchbox', { name: 'Search posts' }).first()
  await search.fill('zyx')
  const palette = page.getByRole('combobox', { name: 'Search and commands' })
  await expect(palette).toHaveValue('zyx')
  const all = page.getByRole('option', { name: 'Search all posts for “zyx”' })
  await expect(all).toHaveAttribute('aria-selected', 'true')
  await palette.press('Enter')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()

  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await closing

  await kept(page)
  await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
  await expect(question).toContainText('A backup stays in this browser')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await fillLocalStorage(page)
  await write(page, 'Unsaved, and longer than before')
  await expect(form(page)).toContainText('This browser has no room for a backup.')
  await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
  await expect(question).toContainText('This browser has no room for a backup, so they will be lost.')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/blogs$/)

  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await write(page, 'Unsaved again')
  await page.evaluate(() => history.back())
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/blogs$/)
})

test(
  'a save that ends after its editor was left does not leave the next one, and one that ends meanwhile answers the question',
  { tag: '@once' },
  async ({ page, staff }) => {
    const word = unique('Slow').replace(' ', '')
    const [first, second] = [`${word} one`, `${word} two`]
    const { id } = await staff.create({ title: first, published: false })
    const next = await staff.create({ title: second, published: false })
    const release = await holdRequests(page, `**/api/blogs/${id}`, {
      matches: (request) => request.method() === 'PUT',
    })
    let isHeld = false
    const releaseNext = await holdRequests(page, `**/api/blogs/${next.id}`, {
      matches: (request) => isHeld && request.method() === 'PUT',
    })
    await openHydrated(page, `/admin/blogs?search=${word}`)
    await page.getByRole('link', { name: `Edit ${first}` }).click()
    await write(page, 'Changed')
    const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes(id))
    await button(page, 'Publish').click()
    await sent
    await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('link', { name: `Edit ${second}` }).click()
    await write(page, 'The next text')
    release()
    await expect(toast(page, 'Blog post updated successfully!')).toBeVisible()
    // A navigation would come before the response.
    await saveByKey(page)
    await expect(page).toHaveURL(new RegExp(next.id))
    await expect(content(page)).toHaveText('The next text')

    await write(page, 'Saved soon')
    isHeld = true
    const saved = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().includes(next.id),
    )
    await page.keyboard.press('ControlOrMeta+s')
    await saved
    await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
    releaseNext()
    await expect(page).toHaveURL(/\/admin\/blogs$/)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  },
)

/** First called before the page is opened: Chromium may not intercept the next request of an open page. */
async function holdSent(page: Page, matches: (request: Request) => boolean) {
  const sent = page.waitForRequest(matches, { timeout: 120_000 })
  return { sent, release: await holdRequests(page, /\/(api\/blogs|admin\/messages)/, { matches }) }
}

const changesPost = (request: Request) =>
  ['POST', 'PUT'].includes(request.method()) &&
  /\/api\/blogs(\/[\w-]+(\/working-copy\/publish)?)?$/.test(request.url())

/** Not a prefetch, so the page of the messages is being opened. */
const opensMessages = (request: Request) =>
  new URL(request.url()).pathname === '/admin/messages' && !request.headers()['next-router-prefetch']

const messagesLink = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'Messages' }).first()

test(
  'a publication that ends while another page is loading does not lead to the list',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { id } = await staff.create({ title: unique('Slow') })
    const save = await holdSent(page, changesPost)
    await open(page, id)
    await write(page, 'Published slowly')
    await changesSaved(page)
    const load = await holdSent(page, opensMessages)
    await button(page, 'Publish changes').click()
    await save.sent
    await messagesLink(page).click()
    await load.sent
    save.release()
    await expect(toast(page, 'Blog post updated successfully!')).toBeVisible()
    load.release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
    await expect(page).toHaveURL(/\/admin\/messages$/)
  },
)

test(
  'a new post that is saved while another page is loading does not bring back its editor',
  { tag: '@once' },
  async ({ page, storedPosts }) => {
    const name = unique('Left early')
    const save = await holdSent(page, changesPost)
    await open(page)
    await title(page).fill(name)
    await write(page, 'Saved slowly')
    const load = await holdSent(page, opensMessages)
    await page.keyboard.press('ControlOrMeta+s')
    await save.sent
    await messagesLink(page).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await load.sent
    save.release()
    await savedInPlace(page)
    load.release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
    await expect(page).toHaveURL(/\/admin\/messages$/)
    expect(await storedPosts.find(name)).toHaveLength(1)
  },
)

test(
  'an expired session loses no text, and keeps the page of one for which the browser has no room',
  { tag: '@once' },
  async ({ page, context, site, staff, storedPosts, allowed }) => {
    allowed.push(networkError(401))
    const { id } = await staff.create({ title: unique('Session'), published: false })
    await open(page, id)
    await write(page, 'Typed before the session was over')
    // The last request that the page sends by itself.
    await rendered(article(page).getByRole('paragraph')).toHaveText('Typed before the session was over')
    await context.clearCookies()
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page).toHaveURL(/\/admin\/login\?/)
    await fillSignIn(page)
    await expect(page).toHaveURL(new RegExp(`/admin/blogs/edit/${id}`))
    await offer(page).getByRole('button', { name: 'Restore' }).click()
    await expect(content(page)).toHaveText('Typed before the session was over')

    await fillLocalStorage(page)
    await write(page, 'Nowhere else, and longer than what the browser has kept')
    await expect(form(page)).toContainText('This browser has no room for a backup.')
    await context.clearCookies()
    await page.keyboard.press('ControlOrMeta+s')
    await expect(
      toast(page, 'Your session has ended. Sign in again in another tab, then try again here.').first(),
    ).toBeVisible()
    await signIn(context, site)
    await saveByKey(page)
    expect((await storedPosts.read(id)).content).toBe(
      'Nowhere else, and longer than what the browser has kept',
    )
  },
)
