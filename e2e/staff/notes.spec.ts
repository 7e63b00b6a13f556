import type { Browser, Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../support/accessibility.ts'
import { button, content, form, noScript, open as openEditor } from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { createUser } from '../support/people.ts'
import { rawRequest } from '../support/raw-request.ts'
import { fillSignIn, signIn } from '../support/session.ts'
import type { Site } from '../support/site.ts'
import type { Staff } from '../support/staff-client.ts'
import { test } from '../support/staff-fixtures.ts'
import { openHydrated } from '../support/staff-page.ts'
import { select, showVisual } from '../support/visual-page.ts'

const panel = (page: Page) => form(page).getByRole('region', { name: 'Notes' })
const notesButton = (page: Page, open: number) => button(page, open > 0 ? `Notes (${open} open)` : 'Notes')

/** The last requests that an editor sends by itself: without a session they would leave the page. */
const editorSettled = (page: Page) =>
  Promise.all(['**/api/preview', '**/reviews'].map((url) => page.waitForResponse(url)))

async function call(site: Site, staff: Pick<Staff, 'token'>, path: string, data: object) {
  const response = await fetch(`${site.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(data),
  })
  expect(response.status).toBe(201)
  return (await response.json()).data
}

/** A remote upstream does not know the port of the tested site. */
async function share(site: Site, staff: Staff, id: string): Promise<string> {
  const { url } = await call(site, staff, `/blogs/${id}/previews`, { days: 1 })
  return new URL(new URL(url).pathname, site.url).href
}

async function openAsGuest(browser: Browser, link: string, javaScriptEnabled: boolean) {
  const context = await browser.newContext({ javaScriptEnabled })
  const guest = await context.newPage()
  await guest.goto(link)
  return { guest, close: () => context.close() }
}

test('staff and a guest without script discuss a passage until it is deleted', async ({
  page,
  browser,
  site,
  staff,
}) => {
  const text = 'The **first rope** holds the sail.'
  const post = await staff.create({ title: unique('Noted'), content: text, published: false })
  await openEditor(page, post.id)
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.locator('.cm-selectionBackground').first()).toBeVisible()
  await notesButton(page, 0).click()
  await panel(page).getByRole('button', { name: 'Add a note' }).click()
  await expect(panel(page).getByRole('blockquote')).toHaveText(text)
  await panel(page).getByRole('textbox', { name: 'New note' }).fill('Is it not the second?')
  await panel(page).getByRole('button', { name: 'Save note' }).click()
  const thread = panel(page).getByRole('listitem').filter({ hasText: 'Is it not the second?' })
  await expect(thread).toBeVisible()
  await expect(panel(page).getByRole('status')).toHaveText('Note added.')
  await expect(notesButton(page, 1)).toBeVisible()
  await expect(page.locator('.note-passage').first()).toBeVisible()

  const { guest, close } = await openAsGuest(browser, await share(site, staff, post.id), false)
  const note = guest.getByRole('listitem').filter({ hasText: 'Is it not the second?' })
  await expect(note.getByRole('blockquote')).toHaveText(text)
  await note.locator('summary').click()
  const reply = note.locator('form')
  await reply.getByLabel('Your name').fill('L')
  await reply.getByLabel('Your reply').fill('No, the first one.')
  await reply.getByRole('button', { name: 'Send reply' }).click()
  await expect(reply.getByText('Name must be at least 2 characters')).toBeVisible()
  await expect(reply.getByLabel('Your name')).toBeFocused()
  await expect(reply.getByLabel('Your reply')).toHaveValue('No, the first one.')
  await reply.getByLabel('Your name').fill('Leaf')
  await reply.getByRole('button', { name: 'Send reply' }).click()
  await expect(guest.getByText('Thank you. Your note was added.')).toBeVisible()
  await expect(note.getByText('No, the first one.')).toBeVisible()
  await close()

  await openEditor(page, post.id)
  await notesButton(page, 1).press('Enter')
  await expect(thread).toContainText('Leaf (guest)')
  await thread.getByRole('button', { name: /^Resolve/ }).press('Enter')
  await expect(panel(page).getByRole('status')).toHaveText('Note resolved.')
  await expect(notesButton(page, 0)).toBeVisible()
  await panel(page).getByText('Resolved (1)').click()
  await expect(thread).toContainText('Resolved by')
  await thread.getByRole('button', { name: /^Reopen/ }).click()
  await expect(notesButton(page, 1)).toBeVisible()

  await content(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('Other words.')
  const gone = panel(page).getByRole('list', { name: 'No longer in the text' })
  await expect(gone.getByRole('blockquote')).toHaveText(text)
  await expect(page.locator('.note-passage')).toHaveCount(0)
})

test(
  'a guest whose browser does not say where a form is from writes a note',
  { tag: '@once' },
  async ({ site, staff }) => {
    const post = await staff.create({ title: unique('Noted'), published: false })
    const token = (await share(site, staff, post.id)).split('/').at(-1) ?? ''
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' }
    const body = String(new URLSearchParams({ token, name: 'Leaf', text: 'Which rope?' }))
    const sent = await rawRequest(site.url, '/api/previews/notes', { method: 'POST', headers, body })
    expect([sent.status, sent.headers['location']]).toEqual([303, expect.stringContaining(token)])
    const read = { headers: { authorization: `Bearer ${staff.token}` } }
    const { data } = await (await fetch(`${site.url}/api/blogs/${post.id}/notes`, read)).json()
    expect(data.notes).toMatchObject([{ author: 'Leaf', guest: true, text: 'Which rope?' }])
  },
)

test(
  'notes of others appear in an open editor, but not while a note is written',
  { tag: '@once' },
  async ({ page, site, staff, allowed }) => {
    // The clock is a script, which the frame of the preview blocks.
    allowed.push(noScript)
    const post = await staff.create({ title: unique('Open'), content: 'A rope.', published: false })
    await call(site, staff, `/blogs/${post.id}/notes`, { text: 'Which one?' })
    await page.clock.install()
    await openEditor(page, post.id)
    await notesButton(page, 1).click()
    await call(site, staff, `/blogs/${post.id}/notes`, { text: 'And why?' })
    await page.clock.fastForward(20_000)
    await expect(panel(page).getByText('And why?', { exact: true })).toBeVisible()

    const thread = panel(page).getByRole('listitem').filter({ hasText: 'Which one?' })
    await thread.getByRole('button', { name: /^Reply/ }).click()
    await thread.getByRole('textbox').fill('The first.')
    let refreshed = 0
    await page.route('**/api/blogs/*/notes', (route) => {
      refreshed += 1
      return route.continue()
    })
    await page.clock.fastForward(40_000)
    // Requests arrive in their order, so an earlier one has been counted after this one.
    await page.evaluate(() => fetch('/api/health'))
    expect(refreshed).toBe(0)
    await thread.getByRole('button', { name: 'Cancel' }).click()
    await page.clock.fastForward(20_000)
    await expect.poll(() => refreshed).toBeGreaterThan(0)
  },
)

test(
  'a guest who sends a form keeps the text of the others, and types the name once',
  { tag: '@once' },
  async ({ browser, site, staff }) => {
    const post = await staff.create({ title: unique('Typed'), content: 'A rope.', published: false })
    await call(site, staff, `/blogs/${post.id}/notes`, { text: 'Which one?' })
    const { guest, close } = await openAsGuest(browser, await share(site, staff, post.id), true)
    const thread = guest.getByRole('listitem').filter({ hasText: 'Which one?' })
    const added = guest.getByRole('form', { name: 'Add a note' })
    const response = guest.getByRole('form', { name: 'Your response' })
    await expect(guest.locator('html[data-hydrated]')).toBeAttached()
    await thread.locator('summary').click()
    await thread.getByLabel('Your reply').fill('The first,\nof two.')
    await response.getByLabel('Request changes').check()
    await response.getByLabel('Comment').fill('Shorter, please.')
    await added.getByLabel('Your name').fill('Leaf')
    await added.getByLabel('Your note').fill('A note.')
    await added.getByRole('button', { name: 'Send note' }).click()

    await expect(guest.getByText('Thank you. Your note was added.')).toBeVisible()
    await expect(thread.getByLabel('Your reply')).toHaveValue('The first,\nof two.')
    await expect(thread.getByLabel('Your reply')).toBeVisible()
    await expect(added.getByLabel('Your note')).toHaveValue('')
    await expect(added.getByLabel('Your name')).toHaveValue('Leaf')
    await expect(response.getByLabel('Request changes')).toBeChecked()
    await expect(response.getByLabel('Comment')).toHaveValue('Shorter, please.')
    await response.getByRole('button', { name: 'Send response' }).click()

    await expect(guest.getByText('Thank you. Your comment was sent.')).toBeVisible()
    await expect(thread.getByLabel('Your reply')).toHaveValue('The first,\nof two.')
    await expect(response.getByLabel('Comment')).toHaveValue('')
    await expect(response.getByLabel('Request changes')).not.toBeChecked()
    await thread.getByRole('button', { name: 'Send reply' }).click()
    await expect(thread.getByText('Leaf (guest)')).toBeVisible()
    // The name is filled in by the script that would also restore the reply.
    await expect(added.getByLabel('Your name')).toHaveValue('Leaf')
    await expect(thread.getByLabel('Your reply')).toHaveValue('')
    await close()
  },
)

test(
  'a guest selects a passage, and the note leads to it',
  { tag: '@once' },
  async ({ browser, site, staff }) => {
    const post = await staff.create({
      title: unique('Selected'),
      content: 'A rope here.\n\nThe *other* rope is longer.',
      published: false,
    })
    const { guest, close } = await openAsGuest(browser, await share(site, staff, post.id), true)
    const offer = guest.getByRole('button', { name: 'Add a note' })
    // Selections are noticed only after hydration.
    await expect(async () => {
      await guest
        .locator('.article p')
        .last()
        .evaluate((paragraph) => {
          document.getSelection()?.removeAllRanges()
          document.getSelection()?.selectAllChildren(paragraph)
        })
      await expect(offer).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await offer.click()
    const writing = guest.getByRole('form', { name: 'Add a note' })
    await expect(writing.getByLabel('Passage (optional)')).toHaveValue('The other rope is longer.')
    await expect(writing.getByLabel('Your note')).toBeFocused()
    await writing.getByLabel('Your name').fill('Leaf')
    await writing.getByLabel('Your note').fill('How much longer?')
    await writing.getByRole('button', { name: 'Send note' }).click()
    await expect(guest.getByText('Thank you. Your note was added.')).toBeVisible()
    await guest.getByRole('button', { name: 'Show in the text' }).click()
    await expect
      .poll(() => guest.evaluate(() => document.getSelection()?.toString()))
      .toBe('The other rope is longer.')
    expect(await guest.evaluate(() => CSS.highlights.get('note')?.size)).toBe(1)
    await close()
  },
)

test('notes are written, answered and found in either editor', { tag: '@once' }, async ({ page, staff }) => {
  const post = await staff.create({
    title: unique('Both'),
    content: 'The **first rope** holds the sail.\n\nThe *second* rope holds the mast.',
    published: false,
  })
  const passages = async () => (await page.locator('.note-passage').allTextContents()).join('')
  const threads = panel(page).getByRole('list', { name: 'Notes in the order of the text' }).locator('> li')
  const addNote = async (quote: string, text: string) => {
    await panel(page).getByRole('button', { name: 'Add a note' }).click()
    await expect(panel(page).getByRole('group', { name: 'New note' })).toBeVisible()
    await expect(panel(page).getByRole('blockquote')).toHaveText(quote)
    await panel(page).getByRole('textbox', { name: 'New note' }).fill(text)
    await panel(page).getByRole('button', { name: 'Save note' }).click()
    await expect(threads.filter({ hasText: text })).toBeVisible()
  }
  const highlighted = () =>
    page.evaluate(() => [...(CSS.highlights.get('note-passage') ?? [])].map(String).toSorted())
  await openEditor(page, post.id)
  await showVisual(page)
  await select(content(page).getByText('The second rope holds the mast.'))
  await notesButton(page, 0).click()
  await addNote('The second rope holds the mast.', 'Which mast?')
  await expect.poll(highlighted).toEqual(['The second rope holds the mast.'])
  await threads.getByRole('button', { name: /^Reply/ }).click()
  await threads.getByRole('textbox', { name: /^Reply to/ }).fill('The main one.')
  await threads.getByRole('button', { name: 'Send reply' }).click()
  await expect(threads).toContainText('The main one.')

  await button(page, 'Markdown').click()
  await expect.poll(passages).toBe('The *second* rope holds the mast.')
  await content(page).getByText('first rope').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await expect(page.locator('.cm-selectionBackground').first()).toBeVisible()
  await addNote('The **first rope** holds the sail.', 'Which sail?')

  await showVisual(page)
  await expect(threads).toContainText(['Which sail?', 'Which mast?'])
  const both = ['The first rope holds the sail.', 'The second rope holds the mast.']
  await expect.poll(highlighted).toEqual(both)
  await threads.getByRole('button', { name: 'Go to: The second rope holds the mast.' }).click()
  await expect(content(page)).toBeFocused()
  const paragraphOfCaret = () => getSelection()?.anchorNode?.parentElement?.closest('p')?.textContent
  await expect.poll(() => page.evaluate(paragraphOfCaret)).toBe('The second rope holds the mast.')
  await threads
    .first()
    .getByRole('button', { name: /^Resolve/ })
    .click()
  await expect(notesButton(page, 1)).toBeVisible()
  await expect(threads).toHaveCount(1)
})

test(
  'a reply that arrives late leaves the focus in the text',
  { tag: '@once' },
  async ({ page, site, staff }) => {
    const post = await staff.create({ title: unique('Late'), content: 'A rope.', published: false })
    await call(site, staff, `/blogs/${post.id}/notes`, { text: 'Which rope?' })
    await openEditor(page, post.id)
    await notesButton(page, 1).click()
    await panel(page)
      .getByRole('button', { name: /^Reply/ })
      .click()
    await panel(page)
      .getByRole('textbox', { name: /^Reply to/ })
      .fill('The first one.')
    const release = await holdRequests(page, '**/api/notes/*/replies')
    await panel(page).getByRole('button', { name: 'Send reply' }).click()
    await content(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    release()
    await expect(panel(page).getByRole('status')).toHaveText('Reply added.')
    await expect(panel(page).getByRole('textbox', { name: /^Reply to/ })).toHaveCount(0)
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    await expect(content(page)).toBeFocused()
    await page.keyboard.type(' It holds.')
    await expect(content(page)).toContainText('A rope. It holds.')
  },
)

test(
  'an unsaved note survives Escape, leaving the page and the end of the session',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(networkError(401))
    const post = await staff.create({ title: unique('Typed note'), content: 'A rope.', published: false })
    const field = panel(page).getByRole('textbox', { name: 'New note' })
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await openEditor(page, post.id)
    await notesButton(page, 0).click()
    await panel(page).getByRole('button', { name: 'Add a note' }).click()
    await field.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(panel(page).getByRole('button', { name: 'Add a note' })).toBeFocused()
    await page.keyboard.press('Enter')
    await field.fill('Which rope?')
    await field.press('Escape')
    await expect(field).toHaveValue('Which rope?')

    await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
    await expect(question).toContainText('This post has an unsaved note.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/admin\/blogs$/)
    const settled = editorSettled(page)
    await openEditor(page, post.id)
    await expect(field).toHaveValue('Which rope?')

    await field.fill('Which rope is it?')
    await settled
    await page.context().clearCookies()
    const save = panel(page).getByRole('button', { name: 'Save note' })
    await save.click()
    await expect(page).toHaveURL(/\/admin\/login\?/)
    const release = await holdRequests(page, '**/api/blogs/*/notes', {
      matches: (request) => request.method() === 'POST',
    })
    await fillSignIn(page)
    await expect(field).toHaveValue('Which rope is it?')
    await save.click()
    await expect(field).not.toBeEditable()
    await panel(page).getByRole('button', { name: 'Cancel' }).click()
    await panel(page).getByRole('button', { name: 'Add a note' }).click()
    await field.fill('And which mast?')
    release()
    await expect(panel(page).getByText('Which rope is it?', { exact: true })).toBeVisible()
    await expect(field).toHaveValue('And which mast?')
    await save.click()
    await expect(panel(page).getByRole('status')).toHaveText('Note added.')
    await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
    await expect(page).toHaveURL(/\/admin\/blogs$/)
  },
)

test(
  'an unsaved note is offered to the account that wrote it only',
  { tag: '@once' },
  async ({ page, context, site, token, staff, allowed }) => {
    allowed.push(networkError(401))
    const second = await createUser(site.url, token, 'editor')
    const post = await staff.create({ title: unique('Whose note'), content: 'A rope.', published: false })
    const field = panel(page).getByRole('textbox', { name: 'New note' })
    const settled = editorSettled(page)
    await openEditor(page, post.id)
    await notesButton(page, 0).click()
    await panel(page).getByRole('button', { name: 'Add a note' }).click()
    await field.fill('In confidence')
    await settled
    await context.clearCookies()
    await panel(page).getByRole('button', { name: 'Save note' }).click()
    await expect(page).toHaveURL(/\/admin\/login\?/)
    const settledAgain = editorSettled(page)
    await fillSignIn(page, second)
    await expect(notesButton(page, 0)).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
    await settledAgain

    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/admin\/login$/)
    await signIn(context, site)
    await openEditor(page, post.id)
    await expect(field).toHaveValue('In confidence')
    await second.remove()
  },
)

test(
  'a reply to a note that was deleted meanwhile, and a change of one, become new notes',
  { tag: '@once' },
  async ({ page, site, staff, allowed }) => {
    allowed.push(networkError(404))
    page.on('dialog', (dialog) => void dialog.accept())
    const post = await staff.create({ title: unique('Deleted note'), content: 'A rope.', published: false })
    const add = (text: string) => call(site, staff, `/blogs/${post.id}/notes`, { text })
    const notes = [await add('Which rope?'), await add('Which mast?')]
    const thread = (text: string) => panel(page).getByRole('listitem').filter({ hasText: text })
    const reply = panel(page).getByRole('textbox', { name: /^Reply to/ })
    const change = panel(page).getByRole('textbox', { name: 'Change note' })
    await openEditor(page, post.id)
    await notesButton(page, 2).click()
    await thread('Which rope?')
      .getByRole('button', { name: /^Reply/ })
      .click()
    await reply.fill('The first one.')
    await thread('Which mast?').getByRole('button', { name: /^Edit/ }).click()
    await change.fill('Which mast is it?')
    const headers = { authorization: `Bearer ${staff.token}` }
    for (const { id } of notes) await fetch(`${site.url}/api/notes/${id}`, { method: 'DELETE', headers })

    await panel(page).getByRole('button', { name: 'Send reply' }).click()
    await expect(panel(page).getByRole('alert')).toHaveText('There is no such note.')
    await panel(page).getByRole('button', { name: 'Save note' }).click()
    await expect(panel(page).getByRole('alert')).toHaveCount(2)
    await expect(reply).toHaveValue('The first one.')
    await expect(change).toHaveValue('Which mast is it?')

    await page.reload()
    const orphans = panel(page).getByRole('group', { name: 'Your text' })
    await expect(orphans).toHaveCount(2)
    const saved = orphans.filter({ hasText: 'The first one.' })
    await saved.getByRole('button', { name: 'Save as new note' }).click()
    await expect(panel(page).getByRole('status')).toHaveText('Note added.')
    await expect(thread('The first one.')).toBeVisible()
    await expect(orphans.getByRole('textbox')).toHaveValue('Which mast is it?')
    await orphans.getByRole('button', { name: 'Discard' }).click()
    await expect(orphans).toHaveCount(0)
    await expect(panel(page).getByRole('button', { name: 'Add a note' })).toBeFocused()
    await page.reload()
    await expect(notesButton(page, 1)).toBeVisible()
    await expect(panel(page)).toBeHidden()
  },
)

test(
  'the notification of a mention opens the notes',
  { tag: '@once' },
  async ({ page, site, staff, token }) => {
    const person = await createUser(site.url, token, 'editor')
    const post = await staff.create({ title: unique('Mentioned'), content: 'A rope.', published: false })
    const anchor = { quote: 'A rope', before: '', after: '.' }
    await call(site, person, `/blogs/${post.id}/notes`, { text: 'Which one, @Editorial team?', ...anchor })
    await openHydrated(page, `/admin/blogs/edit/${post.id}`)
    await expect(notesButton(page, 1)).toBeVisible()
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('link', { name: 'All notifications' }).click()
    await expect(page).toHaveURL('/admin/notifications')
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(post.title) })
      .click()
    await expect(page).toHaveURL(`/admin/blogs/edit/${post.id}#notes`)
    await expect(panel(page).getByText('Which one, @Editorial team?', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeHidden()
    await panel(page).getByRole('button', { name: 'Add a note' }).click()
    const text = panel(page).getByRole('textbox', { name: 'New note' })
    await text.fill('Please ask @edi')
    await panel(page).getByLabel('Person to mention').selectOption(`@${person.name}`)
    await panel(page).getByRole('button', { name: 'Mention' }).click()
    await expect(text).toHaveValue(`Please ask @${person.name} `)
    await panel(page).getByRole('button', { name: 'Cancel' }).click()
    await notesButton(page, 1).click()
    await expect(panel(page)).toBeHidden()
    await expect(page).toHaveURL(`/admin/blogs/edit/${post.id}`)
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page
      .getByRole('dialog', { name: 'Notifications' })
      .getByRole('link', { name: new RegExp(post.title) })
      .click()
    await expect(panel(page)).toBeVisible()
    await person.remove()
  },
)

test('no public page, feed or call contains a note', { tag: '@once' }, async ({ request, site, staff }) => {
  const [words, answer] = [unique('secretnote'), unique('secretreply')]
  const post = await staff.create({ title: unique('Public'), tags: ['Rope'] })
  const { id } = await call(site, staff, `/blogs/${post.id}/notes`, { text: words, quote: 'halyards' })
  await call(site, staff, `/notes/${id}/replies`, { text: answer })
  const pages = [`/blog/${post.slug}`, `/blog/${post.slug}.md`, '/blog', `/blog?search=${post.slug}`, '/']
  const feeds = ['/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/llms.txt']
  const calls = ['', `/${post.id}`, `/${post.slug}`, `/${post.slug}/related`].map(
    (path) => `/api/blogs${path}`,
  )
  for (const path of [...pages, ...feeds, ...calls]) {
    const response = await request.get(path)
    const body = await response.text()
    expect([path, response.status(), body.includes(words), body.includes(answer)]).toEqual([
      path,
      200,
      false,
      false,
    ])
  }
  expect(await (await request.get(`/blog/${post.slug}`)).text()).toContain(post.title)
})

test('notes are accessible for staff and guests', { tag: '@once' }, async ({ page, site, staff }) => {
  const post = await staff.create({ title: unique('Readable notes'), content: 'A rope.', published: false })
  const add = (text: string, quote: string) =>
    call(site, staff, `/blogs/${post.id}/notes`, { text, quote, before: 'x' })
  await add('On the rope', 'A rope')
  await add('On nothing', 'A sail that is not there any more')
  await add('On all of it', '')
  const link = await share(site, staff, post.id)
  await openEditor(page, post.id)
  await notesButton(page, 3).click()
  await expect(panel(page).getByRole('heading', { name: 'Notes' })).toBeInViewport()
  await panel(page).getByRole('button', { name: 'Add a note' }).click()
  await expect(panel(page).getByRole('textbox', { name: 'New note' })).toBeFocused()
  await expectAccessibleInBoth(page, 'the panel')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Notes', exact: true })).toBeVisible()
  await expectAccessibleInBoth(page, 'the preview')
})
