import type { Page, Request } from '@playwright/test'
import { expectAccessibleInBoth } from '../support/accessibility.ts'
import { title } from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { holdRequests, loseResponse } from '../support/hold-requests.ts'
import { createUser } from '../support/people.ts'
import { box, rows, write } from '../support/posts-page.ts'
import { signIn } from '../support/session.ts'
import { test } from '../support/staff-fixtures.ts'
import { openHydrated as open, holdToast, toast, undoButton } from '../support/staff-page.ts'

const nothing = (page: Page) => page.getByRole('heading', { name: 'No blog posts found' })

async function undo(page: Page, text: string, method: string) {
  const done = page.waitForResponse((response) => response.request().method() === method && response.ok())
  await undoButton(page, text).click()
  await done
}

async function confirm(page: Page, question: string, label: string) {
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(question)
  await dialog.getByRole('button', { name: label }).click()
}

test(
  'a deleted post is restored with Undo, even after the list has changed',
  { tag: '@once' },
  async ({ page, staff, request }) => {
    const { word, posts } = await write(staff, 1)
    const path = `/blog/${posts[0]?.slug}`
    expect((await request.get(path)).status()).toBe(200)
    await open(page, `/admin/blogs?search=${word}`)
    await page.getByRole('button', { name: `Delete ${word} 1` }).click()
    await confirm(page, 'Are you sure you want to delete this blog post?', 'Delete')
    await holdToast(page, 'Blog post deleted successfully!')
    expect((await request.get(path)).status()).toBe(404)
    await page.getByRole('link', { name: 'Dashboard' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/dashboard')
    await undo(page, 'Blog post deleted successfully!', 'POST')
    await expect.poll(async () => (await request.get(path)).status()).toBe(200)
    await open(page, `/admin/blogs?search=${word}`)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('published')
  },
)

test(
  'an undo that failed can be tried again',
  { tag: '@once' },
  async ({ page, staff, request, allowed }) => {
    allowed.push(networkError(500), /^response: 500/)
    const { word, posts } = await write(staff, 1)
    await open(page, `/admin/blogs?search=${word}`)
    await page.getByRole('button', { name: `Archive ${word} 1` }).click()
    await page.route(
      '**/api/blogs/*/restore',
      (route) => route.fulfill({ status: 500, json: { error: 'No.' } }),
      {
        times: 1,
      },
    )
    const archived = 'Blog post archived successfully!'
    await holdToast(page, archived)
    await undoButton(page, archived).click()
    const failed = 'Failed to undo the change of 1 blog post. Please try again.'
    await holdToast(page, failed)
    await undo(page, failed, 'POST')
    await expect(toast(page, 'The change was undone.')).toBeVisible()
    expect((await request.get(`/blog/${posts[0]?.slug}`)).status()).toBe(200)
  },
)

test(
  'an undo whose response was lost can be repeated',
  { tag: '@once' },
  async ({ page, staff, request, allowed }) => {
    allowed.push(networkError(412), /ERR_FAILED/)
    const { word, posts } = await write(staff, 1)
    await open(page, `/admin/blogs?search=${word}`)
    const failed = 'Failed to undo the change of 1 blog post. Please try again.'
    const repeat = async (text: string) => {
      await holdToast(page, text)
      await undoButton(page, text).click()
      await holdToast(page, failed)
      await undoButton(page, failed).click()
      await expect(toast(page, 'The change was undone.')).toBeVisible()
      expect((await request.get(`/blog/${posts[0]?.slug}`)).status()).toBe(200)
      await page.reload()
    }
    await page.getByRole('button', { name: `Archive ${word} 1` }).click()
    await loseResponse(page, 'POST', '**/api/blogs/*/restore')
    await repeat('Blog post archived successfully!')
    await box(page, `${word} 1`).check()
    await page.getByRole('button', { name: 'Draft', exact: true }).click()
    await expect(rows(page)).toContainText('draft')
    await loseResponse(page, 'PUT', '**/api/blogs/*')
    await repeat('1 blog post saved as draft successfully!')
  },
)

test(
  'a change whose response was lost can be undone',
  { tag: '@once' },
  async ({ page, staff, request, allowed }) => {
    allowed.push(/ERR_FAILED/)
    const { word, posts } = await write(staff, 3)
    await loseResponse(page, 'POST', '**/api/blogs/*/archive')
    await loseResponse(page, 'DELETE', '**/api/blogs/*')
    await loseResponse(page, 'PUT', '**/api/blogs/*')
    await open(page, `/admin/blogs?search=${word}`)
    const path = (index: number) => `/blog/${posts[index]?.slug}`
    const undoOne = async (index: number, text: string) => {
      await holdToast(page, text)
      expect((await request.get(path(index))).status()).toBeGreaterThanOrEqual(400)
      await undoButton(page, text).click()
      await expect(toast(page, 'The change was undone.')).toBeVisible()
      expect((await request.get(path(index))).status()).toBe(200)
      await page.reload()
    }
    await page.getByRole('button', { name: `Archive ${word} 1` }).click()
    await undoOne(0, 'Blog post archived successfully!')
    await page.getByRole('button', { name: `Delete ${word} 2` }).click()
    await confirm(page, 'Are you sure you want to delete this blog post?', 'Delete')
    await undoOne(1, 'Blog post deleted successfully!')
    await box(page, `${word} 3`).check()
    await page.getByRole('button', { name: 'Draft', exact: true }).click()
    await undoOne(2, '1 blog post saved as draft successfully!')
  },
)

test(
  'a post is archived once, even if an automatic save has to end before',
  { tag: '@once' },
  async ({ page, staff, request }) => {
    const { word, posts } = await write(staff, 1)
    const isSave = (sent: Request) => sent.method() === 'PUT'
    const release = await holdRequests(page, '**/working-copy', { matches: isSave })
    await open(page, `/admin/blogs/edit/${posts[0]?.id}`)
    const saving = page.waitForRequest(isSave)
    await title(page).fill(`${word} one`)
    await saving
    const archive = page.getByRole('button', { name: 'Archive post' })
    await archive.dblclick()
    await expect(archive).toBeDisabled()
    release()
    await expect(page).toHaveURL('/admin/blogs')
    await expect(toast(page, 'Blog post archived successfully!')).toBeVisible()
    expect((await request.get(`/blog/${posts[0]?.slug}`)).status()).toBe(410)
  },
)

test(
  'the editor archives and deletes a post, and both can be undone',
  { tag: '@once' },
  async ({ page, staff, request }) => {
    const { word, posts } = await write(staff, 1)
    const post = posts[0]
    const status = async () => (await request.get(`/blog/${post?.slug}`)).status()
    const editPath = `/admin/blogs/edit/${post?.id}`
    await open(page, editPath)
    await expect(title(page)).toHaveValue(`${word} 1`)
    await page.getByRole('button', { name: 'Archive post' }).click()
    await expect(page).toHaveURL('/admin/blogs')
    expect(await status()).toBe(410)

    await open(page, editPath)
    await expect(page.getByRole('heading', { name: `“${word} 1” is archived` })).toBeVisible()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(title(page)).toHaveValue(`${word} 1`)
    expect(await status()).toBe(200)
    await page.getByRole('button', { name: 'Delete post' }).click()
    await confirm(page, 'Are you sure you want to delete this blog post?', 'Delete')
    await holdToast(page, 'Blog post deleted successfully!')
    await expect(page).toHaveURL('/admin/blogs')
    expect(await status()).toBe(404)
    await undo(page, 'Blog post deleted successfully!', 'POST')
    expect(await status()).toBe(200)
  },
)

test(
  'bulk changes are undone for the posts that they changed, to what these were and not to what an older list showed',
  { tag: '@once' },
  async ({ page, staff, request, storedPosts }) => {
    const publishAt = '2199-03-01T09:00:00.000Z'
    const { word, posts } = await write(staff, 3, (number) => ({ published: number === 1 }))
    await open(page, `/admin/blogs?search=${word}`)
    const selectAll = () => page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await selectAll()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await holdToast(page, '2 blog posts published successfully!')
    await expect(rows(page).filter({ hasText: 'published' })).toHaveCount(3)
    await undo(page, '2 blog posts published successfully!', 'PUT')
    await expect(rows(page).filter({ hasText: 'draft' })).toHaveCount(2)
    await expect(rows(page).filter({ hasText: 'published' })).toHaveCount(1)

    await box(page, `${word} 2`).check()
    await staff.schedule(posts[1]?.id ?? '', { publishAt })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await holdToast(page, '1 blog post published successfully!')
    await undo(page, '1 blog post published successfully!', 'PUT')
    expect(await storedPosts.read(posts[1]?.id ?? '')).toMatchObject({ status: 'scheduled', publishAt })
    await expect(rows(page).filter({ hasText: 'scheduled' })).toHaveCount(1)

    await selectAll()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await confirm(page, 'Are you sure you want to delete 3 blog posts?', 'Delete')
    await holdToast(page, '3 blog posts deleted successfully!')
    await expect(nothing(page)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^0 results found$/ })).toHaveCount(1)
    await undoButton(page, '3 blog posts deleted successfully!').press('Enter')
    // At once, because the list of toasts returns the focus when the last one disappears.
    expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main')
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).filter({ hasText: 'published' })).toHaveCount(1)
    expect((await request.get(`/blog/${posts[0]?.slug}`)).status()).toBe(200)
  },
)

