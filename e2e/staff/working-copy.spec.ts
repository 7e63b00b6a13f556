import type { Page } from '@playwright/test'
import {
  button,
  changesSaved,
  content,
  form,
  keptOffline,
  open,
  title,
  write,
} from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { createUser } from '../support/people.ts'
import { chooseEditor, signIn } from '../support/session.ts'
import type { Staff } from '../support/staff-client.ts'
import { test } from '../support/staff-fixtures.ts'
import { holdToast, toast, undoButton } from '../support/staff-page.ts'

const publicText = async (page: Page, slug: string) => (await page.request.get(`/blog/${slug}`)).text()

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('halyard:draft:')))

async function unpublished(
  url: string,
  staff: Staff,
  id: string,
  field: 'content' | 'slug' = 'content',
): Promise<string | null> {
  const headers = { authorization: `Bearer ${staff.token}` }
  const response = await fetch(`${url}/api/blogs/${id}/working-copy`, { headers })
  return response.ok ? (await response.json()).data[field] : null
}

test('changes of a live post are autosaved, and public after they are published', async ({
  page,
  site,
  staff,
}) => {
  const post = await staff.create({ title: unique('Live'), tags: ['Rope'] })
  await open(page, post.id)
  await write(page, 'Written in the working copy.')
  await title(page).fill(`${post.title}, changed`)
  await form(page).getByLabel('URL').fill(`${post.slug}-new`)
  await expect.poll(() => unpublished(site.url, staff, post.id, 'slug')).toBe(`${post.slug}-new`)
  await changesSaved(page)
  const before = await publicText(page, post.slug)
  expect(before).toContain('A paragraph about halyards.')
  expect(before).not.toContain(', changed')
  expect((await page.request.get(`/blog/${post.slug}-new`)).status()).toBe(404)

  await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
  await expect(page).toHaveURL(/\/admin\/blogs$/)
  const row = page.getByRole('row').filter({ hasText: post.title })
  await expect(row).toContainText('changes not published')
  await page.goto(`/admin/blogs/preview/${post.id}`)
  await expect(page.getByRole('note')).toContainText('Preview of unpublished changes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${post.title}, changed`)

  await open(page, post.id)
  await expect(content(page)).toHaveText('Written in the working copy.')
  await button(page, 'Publish changes').click()
  await expect(page).toHaveURL(/\/admin\/blogs$/)
  await expect(row).not.toContainText('changes not published')
  const after = await publicText(page, `${post.slug}-new`)
  expect(after).toContain('Written in the working copy.')
  expect(after).toContain(`${post.title}, changed`)
})

test(
  'the first change moves neither the buttons nor the fields, and its state stays readable beside the buttons',
  { tag: '@once' },
  async ({ page, staff }) => {
    const post = await staff.create({ title: unique('Steady') })
    const tops = () =>
      Promise.all(
        [button(page, 'Publish changes'), title(page)].map(async (part) => (await part.boundingBox())?.y),
      )
    await open(page, post.id)
    for (const width of [600, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const before = await tops()
      await title(page).fill(`${post.title} at ${width}`)
      await expect(button(page, 'Discard changes')).toBeVisible()
      expect(await tops(), `at ${width} px`).toEqual(before)
      await changesSaved(page)
      expect(await tops(), `at ${width} px, saved`).toEqual(before)
      if (width === 1280)
        for (const wide of [768, 900, 1024, 1440, 1280]) {
          await page.setViewportSize({ width: wide, height: 800 })
          const state = await page.locator('.editor-state').boundingBox()
          expect(state?.height, `${wide} px`).toBeLessThan(45)
        }
      await button(page, 'Discard changes').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
      await expect(title(page)).toHaveValue(post.title)
      await expect(button(page, 'Discard changes')).toHaveCount(0)
    }
  },
)

test(
  'Back shows the changes that were saved in place, and publishing works after another tab saved the same text',
  { tag: '@once' },
  async ({ page, site, staff, allowed }) => {
    allowed.push(networkError(412))
    const post = await staff.create({ title: unique('Twice') })
    await open(page, post.id)
    await write(page, 'Saved in two tabs.')
    await changesSaved(page)
    await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
    await expect(page).toHaveURL(/\/admin\/blogs$/)
    await page.goBack()
    await expect(content(page)).toHaveText('Saved in two tabs.')
    await expect(button(page, 'Discard changes')).toBeVisible()
    const body = new FormData()
    body.set('content', 'Saved in two tabs.')
    body.set('automatic', 'false')
    const headers = { authorization: `Bearer ${staff.token}` }
    const url = `${site.url}/api/blogs/${post.id}/working-copy`
    expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200)
    await button(page, 'Publish changes').click()
    await expect(page).toHaveURL(/\/admin\/blogs$/)
    expect(await publicText(page, post.slug)).toContain('Saved in two tabs.')
    expect(await unpublished(site.url, staff, post.id)).toBeNull()
  },
)

test(
  'text typed before a tab was closed is restored, and can be discarded with Undo',
  { tag: '@once' },
  async ({ page, context, site, staff }) => {
    const post = await staff.create({ title: unique('Closed') })
    const closed = await context.newPage()
    await open(closed, post.id)
    await title(closed).fill(`${post.title}, changed`)
    await write(closed, 'Typed and closed at once')
    await closed.close({ runBeforeUnload: true })
    await expect.poll(() => unpublished(site.url, staff, post.id)).toBe('Typed and closed at once')

    await open(page, post.id)
    await expect(content(page)).toHaveText('Typed and closed at once')
    await expect.poll(() => drafts(page)).toEqual([])
    await button(page, 'Discard changes').click()
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(content(page)).toHaveText('Typed and closed at once')
    await button(page, 'Discard changes').click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await holdToast(page, 'Changes discarded.')
    await expect(content(page)).toHaveText('A paragraph about halyards.')
    await expect(title(page)).toHaveValue(post.title)
    await expect(button(page, 'Discard changes')).toHaveCount(0)
    expect(await unpublished(site.url, staff, post.id)).toBeNull()

    await undoButton(page, 'Changes discarded.').click()
    await expect(toast(page, 'The changes are back. Visitors do not see them yet.')).toBeVisible()
    const expectRestored = async () => {
      await expect(content(page)).toHaveText('Typed and closed at once')
      await expect(title(page)).toHaveValue(`${post.title}, changed`)
    }
    await expectRestored()
    await page.reload()
    await expectRestored()
    expect(await publicText(page, post.slug)).toContain('A paragraph about halyards.')

    await write(page, 'Typed and left at once')
    await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
    await expect(page).toHaveURL(/\/admin\/blogs$/)
    await expect.poll(() => unpublished(site.url, staff, post.id)).toBe('Typed and left at once')
    await expect.poll(() => drafts(page)).toEqual([])
  },
)

test(
  'changes in two tabs and in the live post are compared before one is overwritten',
  { tag: '@once' },
  async ({ page, context, site, staff, allowed }) => {
    allowed.push(networkError(412))
    const post = await staff.create({ title: unique('Two tabs') })
    const other = await context.newPage()
    await open(page, post.id)
    await open(other, post.id)
    await write(other, 'Of the other tab')
    await changesSaved(other)
    await write(page, 'Of this tab')
    await button(page, 'Save').click()
    const dialog = page.getByRole('dialog', { name: 'This post was edited in another tab or browser' })
    await dialog.getByRole('button', { name: 'Compare' }).click()
    await expect(dialog.locator('.diff-theirs')).toHaveText(/Of the other tab$/)
    expect(await unpublished(site.url, staff, post.id)).toBe('Of the other tab')
    await dialog.getByRole('button', { name: 'Overwrite' }).click()
    await changesSaved(page)
    expect(await unpublished(site.url, staff, post.id)).toBe('Of this tab')

    await staff.update(post.id, { content: 'By another client' })
    await button(page, 'Publish changes').click()
    await dialog.getByRole('button', { name: 'Compare' }).click()
    await expect(dialog.locator('.diff-theirs')).toHaveText(/By another client$/)
    expect(await publicText(page, post.slug)).toContain('By another client')
    await dialog.getByRole('button', { name: 'Use their version' }).click()
    await expect(content(page)).toHaveText('By another client')
    expect(await unpublished(site.url, staff, post.id)).toBeNull()
  },
)

test(
  'changes made offline are saved with the connection, and text typed after a publication was lost is published too',
  { tag: '@once' },
  async ({ page, context, site, staff, allowed }) => {
    allowed.push(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/, networkError(412))
    const post = await staff.create({ title: unique('Lost publication') })
    const publishing = '**/working-copy/publish'
    await page.route(publishing, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await open(page, post.id)
    await context.setOffline(true)
    await write(page, 'First')
    await keptOffline(page)
    expect(await unpublished(site.url, staff, post.id)).toBeNull()
    await context.setOffline(false)
    // Without it, both versions would have changed since the last save, and a dialog would compare them.
    await changesSaved(page)
    expect(await unpublished(site.url, staff, post.id)).toBe('First')
    await button(page, 'Publish changes').click()
    await expect(toast(page, 'Failed to save blog post. Please try again.')).toBeVisible()
    expect(await publicText(page, post.slug)).toContain('First')
    await page.unroute(publishing)
    await write(page, 'Second')
    await button(page, 'Publish changes').click()
    await expect(toast(page, 'Blog post updated successfully!')).toBeVisible()
    expect(await publicText(page, post.slug)).toContain('Second')
  },
)

test(
  'a change of author that is not published leaves the post to its author',
  { tag: '@once' },
  async ({ page, context, site, token, staff, allowed }) => {
    const [author, next] = [
      await createUser(site.url, token, 'author'),
      await createUser(site.url, token, 'author'),
    ]
    const post = await staff.create({ title: unique('Passed on later'), author: author.author })
    await staff.autosave(post.id, { author: next.author, content: 'For the next author.' })
    await signIn(context, site, false, author)
    await chooseEditor(context, 'markdown')
    await page.goto(`/admin/blogs/preview/${post.id}`)
    await page.getByRole('note').getByRole('link', { name: 'Edit' }).click()
    await expect(content(page)).toHaveText('For the next author.')
    await write(page, 'Still mine.')
    await expect.poll(() => unpublished(site.url, staff, post.id)).toBe('Still mine.')
    const reason = 'These changes name another author. An editor or owner has to publish them.'
    for (const name of ['Publish changes', 'Unpublish']) {
      await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true')
      await expect(button(page, name)).toHaveAccessibleDescription(new RegExp(reason))
    }
    await button(page, 'Unpublish').click({ force: true })
    await expect(toast(page, reason)).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await button(page, 'Discard changes').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
    await expect(content(page)).toHaveText('A paragraph about halyards.')
    await write(page, 'Mine again.')
    await expect(button(page, 'Publish changes')).not.toHaveAttribute('aria-disabled')
    await button(page, 'Publish changes').click()
    await expect(toast(page, 'Blog post updated successfully!')).toBeVisible()
    await staff.autosave(post.id, { author: next.author, content: 'For the next author.' })

    // Requests of a page that was loaded for the author would be rejected.
    await page.goto('about:blank')
    await signIn(context, site, false, next)
    allowed.push(networkError(403))
    expect((await page.goto(`/admin/blogs/edit/${post.id}`))?.status()).toBe(403)
    await expect(page.getByText(`is by ${author.name}`)).toBeVisible()
    await page.close()
    await staff.delete(post.id)
    for (const person of [author, next]) await person.remove()
  },
)
