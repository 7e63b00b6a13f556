import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../support/accessibility.ts'
import { expect, networkError, test as base, unique } from '../support/fixtures.ts'
import { loseResponse } from '../support/hold-requests.ts'
import { signIn } from '../support/session.ts'
import { dialog, holdToast, openHydrated, toast } from '../support/staff-page.ts'
import { visit } from '../support/visit.ts'

interface StoredCategory {
  id: string
  slug: string
  name: string
}

interface Categories {
  create(name: string): Promise<StoredCategory>
  names(): Promise<string[]>
}

/** Categories that a test creates in the browser are deleted by it. */
const test = base.extend<{ categories: Categories }>({
  categories: async ({ site, token }, provide) => {
    const call = async (method: string, path = '', json?: object) => {
      const response = await fetch(`${site.url}/api/categories${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: json ? JSON.stringify(json) : null,
      })
      return (await response.json()).data
    }
    const created: StoredCategory[] = []
    await provide({
      create: async (name) => {
        const category: StoredCategory = await call('POST', '', { name })
        created.push(category)
        return category
      },
      names: async () => (await call('GET')).map(({ name }: StoredCategory) => name),
    })
    for (const { id } of created) await call('DELETE', `/${id}`)
  },
})

test.beforeEach(({ context, site }) => signIn(context, site))

const open = (page: Page) => openHydrated(page, '/admin/blogs/categories')
const rows = (page: Page) => page.getByRole('list', { name: 'Categories' }).getByRole('listitem')
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
const ordered = (response: { url(): string }) => response.url().endsWith('/api/categories/order')

test('a category is created, chosen for a post, shown on the site, renamed and deleted', async ({
  page,
  site,
  staff,
}) => {
  const name = unique('Seamanship')
  const post = await staff.create({ title: unique('Belaying'), content: 'A rare bollard.' })
  await staff.create({ title: unique('Elsewhere'), content: 'A rare bollard.' })
  await open(page)
  await page.getByRole('button', { name: 'New Category' }).click()
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(dialog(page)).toContainText('Name is required')
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog(page).getByRole('textbox', { name: 'Description' }).fill('On ropes and rare knots.')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(row(page, name)).toContainText('No posts')
  const slug = name.toLowerCase().replace(' ', '-')
  const address = `/blog?category=${slug}`
  expect((await fetch(site.url + address)).status).toBe(404)

  await page.goto(`/admin/blogs/edit/${post.id}`)
  await page.getByRole('combobox', { name: 'Category' }).selectOption(name)
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page).toHaveURL('/admin/blogs')
  await page.goto(`/admin/blogs?category=${slug}`)
  const posts = page.getByRole('table', { name: 'Blog posts' }).locator('tbody').getByRole('row')
  await expect(posts).toHaveCount(1)
  await expect(posts).toContainText([post.title])
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue(slug)

  await visit(page, '/blog')
  const filter = page.getByRole('navigation', { name: 'Categories' })
  await filter.getByRole('link', { name }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('On ropes and rare knots.')).toBeVisible()
  await expect(page.getByText(`Showing 1 of 1 articles in "${name}"`)).toBeVisible()
  await expect(page).toHaveTitle(`${name} articles | Halyard`)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${slug}$`))
  await page.getByRole('searchbox', { name: 'Search articles' }).fill('bollard')
  await page.getByRole('searchbox', { name: 'Search articles' }).press('Enter')
  await expect(page).toHaveURL(`/blog?search=bollard&category=${slug}`)
  await expect(page.getByText(`Showing 1 of 1 articles for "bollard" in "${name}"`)).toBeVisible()
  await page.goto(`/blog/${post.slug}`)
  await page.getByRole('article').getByRole('link', { name }).click()
  await expect(page).toHaveURL(address)

  const read = async (path: string) => (await fetch(site.url + path, { redirect: 'manual' })).text()
  for (const path of ['/feed.xml', '/atom.xml', '/feed.json'])
    expect((await read(`${path}?category=${slug}`)).match(/Belaying|Elsewhere/g), path).toContain('Belaying')
  expect(await read(`/feed.xml?category=${slug}`)).not.toContain('Elsewhere')
  expect(await read('/sitemap.xml')).toContain(`/blog?category=${slug}<`)
  expect(await read(`/blog/${post.slug}`)).toContain(`"articleSection":"${name}"`)

  await open(page)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const renamed = unique('Ropework')
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(renamed)
  await dialog(page).getByRole('textbox', { name: 'Slug' }).fill(`${slug}-2`)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(row(page, renamed)).toContainText('1 post')
  for (const path of [address, `/feed.xml?category=${slug}`]) {
    const moved = await fetch(site.url + path, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')?.endsWith(`?category=${slug}-2`)]).toEqual([
      308,
      true,
    ])
  }
  expect(await read(`/blog/${post.slug}`)).toContain(renamed)

  await page.getByRole('button', { name: `Delete ${renamed}` }).click()
  await expect(dialog(page)).toContainText('1 post has no category afterwards. No post is deleted.')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`The category “${renamed}” was deleted.`)).toBeVisible()
  await expect(row(page, renamed)).toHaveCount(0)
  expect(await read(`/blog/${post.slug}`)).not.toContain(renamed)
  expect((await fetch(`${site.url}${address}-2`)).status).toBe(404)
})