test('an archived post responds with 410, is listed as archived, and is restored', async ({
  page,
  staff,
  request,
}) => {
  const { word, posts } = await write(staff, 1)
  const path = `/blog/${posts[0]?.slug}`
  await open(page, `/admin/blogs?search=${word}`)
  await page.getByRole('button', { name: `Archive ${word} 1` }).click()
  await expect(nothing(page)).toBeVisible()
  const response = await request.get(path)
  expect(response.status()).toBe(410)
  expect(response.headers()['cache-control']).toBe('private, no-store')
  expect(await response.text()).toContain('Blog Post Not Found')
  expect((await request.get(`/api/blogs/${posts[0]?.id}`)).status()).toBe(410)

  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Status').selectOption('archived')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('archived')
  await page.getByRole('button', { name: `Restore ${word} 1` }).click()
  await expect(nothing(page)).toBeVisible()
  await page.getByLabel('Status').selectOption('published')
  await expect(rows(page)).toHaveCount(1)
  expect((await request.get(path)).status()).toBe(200)
})

test(
  'the trash restores posts, deletes them permanently, and is emptied',
  { tag: '@once' },
  async ({ page, staff, request }) => {
    const { word, posts } = await write(staff, 3)
    for (const { id } of posts) await staff.trash(id)
    await open(page, `/admin/blogs?status=trash&search=${word}`)
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).first()).toContainText('Kept until')
    await page.getByRole('button', { name: `Restore ${word} 1` }).click()
    await expect(rows(page)).toHaveCount(2)
    expect((await request.get(`/blog/${posts[0]?.slug}`)).status()).toBe(200)

    await page.getByRole('button', { name: `Delete permanently ${word} 2` }).click()
    await confirm(page, 'delete this blog post permanently? This cannot be undone.', 'Delete permanently')
    await expect(rows(page)).toHaveCount(1)
    staff.forget(posts[1]?.id ?? '')

    await page.getByRole('button', { name: 'Empty trash' }).click()
    await confirm(
      page,
      'delete all posts in the trash permanently? This cannot be undone. Posts that your search and filters hide are deleted, too.',
      'Empty trash',
    )
    await expect(nothing(page)).toBeVisible()
    staff.forget(posts[2]?.id ?? '')
    const headers = { authorization: `Bearer ${staff.token}` }
    for (const { id } of posts.slice(1))
      expect((await request.get(`/api/blogs/${id}`, { headers })).status()).toBe(404)
  },
)

