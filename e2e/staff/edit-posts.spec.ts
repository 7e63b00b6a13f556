import type { Page } from '@playwright/test'
import * as z from 'zod'
import { expectAccessibleInBoth } from '../support/accessibility.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { holdRequests, loseResponse } from '../support/hold-requests.ts'
import { createUser } from '../support/people.ts'
import { box, row, write } from '../support/posts-page.ts'
import { signIn } from '../support/session.ts'
import { test as base } from '../support/staff-fixtures.ts'
import { dialog, openHydrated, holdToast, toast, undoButton } from '../support/staff-page.ts'

const categorySchema = z.object({ data: z.object({ id: z.string(), slug: z.string(), name: z.string() }) })
const postSchema = z.object({
  data: z.object({
    tags: z.array(z.string()),
    category: z.object({ slug: z.string() }).nullable(),
    author: z.object({ slug: z.string() }),
    version: z.number(),
  }),
})

interface Details {
  createCategory(): Promise<{ slug: string; name: string }>
  read(id: string): Promise<z.infer<typeof postSchema>['data']>
}

const test = base.extend<{ details: Details }>({
  details: async ({ site, token }, provide) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const call = async (method: string, path: string, json?: object) =>
      fetch(`${site.url}/api${path}`, { method, headers, body: json ? JSON.stringify(json) : null })
    const created: string[] = []
    await provide({
      createCategory: async () => {
        const response = await call('POST', '/categories', { name: unique('Seamanship') })
        const { data } = categorySchema.parse(await response.json())
        created.push(data.id)
        return data
      },
      read: async (id) => postSchema.parse(await (await call('GET', `/blogs/${id}`)).json()).data,
    })
    for (const id of created) await call('DELETE', `/categories/${id}`)
  },
})

const open = (page: Page, query: string) => openHydrated(page, `/admin/blogs?${query}`)
const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' })
const bar = (page: Page) => page.getByRole('group', { name: 'Selected posts' })
const addTags = (page: Page) => dialog(page).getByRole('combobox', { name: 'Add tags' })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click()

test(
  'selected posts get tags, a category and an author, and Undo takes them back, even if its response is lost',
  { tag: '@once' },
  async ({ page, site, staff, token, details, allowed }) => {
    allowed.push(networkError(412), /ERR_FAILED/)
    const person = await createUser(site.url, token, 'author')
    const category = await details.createCategory()
    const { word, posts, titles } = await write(staff, 2, (number) => ({ tags: [`Knots ${number}`, 'Rope'] }))
    const before = await Promise.all(posts.map(({ id }) => details.read(id)))
    await open(page, `search=${word}`)
    for (const title of titles) await box(page, title).check()
    await page.getByRole('button', { name: 'Edit…' }).click()
    await expect(dialog(page).getByRole('heading', { name: 'Edit 2 posts' })).toBeVisible()
    await addTags(page).fill('Hitches,')
    // Counts without Enter.
    await addTags(page).fill('Bends')
    await dialog(page).getByRole('checkbox', { name: 'Rope · 2 posts' }).check()
    await dialog(page).getByLabel('Category').selectOption(category.name)
    await dialog(page).getByLabel('Author').selectOption(person.name)
    const [first] = posts
    await staff.update(first?.id ?? '', { tags: ['Knots 1', 'Rope', 'Splices'] })
    await save(page)
    const edited = '2 blog posts edited successfully!'
    await holdToast(page, edited)
    await expect(row(page, titles[0] ?? '')).toContainText(person.name)
    const after = await Promise.all(posts.map(({ id }) => details.read(id)))
    expect(after.map(({ tags }) => tags)).toEqual([
      ['Knots 1', 'Splices', 'Hitches', 'Bends'],
      ['Knots 2', 'Hitches', 'Bends'],
    ])
    for (const post of after) {
      expect(post.category?.slug).toBe(category.slug)
      expect(post.author.slug).toBe(person.author)
    }
    await loseResponse(page, 'PUT', '**/api/blogs/*')
    await undoButton(page, edited).click()
    const failed = 'Failed to undo the change of 1 blog post. Please try again.'
    await holdToast(page, failed)
    await undoButton(page, failed).click()
    await expect(toast(page, 'The change was undone.')).toBeVisible()
    const undone = await Promise.all(posts.map(({ id }) => details.read(id)))
    expect(undone.map(({ tags }) => tags)).toEqual([
      ['Knots 1', 'Rope', 'Splices'],
      ['Knots 2', 'Rope'],
    ])
    for (const [index, { category: none, author }] of undone.entries())
      expect([none, author]).toEqual([null, before[index]?.author])
    await person.remove()
  },
)