test(
  'categories are ordered by arrow keys, buttons and dragging',
  { tag: '@once' },
  async ({ page, categories }) => {
    const names = [unique('First'), unique('Second')]
    const [first = '', second = ''] = names
    for (const name of names) await categories.create(name)
    await open(page)
    const own = async () => (await categories.names()).filter((name) => names.includes(name))
    const headings = () =>
      rows(page)
        .getByRole('heading')
        .filter({ hasText: /^(First|Second) [0-9a-f]{8}$/ })
    const save = async (act: () => Promise<void>) => {
      const saved = page.waitForResponse(ordered)
      await act()
      expect((await saved).status()).toBe(200)
    }
    const handle = row(page, second).getByRole('button', { name: 'with the arrow keys' })
    await save(() => handle.press('ArrowUp'))
    await expect(headings()).toHaveText([second, first])
    await expect(handle).toBeFocused()
    await expect(page.getByText(new RegExp(`^${second}: position \\d+ of \\d+$`))).toBeAttached()
    expect(await own()).toEqual([second, first])

    const down = row(page, second).getByRole('button', { name: `Move ${second} down` })
    await save(() => down.click())
    await expect(headings()).toHaveText([first, second])
    await expect(down).toHaveAttribute('aria-disabled', 'true')

    // Before the other row is measured, because it may scroll the page.
    await handle.hover()
    const target = await row(page, first).boundingBox()
    if (!target) throw new Error('The row is not visible')
    await page.mouse.down()
    await page.mouse.move(target.x + 20, target.y + 4, { steps: 4 })
    await expect(headings()).toHaveText([second, first])
    await save(() => page.mouse.up())
    await page.reload()
    await expect(headings()).toHaveText([second, first])
  },
)

test(
  'quick moves are saved as one order, and undone with one message when the first fails',
  { tag: '@once' },
  async ({ page, categories, allowed }) => {
    allowed.push(/ERR_FAILED/)
    const names = ['One', 'Two', 'Three', 'Four'].map(unique)
    const [one = '', two = '', three = '', four = ''] = names
    for (const name of names) await categories.create(name)
    const shown = async () => (await rows(page).getByRole('heading').allTextContents()).slice(-4)
    let sent = 0
    const gate = { fails: false, opened: Promise.withResolvers<void>() }
    await page.route('**/api/categories/order', async (route) => {
      sent += 1
      await gate.opened.promise
      await (gate.fails ? route.abort() : route.continue())
    })
    await open(page)
    const move = async (key: string) => {
      for (let moves = 0; moves < 3; moves += 1)
        await row(page, four).getByRole('button', { name: 'with the arrow keys' }).press(key)
    }
    await move('ArrowUp')
    const moved = [four, one, two, three]
    await expect.poll(shown).toEqual(moved)
    gate.opened.resolve()
    await expect.poll(async () => (await categories.names()).slice(-4)).toEqual(moved)
    expect(sent).toBe(2)

    Object.assign(gate, { fails: true, opened: Promise.withResolvers<void>() })
    await move('ArrowDown')
    await expect.poll(shown).toEqual(names)
    const read = page.waitForResponse(
      (response) => response.url().endsWith('/api/categories') && response.request().method() === 'GET',
    )
    gate.opened.resolve()
    await holdToast(page, 'Failed to save the order. Please try again.')
    await read
    await expect(toast(page, 'Failed to save the order. Please try again.')).toHaveCount(1)
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(1)
    await expect.poll(shown).toEqual(moved)
    expect((await categories.names()).slice(-4)).toEqual(moved)
    expect(sent).toBe(3)
  },
)