test(
  'authors can empty the trash only while it has posts of their own',
  { tag: '@once' },
  async ({ page, context, site, staff, token }) => {
    const person = await createUser(site.url, token, 'author')
    const others = unique('other').replace(' ', '')
    const { posts } = await write(staff, 2, (number) =>
      number === 1 ? { author: person.author } : { title: others },
    )
    for (const { id } of posts) await staff.trash(id)
    await signIn(context, site, false, person)
    const emptyTrash = page.getByRole('button', { name: 'Empty trash' })
    await open(page, `/admin/blogs?status=trash&search=${others}`)
    await expect(rows(page)).toHaveCount(1)
    await emptyTrash.click()
    await confirm(page, 'delete all your posts in the trash permanently?', 'Empty trash')
    await expect(toast(page, '1 blog post permanently deleted.')).toBeVisible()
    staff.forget(posts[0]?.id ?? '')
    await expect(emptyTrash).toBeHidden()
    await expect(rows(page)).toHaveCount(1)
    await open(page, `/admin/blogs?status=trash&search=${others}`)
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByText('Posts in the trash are permanently deleted')).toBeVisible()
    await expect(emptyTrash).toBeHidden()
    await page.close()
    await person.remove()
  },
)

test(
  'a post that someone else restored is not deleted permanently',
  { tag: '@once' },
  async ({ page, staff, request, allowed }) => {
    allowed.push(networkError(412))
    const reason = 'Someone else restored or changed this post in the meantime, so it was not deleted.'
    const { word, posts } = await write(staff, 2)
    const [first, second] = posts
    if (!first || !second) throw new Error('nothing was written')
    for (const { id } of posts) await staff.trash(id)
    await open(page, `/admin/blogs?status=trash&search=${word}`)
    await expect(rows(page)).toHaveCount(2)
    await staff.restore(first.id)
    await page.getByRole('button', { name: `Delete permanently ${word} 1` }).click()
    await confirm(page, 'delete this blog post permanently?', 'Delete permanently')
    await expect(toast(page, 'Failed to delete blog post.')).toContainText(reason)
    await expect(rows(page)).toHaveCount(1)

    await box(page, second.title).check()
    await staff.restore(second.id)
    await page.getByRole('button', { name: 'Delete permanently', exact: true }).click()
    await confirm(page, 'delete 1 blog post permanently?', 'Delete permanently')
    await expect(page.getByRole('alert').filter({ hasText: reason })).toContainText(second.title)
    await expect(nothing(page)).toBeVisible()

    await staff.trash(first.id)
    await open(page, `/admin/blogs/edit/${first.id}`)
    await staff.restore(first.id)
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await confirm(page, 'delete this blog post permanently?', 'Delete permanently')
    await expect(toast(page, 'Failed to delete blog post.')).toContainText(reason)
    await expect(title(page)).toHaveValue(first.title)
    for (const { slug } of posts) expect((await request.get(`/blog/${slug}`)).status()).toBe(200)
  },
)

