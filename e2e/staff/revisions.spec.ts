import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../support/accessibility.ts'
import {
  button,
  content,
  form,
  changesSaved,
  kept,
  offer,
  open as openEditor,
  title,
  write,
} from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { test as minimalTest } from '../support/minimal-upstream-fixtures.ts'
import { createUser } from '../support/people.ts'
import { signIn } from '../support/session.ts'
import { test } from '../support/staff-fixtures.ts'
import { dialog, openHydrated as open } from '../support/staff-page.ts'

const historyOf = ({ id }: { id: string }) => `/admin/blogs/${id}/revisions`
const list = (page: Page) => page.getByRole('list', { name: 'Revisions' })
const comparison = (page: Page) => page.getByRole('region', { name: 'Comparison' })
const head = (page: Page, number: number) =>
  comparison(page).getByRole('region', { name: `Revision ${number}`, exact: true })
const part = (page: Page, name: string) => comparison(page).getByRole('region', { name, exact: true })
const removed = (page: Page, name: string) => part(page, name).locator('del')
const added = (page: Page, name: string) => part(page, name).locator('ins')

const editedText =
  'This post was edited by someone else. Restore again to replace that version, which stays in the history.'

const first = 'Signals are raised on a rope.\n\nThe rope is called a halyard.\n\nA last paragraph.'
const second = 'Signals are raised on a wire.\n\nThe rope is called a halyard.\n\nA last paragraph.'

test('two edits are compared, and the first text is restored for editors and visitors', async ({
  page,
  site,
  staff,
}) => {
  const post = await staff.create({ title: unique('Rigging'), content: first, tags: ['Rope'] })
  await openEditor(page, post.id)
  await write(page, second)
  await changesSaved(page)
  await button(page, 'Publish changes').click()
  await expect(page).toHaveURL('/admin/blogs')
  await staff.update(post.id, { excerpt: 'About wires.', tags: ['Wire'] })

  await openEditor(page, post.id)
  await form(page).getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(historyOf(post))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`History of “${post.title}”`)
  await expect(list(page).getByRole('listitem')).toHaveCount(3)
  await expect(head(page, 3)).toContainText('the current version')
  await expect(added(page, 'Excerpt')).toContainText('About wires.')
  await expect(removed(page, 'Tags')).toContainText('Rope')
  await expect(added(page, 'Tags')).toContainText('Wire')
  await expect(part(page, 'Text')).toHaveCount(0)

  await list(page).getByRole('button', { name: 'Compare with revision 1' }).press('Enter')
  await expect(page).toHaveURL(`${historyOf(post)}?from=1&to=3`)
  await expect(removed(page, 'Text')).toContainText('rope')
  await expect(added(page, 'Text')).toContainText('wire')
  await expect(part(page, 'Text')).toContainText('The rope is called a halyard.')
  await page.getByRole('button', { name: 'Side by side' }).click()
  await expect(page).toHaveURL(`${historyOf(post)}?from=1&to=3&view=side`)
  await expect(removed(page, 'Text')).toContainText('rope')
  await page.reload()
  await expect(head(page, 1)).toBeVisible()
  await expect(added(page, 'Text')).toContainText('wire')

  await head(page, 1).getByRole('button', { name: 'Name revision 1' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('With ropes')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(head(page, 1).getByRole('heading')).toContainText('With ropes')
  await expect(list(page)).toContainText('With ropes')

  const restore = head(page, 1).getByRole('button', { name: 'Restore revision 1' })
  await restore.click()
  await expect(dialog(page)).toContainText('visitors see the restored version at once')
  await expect(dialog(page)).toContainText('stays in the history as revision 3')
  await page.keyboard.press('Escape')
  await expect(restore).toBeFocused()
  await restore.press('Enter')
  await dialog(page).getByRole('button', { name: 'Restore' }).click()
  await expect(list(page).getByRole('listitem')).toHaveCount(4)
  await expect(list(page)).toContainText('Restored from 1')
  await expect(head(page, 4)).toContainText('the current version')

  await page.getByRole('link', { name: 'Back to the editor' }).click()
  await expect(content(page)).toContainText('raised on a rope')
  const html = await (await fetch(`${site.url}/blog/${post.slug}`)).text()
  expect(html).toContain('Signals are raised on a rope.')
  expect(html).not.toContain('wire')
})

test(
  'a revision that equals the current version is not restored, nor one over a version that someone saved meanwhile',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(networkError(412))
    const post = await staff.create({ title: unique('Back again'), content: first })
    await staff.update(post.id, { content: second })
    await staff.update(post.id, { content: first })
    await open(page, `${historyOf(post)}?from=1&to=2`)
    await expect(head(page, 1)).toContainText('the same as the current version')
    await expect(head(page, 1).getByRole('button', { name: 'Restore revision 1' })).toHaveCount(0)
    await head(page, 2).getByRole('button', { name: 'Restore revision 2' }).click()
    await expect(dialog(page)).toContainText('stays in the history as revision 3')
    await staff.update(post.id, { content: 'Saved meanwhile' })
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(editedText)
    await expect(dialog(page)).toContainText('stays in the history as revision 4')
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await expect(list(page)).toContainText('Restored from 2')
    await expect(list(page).getByRole('listitem')).toHaveCount(5)
  },
)