test('an edit without an effect saves nothing', { tag: '@once' }, async ({ page, staff, details }) => {
  const { word, posts } = await write(staff, 1, () => ({ tags: ['Rope'] }))
  const { version } = await details.read(posts[0]?.id ?? '')
  await open(page, `search=${word}`)
  await all(page).check()
  await page.getByRole('button', { name: 'Edit…' }).click()
  await save(page)
  await expect(dialog(page).getByRole('alert')).toHaveText('Choose what to change.')
  await addTags(page).fill('x'.repeat(51))
  await save(page)
  await expect(dialog(page).getByText('A tag can have at most 50 characters')).toBeVisible()
  await expect(addTags(page)).toBeFocused()
  await addTags(page).fill('rope')
  await save(page)
  await expect(toast(page, '1 blog post edited successfully!')).toBeVisible()
  await expect(undoButton(page, '1 blog post edited successfully!')).toBeHidden()
  expect(await details.read(posts[0]?.id ?? '')).toMatchObject({ tags: ['Rope'], version })
})

test(
  'a search with too many matches selects those that it lists',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { word } = await write(staff, 10)
    await page.route(/\/api\/blogs\?/, async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = await response.json()
      const isWhole = new URL(route.request().url()).searchParams.get('limit') === '1000'
      const more = Array.from({ length: isWhole ? 990 : 0 }, (_, index) => ({
        ...data.blogs[0],
        id: `more-${index}`,
      }))
      const json = { ...rest, data: { blogs: [...data.blogs, ...more] }, total: 1000, totalPages: 100 }
      await route.fulfill({ response, json: { ...json, partial: true } })
    })
    await open(page, 'search=nothing')
    await page.getByRole('searchbox', { name: 'Search blog posts' }).fill(word)
    await expect(page.getByText('Showing 1 to 10 of 1,000 results')).toBeVisible()
    await expect(page.getByText('More posts may match: a search shows 1,000 at most.')).toBeVisible()
    await all(page).check()
    await page.getByRole('button', { name: 'Select the first 1,000 results' }).click()
    await expect(bar(page)).toContainText('1,000 selected (990 on other pages)')
  },
)

test(
  'results on all pages are selected, and posts with too many tags are listed',
  { tag: '@once' },
  async ({ page, staff, details, allowed }) => {
    allowed.push(networkError(422))
    const full = Array.from({ length: 20 }, (_, number) => `Rope ${number}`)
    const { word, posts, titles } = await write(staff, 12, (number) => ({ tags: number === 1 ? full : [] }))
    await open(page, `search=${word}`)
    await all(page).check()
    const release = await holdRequests(page, /limit=1000/)
    await page.getByRole('button', { name: 'Select all 12 results' }).press('Enter')
    await expect(bar(page).getByRole('button', { name: 'Selecting…' })).toBeDisabled()
    release()
    await expect(bar(page)).toContainText('12 selected (2 on other pages)')
    await expect(page.locator('body')).not.toBeFocused()
    await expect(page.getByRole('button', { name: /^Select all \d+ results$/ })).toBeHidden()
    await page.getByRole('button', { name: 'Edit…' }).click()
    await addTags(page).fill('Hitches')
    await save(page)
    await expect(toast(page, 'Failed to edit selected blog posts. Please try again.')).toContainText(
      '11 of 12 blog posts were edited.',
    )
    const failure = page.getByRole('alert').filter({ hasText: 'A post can have at most 20 tags' })
    await expect(failure.getByRole('listitem')).toHaveText([titles[0] ?? ''])
    await expect(bar(page)).toContainText('1 selected')
    for (const { id } of posts.slice(1)) expect((await details.read(id)).tags).toEqual(['Hitches'])
    expect((await details.read(posts[0]?.id ?? '')).tags).toEqual(full)
  },
)