test(
  'a change that someone else already made has no Undo',
  { tag: '@once' },
  async ({ page, staff, storedPosts }) => {
    const publishAt = '2199-03-01T09:00:00.000Z'
    const { word, posts } = await write(staff, 4, (number) => ({ published: number > 1 }))
    await open(page, `/admin/blogs?search=${word}`)
    const changes = [
      ['Publish', '1 blog post published', (id: string) => staff.update(id, { published: true })],
      [
        'Draft',
        '1 blog post saved as draft',
        async (id: string) => {
          await staff.update(id, { published: false })
          await staff.schedule(id, { publishAt })
        },
      ],
      ['Archive', '1 blog post archived', (id: string) => staff.archive(id)],
      ['Delete', '1 blog post deleted', (id: string) => staff.trash(id)],
    ] as const
    for (const [index, [label, text, changeElsewhere]] of changes.entries()) {
      const post = posts[index]
      if (!post) throw new Error('nothing was written')
      await box(page, post.title).check()
      await changeElsewhere(post.id)
      await page.getByRole('button', { name: label, exact: true }).click()
      if (label === 'Delete') await confirm(page, 'delete 1 blog post?', 'Delete')
      await holdToast(page, `${text} successfully!`)
      await expect(undoButton(page, `${text} successfully!`)).toHaveCount(0)
      // The list was fetched again, so it does not show the next change by someone else.
      await expect(page.getByRole('group', { name: 'Selected posts' })).toBeHidden()
    }
    const stored = await Promise.all(posts.map(({ id }) => storedPosts.read(id)))
    expect(stored.map(({ status }) => status)).toEqual(['published', 'scheduled', 'archived', 'trash'])
  },
)

test(
  'the trash and the edit page of a post in it, which offers to restore it, are accessible',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { word, posts } = await write(staff, 2, () => ({ tags: ['Rigging', 'Sails', 'Knots'] }))
    for (const { id } of posts) await staff.trash(id)
    await open(page, `/admin/blogs?status=trash&search=${word}`)
    await page.getByRole('checkbox', { name: `Select ${word} 1` }).check()
    await expectAccessibleInBoth(page, 'the trash', { include: 'main' })
    await open(page, `/admin/blogs/edit/${posts[0]?.id}`)
    await expect(page.getByRole('heading', { name: `“${word} 1” is in the trash` })).toBeVisible()
    await expectAccessibleInBoth(page, 'a post in the trash', { include: 'main' })

    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(title(page)).toHaveValue(`${word} 1`)
  },
)