test(
  'a restore names who is editing, and happens once when its response is lost',
  { tag: '@once' },
  async ({ page, site, staff, allowed }) => {
    allowed.push(/ERR_FAILED/)
    const post = await staff.create({ title: unique('Restored once'), content: first })
    await staff.update(post.id, { content: second })
    const editor = await createUser(site.url, staff.token, 'editor')
    const presence = await fetch(`${site.url}/api/blogs/${post.id}/presence`, {
      method: 'POST',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tab: crypto.randomUUID(), state: 'editing' }),
    })
    expect(presence.status).toBe(200)
    await page.route(
      '**/restore',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await open(page, `${historyOf(post)}?from=1&to=2`)
    await head(page, 1).getByRole('button', { name: 'Restore revision 1' }).click()
    await expect(dialog(page)).toContainText(`${editor.name} is editing this post.`)

    const restore = dialog(page).getByRole('button', { name: 'Restore', exact: true })
    await restore.click()
    await expect(dialog(page).getByRole('alert')).toHaveText('The server did not respond. Please try again.')
    await restore.click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(list(page).getByRole('listitem')).toHaveCount(3)
    await editor.remove()
  },
)

test(
  'the list of revisions is one step away from a long comparison on a phone',
  { tag: '@once' },
  async ({ page, staff }) => {
    const post = await staff.create({ title: unique('Long'), content: 'A rope.' })
    for (let save = 1; save <= 8; save++) await staff.update(post.id, { content: `Save ${save}.` })
    const lines = Array.from({ length: 80 }, (_, i) => `Line ${i} of a long text about ropes.`)
    await staff.update(post.id, { content: lines.join('\n\n') })
    await page.setViewportSize({ width: 375, height: 700 })
    await open(page, historyOf(post))
    await expect(head(page, 10)).toBeVisible()
    await expect(list(page)).not.toBeInViewport()
    await page.getByRole('button', { name: 'Choose revisions' }).press('Enter')
    await expect(list(page).getByRole('link').first()).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
    await expect(list(page).getByRole('link').first()).toBeFocused()
  },
)

