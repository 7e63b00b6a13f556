import type { Page } from '@playwright/test'
import {
  button,
  content,
  form,
  inList,
  kept,
  offer,
  open,
  savedInPlace,
  title,
  write,
} from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { createUser } from '../support/people.ts'
import { chooseFile, picture } from '../support/picture-files.ts'
import { chooseEditor, signIn } from '../support/session.ts'
import { test } from '../support/staff-fixtures.ts'
import { undoButton } from '../support/staff-page.ts'

const tags = (page: Page) => form(page).getByRole('list', { name: 'Tags of this post' }).getByRole('listitem')

async function chooseCover(page: Page) {
  const file = { name: 'rope.png', mimeType: 'image/png', buffer: await picture() }
  await chooseFile(page, button(page, 'Choose image'), file)
  await form(page).getByLabel('Alternative text').fill('A red field')
}

async function expectHeading(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page).toHaveTitle(`${name} | Halyard staff`)
}

test(
  'the draft of a deleted post is restored as a new post',
  { tag: '@once' },
  async ({ page, staff, storedPosts, allowed }) => {
    allowed.push(networkError(404), /ERR_FAILED/)
    page.on('dialog', (dialog) => void dialog.accept())
    const name = unique('Deleted meanwhile')
    const post = await staff.create({ title: name, tags: ['Process'] })
    await open(page, post.id)
    // An autosave would replace the backup.
    await page.route('**/working-copy', (route) => route.abort())
    await write(page, 'Typed before it was deleted')
    await form(page).getByRole('combobox', { name: 'Tags' }).fill('Rope')
    await chooseCover(page)
    await expect(form(page)).toContainText('The server cannot be reached. A backup is in this browser.')
    await staff.delete(post.id)

    await open(page)
    await expect(offer(page)).toContainText('The post was deleted. You can restore your text as a new post.')
    await expect(offer(page).getByRole('link')).toHaveCount(0)
    await offer(page)
      .getByRole('button', { name: `Restore as new post “${name}”` })
      .click()
    await expect(title(page)).toBeFocused()
    await expect(title(page)).toHaveValue(name)
    await expect(content(page)).toHaveText('Typed before it was deleted')
    await expect(tags(page)).toHaveText(['Process', 'Rope'])
    await expect(form(page).getByRole('img', { name: 'A red field' })).toHaveAttribute('src', /^blob:/)
    await expect(form(page).getByLabel('Publish immediately')).not.toBeChecked()
    await expect(form(page).getByLabel('Author', { exact: true })).toHaveValue('')
    await expectHeading(page, 'New Post')
    await kept(page)

    await page.route('**/api/blogs', (route) => route.abort())
    await button(page, 'Save Draft').click()
    await expect(page.getByText('Failed to save blog post. Please try again.')).toBeVisible()
    await page.unroute('**/api/blogs')
    await page.reload()
    await expect(offer(page)).toContainText('New post')
    await offer(page)
      .getByRole('button', { name: `Restore “${name}”` })
      .click()
    await expect(content(page)).toHaveText('Typed before it was deleted')
    await button(page, 'Save Draft').click()
    await expect(page).toHaveURL(/\/admin\/blogs$/)
    const [created] = await storedPosts.find(name)
    expect(created).toMatchObject({ published: false, tags: ['Process', 'Rope'], slug: post.slug })
    expect(created?.id).not.toBe(post.id)
    expect(created?.cover).toMatchObject({ alt: 'A red field' })
    await page.getByRole('link', { name: 'New Post' }).first().click()
    await expect(content(page)).toBeVisible()
    await expect(offer(page)).toHaveCount(0)
  },
)

test(
  'the draft of a post that was given to another author is restored as a new post',
  { tag: '@once' },
  async ({ page, context, site, staff, token, storedPosts, allowed }) => {
    // The open editor may report its presence after the post was given away.
    allowed.push(networkError(403))
    page.on('dialog', (dialog) => void dialog.accept())
    const person = await createUser(site.url, token, 'author')
    const name = unique('Given away')
    const post = await staff.create({ title: name, published: false })
    await staff.update(post.id, { author: person.author })
    await signIn(context, site, false, person)
    await chooseEditor(context, 'markdown')
    await open(page, post.id)
    await write(page, 'Typed before it was given away')
    await kept(page)
    await staff.update(post.id, { author: 'editorial-team' })

    await open(page)
    await expect(offer(page)).toContainText(
      'You can no longer edit the post. You can restore your text as a new post.',
    )
    await expect(offer(page).getByRole('link')).toHaveCount(0)
    await offer(page)
      .getByRole('button', { name: `Restore as new post “${name}”` })
      .click()
    await expect(content(page)).toHaveText('Typed before it was given away')
    await button(page, 'Save Draft').click()
    await expect(page).toHaveURL(/\/admin\/blogs$/)
    const created = (await storedPosts.find(name)).find(({ id }) => id !== post.id)
    expect(created).toMatchObject({ published: false })
    expect(created?.slug).not.toBe(post.slug)
    await staff.delete(created?.id ?? '')
    await page.close()
    await person.remove()
  },
)