test(
  'choices are not lost by Escape, and Back closes the dialog',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { word } = await write(staff, 2, () => ({ tags: ['Rope'] }))
    await open(page, 'status=published')
    await page.getByRole('searchbox', { name: 'Search blog posts' }).fill(word)
    await expect(page).toHaveURL(new RegExp(word))
    await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
    await all(page).check()
    await page.getByRole('button', { name: 'Edit…' }).click()
    await addTags(page).fill('Hitches,')
    await expect(addTags(page)).toHaveValue('')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog(page)).toContainText('Hitches')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Edit…' }).click()
    await page.goBack()
    await expect(page).not.toHaveURL(new RegExp(word))
    await expect(dialog(page)).toHaveCount(0)
  },
)

test('the dialog is accessible', { tag: '@once' }, async ({ page, staff, details }) => {
  await details.createCategory()
  const tags = Array.from({ length: 12 }, (_, number) => `Rope ${number}`)
  const { word } = await write(staff, 1, () => ({ tags }))
  await open(page, `search=${word}`)
  await all(page).check()
  await page.getByRole('button', { name: 'Edit…' }).click()
  await expect(addTags(page)).toBeFocused()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Edit…' })).toBeFocused()
})

test(
  'the end of the session loses neither the choices nor the selection',
  { tag: '@once' },
  async ({ page, context, site, staff, details, allowed }) => {
    allowed.push(networkError(401))
    const { word, posts, titles } = await write(staff, 1)
    await open(page, `search=${word}`)
    await box(page, titles[0] ?? '').check()
    await page.getByRole('button', { name: 'Edit…' }).click()
    await addTags(page).fill('Hitches')
    await context.clearCookies()
    await save(page)
    await expect(dialog(page).getByRole('alert')).toContainText('Your session has ended.')
    await signIn(context, site)
    await save(page)
    await expect(toast(page, '1 blog post edited successfully!')).toBeVisible()
    expect((await details.read(posts[0]?.id ?? '')).tags).toContain('Hitches')
  },
)

test(
  'what could not be saved is chosen when the same posts are edited again',
  { tag: '@once' },
  async ({ page, staff, details, allowed }) => {
    allowed.push(networkError(500), /^response: 500/)
    const category = await details.createCategory()
    const { word, posts, titles } = await write(staff, 3, () => ({ tags: ['Rope'] }))
    let isFailing = true
    await page.route('**/api/blogs/*', (route) =>
      isFailing && route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { error: 'Internal error' } })
        : route.fallback(),
    )
    await open(page, `search=${word}`)
    const edit = page.getByRole('button', { name: 'Edit…' })
    for (const title of titles.slice(0, 2)) await box(page, title).check()
    await edit.click()
    await addTags(page).fill('Hitches')
    await dialog(page).getByLabel(/^Rope/).check()
    await dialog(page).getByLabel('Category').selectOption(category.slug)
    await save(page)
    await expect(toast(page, 'Failed to edit selected blog posts. Please try again.')).toBeVisible()

    await box(page, titles[2] ?? '').check()
    await edit.click()
    await expect(addTags(page)).toBeFocused()
    await expect(dialog(page).getByRole('button', { name: 'Remove Hitches' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await box(page, titles[2] ?? '').uncheck()
    await edit.click()
    await expect(dialog(page).getByRole('button', { name: 'Remove Hitches' })).toBeVisible()
    await expect(dialog(page).getByLabel('Category')).toHaveValue(category.slug)
    isFailing = false
    await save(page)
    await expect(toast(page, '2 blog posts edited successfully!')).toBeVisible()
    for (const { id } of posts.slice(0, 2))
      expect(await details.read(id)).toMatchObject({ tags: ['Hitches'], category: { slug: category.slug } })
    expect((await details.read(posts[2]?.id ?? '')).tags).toEqual(['Rope'])
  },
)