test(
  'saves of a live post are in the history, and one is restored before anything is published',
  { tag: '@once' },
  async ({ page, staff }) => {
    const post = await staff.create({ title: unique('In progress'), content: first })
    const visitorsSee = async () => (await page.request.get(`/blog/${post.slug}`)).text()
    await openEditor(page, post.id)
    await write(page, second)
    await changesSaved(page)
    // Another tab does not continue the automatic revision, whether it saves by itself or on request first.
    await openEditor(page, post.id)
    await expect(content(page)).toContainText('raised on a wire')
    await write(page, second.replace('wire', 'chain'))
    await page.keyboard.press('ControlOrMeta+s')
    const newest = async () =>
      (await (await page.request.get(`/api/blogs/${post.id}/revisions?limit=1`)).json()).data[0]
    await expect.poll(newest).toMatchObject({ number: 3, workingCopy: true, automatic: false })

    await open(page, historyOf(post))
    const rows = list(page).getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(0)).toContainText('Changes not published')
    await expect(rows.nth(0)).not.toContainText('Saved automatically')
    await expect(rows.nth(1)).toContainText('Changes not published · Saved automatically')
    await expect(head(page, 1)).toContainText('the current version')
    await rows.nth(0).getByRole('link').click()
    await expect(head(page, 3)).toContainText('Changes not published')
    await expect(removed(page, 'Text')).toContainText('wire')
    await expect(added(page, 'Text')).toContainText('chain')

    const restore = head(page, 2).getByRole('button', { name: 'Restore revision 2' })
    await restore.click()
    await expect(dialog(page)).toContainText('Nothing is published')
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await expect(rows).toHaveCount(4)
    await expect(rows.nth(0)).toContainText('Restored from 2 · Changes not published')
    await page.getByRole('checkbox', { name: 'Hide automatic saves' }).click()
    await expect(rows).toHaveCount(3)
    expect(await visitorsSee()).toContain('Signals are raised on a rope.')
    expect(await visitorsSee()).not.toContain('wire')

    await openEditor(page, post.id)
    await expect(content(page)).toContainText('raised on a wire')
    await button(page, 'Publish changes').click()
    await expect(page).toHaveURL('/admin/blogs')
    expect(await visitorsSee()).toContain('Signals are raised on a wire.')
    await open(page, historyOf(post))
    await expect(head(page, 5)).toContainText('the current version')
    await expect(rows.nth(0)).toContainText('Changes published')
  },
)

test(
  'unsaved text stays in the browser while an earlier version is restored',
  { tag: '@once' },
  async ({ page, staff }) => {
    const post = await staff.create({ title: unique('Unsaved'), content: first, published: false })
    await staff.update(post.id, { content: second })
    await openEditor(page, post.id)
    await write(page, 'Text that was not saved')
    await kept(page)
    await form(page).getByRole('link', { name: 'History' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await expect(removed(page, 'Text')).toContainText('rope')
    await head(page, 1).getByRole('button', { name: 'Restore revision 1' }).click()
    await expect(dialog(page)).toContainText('The post stays a draft.')
    await expect(dialog(page)).toContainText('Your unsaved changes stay in this browser.')
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await expect(head(page, 3)).toContainText('the current version')
    await page.getByRole('link', { name: 'Back to the editor' }).click()
    await expect(content(page)).toContainText('raised on a rope')
    await offer(page)
      .getByRole('button', { name: /^Restore/ })
      .click()
    await expect(content(page)).toContainText('Text that was not saved')
  },
)

test(
  'restoring a draft that someone scheduled or published meanwhile says when visitors see it',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(networkError(412))
    const post = await staff.create({ title: unique('Published'), content: first, published: false })
    await staff.update(post.id, { content: second })
    await open(page, historyOf(post))
    await head(page, 1).getByRole('button', { name: 'Restore revision 1' }).click()
    await expect(dialog(page)).toContainText('The post stays a draft.')
    await staff.schedule(post.id, { publishAt: '2099-05-06T12:00:00.000Z' })
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(editedText)
    await expect(dialog(page)).toContainText(
      'The post stays scheduled for May 6, 2099 at 8:00 AM EDT, with the restored text.',
    )
    await expect(dialog(page)).not.toContainText('stays a draft')
    await staff.update(post.id, { published: true })
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await expect(dialog(page)).toContainText('visitors see the restored version at once')
    await expect(dialog(page)).not.toContainText('stays scheduled')
    await expect(dialog(page).getByRole('alert')).toHaveText(editedText)
  },
)

test(
  'a restore that ends after its page was left does not change the URL',
  { tag: '@once' },
  async ({ page, staff }) => {
    const post = await staff.create({ title: unique('Left'), content: first })
    await staff.update(post.id, { content: second })
    const release = await holdRequests(page, '**/restore')
    await openEditor(page, post.id)
    await form(page).getByRole('link', { name: 'History' }).click()
    await head(page, 2).waitFor()
    await list(page).getByRole('link', { name: 'Revision 1' }).click()
    await head(page, 1).getByRole('button', { name: 'Restore revision 1' }).click()
    const sent = page.waitForRequest(/\/restore$/)
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await sent
    await page.evaluate(() => history.go(-2))
    await expect(title(page)).toBeVisible()
    const counted = page.waitForResponse((response) => response.url().endsWith('/api/stats'))
    release()
    await counted
    await expect(page).toHaveURL(`/admin/blogs/edit/${post.id}`)
  },
)

test(
  'authors see the history of their own posts only',
  { tag: '@once' },
  async ({ page, context, site, staff, token, allowed }) => {
    allowed.push(networkError(403))
    const author = await createUser(site.url, token, 'author')
    const post = await staff.create({ title: unique('Not theirs') })
    await context.clearCookies()
    await signIn(context, site, false, author)
    await open(page, historyOf(post))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'You can only see the history of your own posts',
    )
    await expect(list(page)).toHaveCount(0)
    await page.close()
    await author.remove()
  },
)