test(
  'a new order does not overwrite an order that someone else saved',
  { tag: '@once' },
  async ({ page, site, token, categories, allowed }) => {
    allowed.push(networkError(409))
    const [first, second, third] = [unique('One'), unique('Two'), unique('Three')]
    const created = []
    for (const name of [first, second, third]) created.push(await categories.create(name))
    await open(page)
    await expect(row(page, third)).toBeVisible()
    const headers = { authorization: `Bearer ${token}` }
    const list = await page.request.get(`${site.url}/api/categories`, { headers })
    const own = new Set(created.map(({ id }) => id))
    const others: string[] = (await list.json()).data
      .map(({ id }: { id: string }) => id)
      .filter((id: string) => !own.has(id))
    const ids = [...others, ...created.map(({ id }) => id).toReversed()]
    await page.request.put(`${site.url}/api/categories/order`, { headers, data: { ids } })
    await row(page, third)
      .getByRole('button', { name: `Move ${third} up` })
      .click()
    await expect(page.getByText('Someone else changed the order in the meantime.')).toBeVisible()
    const shown = async () => (await rows(page).getByRole('heading').allTextContents()).slice(-3)
    await expect.poll(shown).toEqual([third, second, first])
    expect((await categories.names()).slice(-3)).toEqual([third, second, first])
  },
)

test(
  'the page scrolls while a row is dragged to its edge, and Escape puts the row back',
  { tag: '@once' },
  async ({ page, categories }) => {
    const name = unique('Last')
    for (const label of ['Above', 'Between']) await categories.create(unique(label))
    await categories.create(name)
    await page.setViewportSize({ width: 375, height: 420 })
    await open(page)
    await row(page, name).getByRole('button', { name: 'with the arrow keys' }).hover()
    const before = await categories.names()
    const start = await page.evaluate(() => window.scrollY)
    await page.mouse.down()
    await page.mouse.move(40, 70, { steps: 3 })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(start - 100)
    await expect(rows(page).last()).not.toContainText(name)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(rows(page).last()).toContainText(name)
    await expect(page.getByText(`${name}: position ${before.length} of ${before.length}`)).toBeAttached()
    await expect(row(page, name).getByRole('button', { name: 'with the arrow keys' })).toBeFocused()
    expect(await categories.names()).toEqual(before)
  },
)

test(
  'changes and a deletion by two people overwrite only what both have seen',
  { tag: '@once' },
  async ({ page, site, token, categories, allowed }) => {
    allowed.push(networkError(412))
    const [name, renamed] = [unique('Shared'), unique('Renamed')]
    const { id } = await categories.create(name)
    const headers = { authorization: `Bearer ${token}` }
    const changeElsewhere = (data: object) =>
      page.request.put(`${site.url}/api/categories/${id}`, { headers, data })
    const field = (label: string) => dialog(page).getByRole('textbox', { name: label })
    const save = () => dialog(page).getByRole('button', { name: 'Save' }).click()
    await open(page)
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await changeElsewhere({ description: 'On knots.' })
    await field('Name').fill(renamed)
    await save()
    await expect(dialog(page)).toHaveCount(0)
    await expect(row(page, renamed)).toContainText('On knots.')

    await page.getByRole('button', { name: `Edit ${renamed}` }).click()
    await changeElsewhere({ name: `${renamed} too`, description: 'On bends.' })
    await field('Description').fill('On hitches.')
    await save()
    await expect(dialog(page)).toContainText('Someone else changed this category. Save again')
    await expect(field('Name')).toHaveValue(`${renamed} too`)
    await expect(field('Description')).toHaveValue('On hitches.')
    await save()
    await expect(dialog(page)).toHaveCount(0)
    await expect(row(page, `${renamed} too`)).toContainText('On hitches.')

    const last = `${renamed} again`
    await page.getByRole('button', { name: `Delete ${renamed} too` }).click()
    await changeElsewhere({ name: last })
    const confirm = dialog(page).getByRole('button', { name: 'Delete' })
    await confirm.click()
    await expect(dialog(page)).toContainText('Someone else changed this category.')
    await confirm.click()
    await expect(page.getByText('was deleted.')).toBeVisible()
    await expect(row(page, last)).toHaveCount(0)
  },
)

test('a deletion whose response was lost is repeated', { tag: '@once' }, async ({ page, staff, allowed }) => {
  allowed.push(networkError(404), /ERR_FAILED/)
  const name = unique('Lost')
  const headers = { authorization: `Bearer ${staff.token}` }
  await page.request.post('/api/categories', { headers, data: { name, slug: '', description: '' } })
  await loseResponse(page, 'DELETE', '**/api/categories/*')
  await open(page)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const remove = dialog(page).getByRole('button', { name: 'Delete' })
  await remove.click()
  await expect(dialog(page).getByRole('alert')).toHaveText('The server did not respond. Please try again.')
  await remove.click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, name)).toHaveCount(0)
})

test('the categories are accessible', { tag: '@once' }, async ({ page }) => {
  await open(page)
  await expectAccessibleInBoth(page, 'the list')
  await page.getByRole('button', { name: 'New Category' }).click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessibleInBoth(page, 'the dialog')
  await page.goto('/blog?category=engineering')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Engineering')
  await expectAccessibleInBoth(page, 'the public page')
})