test(
  'a draft whose post exists or cannot be read is opened with its post',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(networkError(503), /^response: 503/)
    page.on('dialog', (dialog) => void dialog.accept())
    const { id, title: name } = await staff.create({ title: unique('Still there'), published: false })
    await open(page, id)
    await write(page, 'Unsaved changes')
    await kept(page)
    const link = offer(page).getByRole('link', { name: `Open post “${name}”` })

    const read = page.waitForResponse(`**/api/blogs/${id}`)
    await open(page)
    await read
    await expect(link).toBeVisible()
    await expect(offer(page).getByRole('button', { name: /^Restore/ })).toHaveCount(0)

    await page.route(`**/api/blogs/${id}`, (route) => route.fulfill({ status: 503, json: { error: 'Busy' } }))
    const failed = page.waitForResponse(`**/api/blogs/${id}`)
    await page.reload()
    await failed
    await expect(link).toBeVisible()
    await expect(offer(page).getByRole('button', { name: /^Restore/ })).toHaveCount(0)
  },
)

test(
  'a draft that is saved after a publication was lost is never public',
  { tag: '@once' },
  async ({ page, storedPosts, allowed }) => {
    allowed.push(/ERR_FAILED/)
    const name = unique('Not yet')
    await page.route('**/api/blogs', (route) => route.abort(), { times: 1 })
    await open(page)
    await title(page).fill(name)
    await write(page, 'Too early')
    const posted: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/blogs')) posted.push(request.url())
    })
    await button(page, 'Publish').click()
    await expect(page.getByText('Failed to save blog post. Please try again.')).toBeVisible()
    await write(page, 'Now a draft')
    await button(page, 'Save Draft').click()
    await expect(page).toHaveURL(/\/admin\/blogs$/)
    expect(await storedPosts.find(name)).toMatchObject([{ published: false, publishedAt: null }])
    expect(posted).toHaveLength(2)
  },
)

test(
  'a new post whose response was lost is created once, also after a reload',
  { tag: '@once' },
  async ({ page, storedPosts, allowed }) => {
    // The key was used for the first text.
    allowed.push(/ERR_FAILED/, networkError(422))
    const name = unique('Once')
    await page.route(
      '**/api/blogs',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await open(page)
    await title(page).fill(name)
    await write(page, 'First text')
    await button(page, 'Save Draft').click()
    await expect(page.getByText('Failed to save blog post. Please try again.')).toBeVisible()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    const kept = offer(page).getByRole('listitem').filter({ hasText: name })
    await kept.getByRole('button', { name: 'Discard' }).click()
    await undoButton(page, 'Draft discarded.').click()
    await kept.getByRole('button', { name: 'Restore' }).click()
    await expect(content(page)).toHaveText('First text')
    await write(page, 'Second text')
    await button(page, 'Save Draft').click()
    await inList(page, 'Blog post created successfully!')
    const posts = await storedPosts.find(name)
    expect(posts).toHaveLength(1)
    expect((await storedPosts.read(posts[0]?.id ?? '')).content).toBe('Second text')
  },
)

test(
  'a new post is saved in place as a draft by the shortcut, and edited under its own heading',
  { tag: '@once' },
  async ({ page, storedPosts }) => {
    const name = unique('In place')
    await open(page)
    await expectHeading(page, 'New Post')
    await title(page).fill(name)
    await form(page).getByLabel('Publish immediately').check()
    await content(page).click()
    // Typed at once: a pause between two keys would split them into two steps of the history.
    await page.keyboard.insertText('One')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page).toHaveURL(/\/admin\/blogs\/edit\//)
    await expectHeading(page, 'Edit Post')
    for (const label of ['Save Draft', 'Publish']) await expect(button(page, label)).toBeVisible()
    await expect(content(page)).toBeFocused()
    await page.keyboard.insertText(' two')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(content(page)).not.toContainText('two')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(content(page)).not.toContainText('One')
    await page.keyboard.press('ControlOrMeta+Shift+Z')
    await page.keyboard.press('ControlOrMeta+Shift+Z')
    await expect(content(page)).toHaveText('One two')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(form(page).getByText(/^Saved /)).toBeVisible()
    const url = page.url()
    const [post, ...others] = await storedPosts.find(name)
    expect(others).toEqual([])
    expect(await storedPosts.read(post?.id ?? '')).toMatchObject({ content: 'One two', published: false })
    await page.keyboard.press('ControlOrMeta+z')
    await expect(content(page)).not.toHaveText('One two')
    await page.keyboard.press('ControlOrMeta+Shift+Z')
    await savedInPlace(page)

    // The link to a new post leads to the page that is already shown.
    await page.getByRole('link', { name: 'New Post' }).first().click()
    await expect(page).toHaveURL(/\/admin\/blogs\/new$/)
    await expectHeading(page, 'New Post')
    await expect(title(page)).toHaveValue('')
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(url)
    await expectHeading(page, 'Edit Post')
    await expect(title(page)).toHaveValue(name)
    await expect(content(page)).toHaveText('One two')

    // Without changes, leaving does not ask.
    await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
    await expect(page).toHaveURL(/\/admin\/blogs$/)
    await page.evaluate(() => history.back())
    await expect(content(page)).toHaveText('One two')
    await expect(title(page)).toHaveValue(name)
  },
)