test(
  'the history of a post that was deleted elsewhere leads back to the list',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(networkError(404))
    const post = await staff.create({ title: unique('Deleted elsewhere'), content: first })
    for (const excerpt of ['Two', 'Three']) await staff.update(post.id, { excerpt })
    await open(page, `${historyOf(post)}?automatic=false`)
    const other = await page.context().newPage()
    await open(other, historyOf(post))
    await head(other, 3).waitFor()
    await staff.delete(post.id)
    await page.getByRole('checkbox', { name: 'Hide automatic saves' }).click()
    await list(other).getByRole('link', { name: 'Revision 1' }).click()
    for (const view of [page, other]) {
      await expect(view.getByRole('alert').filter({ hasText: 'This post no longer exists.' })).toBeVisible()
      await expect(view.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    }
    await page.getByRole('link', { name: 'Back to Blogs' }).click()
    await expect(page).toHaveURL('/admin/blogs')
  },
)

minimalTest(
  '@once an upstream without revisions has no history',
  async ({ page, context, front, plain, allowed }) => {
    allowed.push(networkError(404))
    plain.posts.push({
      ...{ id: 7, slug: 'plain', title: 'Plain', published: true, tags: [], content: 'Text' },
      ...{ createdAt: '2024-03-05T12:00:00.000Z', author: { name: 'Plain Editor' } },
    })
    await signIn(context, front)
    await page.goto(`${front.url}/admin/blogs/edit/7`)
    await expect(title(page)).toHaveValue('Plain')
    await expect(form(page).getByRole('link', { name: 'Preview page' })).toBeVisible()
    await expect(form(page).getByRole('link', { name: 'History' })).toHaveCount(0)
    await page.goto(`${front.url}/admin/blogs/7/revisions`)
    await expect(title(page)).toHaveValue('Plain')
    await expect(page).toHaveURL(`${front.url}/admin/blogs/edit/7`)
  },
)

test('the history is accessible', { tag: '@once' }, async ({ page, staff }) => {
  const post = await staff.create({ title: unique('Looked at'), content: first, tags: ['Rope'] })
  await staff.update(post.id, { content: second, tags: ['Wire'], excerpt: 'On wires' })
  await staff.autosave(post.id, { content: 'Not published' })
  await open(page, historyOf(post))
  await expect(list(page)).toContainText('Saved automatically')
  await expect(removed(page, 'Text').first()).toBeVisible()
  await expectAccessibleInBoth(page, 'inline')
  await page.getByRole('button', { name: 'Side by side' }).click()
  await expect(page).toHaveURL(/view=side/)
  await expect(removed(page, 'Text').first()).toBeVisible()
  await expectAccessibleInBoth(page, 'side by side')
  await head(page, 1).getByRole('button', { name: 'Restore revision 1' }).click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessibleInBoth(page, 'dialog')
})
