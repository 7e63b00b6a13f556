import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth } from '../support/accessibility.ts'
import { expect, networkError, test, unique } from '../support/fixtures.ts'
import { loseResponse } from '../support/hold-requests.ts'
import { signIn } from '../support/session.ts'
import { dialog, openHydrated, holdToast, toast, undoButton } from '../support/staff-page.ts'

test.beforeEach(({ context, site }) => signIn(context, site))

const open = (page: Page, query = '') => openHydrated(page, `/admin/blogs/tags${query}`)
const table = (page: Page) => page.getByRole('table', { name: 'Tags' })
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const addressOf = (tag: string) => `/blog?${new URLSearchParams({ tag })}`

test('tags are searched and sorted, with the state in the URL', { tag: '@once' }, async ({ page, staff }) => {
  const word = unique('Štítek').replace(' ', '')
  const [one, two] = [`${word} one`, `${word} two`]
  await staff.create({ title: unique('Both'), tags: [one, two] })
  await staff.create({ title: unique('Draft'), tags: [two], published: false })
  await open(page)
  await page.getByRole('searchbox', { name: 'Search tags' }).fill(word.toUpperCase().replace('Š', 's'))
  await expect(table(page).getByRole('rowheader')).toHaveText([two, one])
  await expect(page).toHaveURL(/\?name=/)
  await expect(page.getByText('Showing 1 to 2 of 2 tags')).toBeVisible()
  await expect(row(page, two)).toContainText('2 (1 published)')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(table(page).getByRole('rowheader')).toHaveText([one, two])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(/sort=name&order=desc/)
  await page.reload()
  await expect(table(page).getByRole('rowheader')).toHaveText([two, one])
  await page.goto('/admin/blogs/tags?name=qqqqqqqq')
  await expect(page.getByRole('heading', { name: 'No tags found' })).toBeVisible()
})

test('a renamed tag keeps its posts, its old address and its feed entries', async ({ page, site, staff }) => {
  const [before, after] = [unique('Before'), unique('After')]
  const post = await staff.create({ title: unique('Tagged'), tags: [before] })
  const read = async (path: string) => (await fetch(site.url + path, { redirect: 'manual' })).text()
  for (const path of [`/blog/${post.slug}`, '/feed.xml', addressOf(before)])
    expect(await read(path), path).toContain(before)

  await open(page, `?name=${encodeURIComponent(before)}`)
  const rename = page.getByRole('button', { name: `Rename ${before}` })
  await rename.click()
  const name = dialog(page).getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await name.fill(' ')
  await dialog(page).getByRole('button', { name: 'Rename' }).click()
  await expect(dialog(page)).toContainText('A tag must not be empty')
  await name.fill(after)
  await expect(dialog(page)).toContainText('1 post changes.')
  await expect(dialog(page)).toContainText(
    `${addressOf(before.toLowerCase())} → ${addressOf(after.toLowerCase())}`,
  )
  await name.press('Enter')
  await expect(page.getByText(`“${before}” is now “${after}” in 1 post.`)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)

  for (const path of [`/blog/${post.slug}`, '/feed.xml', '/feed.json', addressOf(after)]) {
    const body = await read(path)
    expect(body, path).toContain(after)
    expect(body, path).not.toContain(before)
  }
  for (const spelling of [before, before.toUpperCase(), before]) {
    const response = await fetch(`${site.url}${addressOf(spelling)}&page=1`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, addressOf(after)])
  }
  await page.goto(`${addressOf(before)}&search=halyards`)
  await expect(page).toHaveURL(`/blog?search=halyards&tag=${encodeURIComponent(after).replace('%20', '+')}`)
})

test('duplicates are offered and merged', { tag: '@once' }, async ({ page, site, staff }) => {
  const word = unique('Rigging').replace(' ', '')
  const [kept, plural] = [`${word}x`, `${word}xs`]
  await staff.create({ title: unique('One'), tags: [kept] })
  const { slug } = await staff.create({ title: unique('Two'), tags: [kept, plural] })
  await open(page)
  const offers = page.getByRole('region', { name: 'Possible duplicates' })
  await expect(offers).toBeVisible()
  const all = offers.getByRole('button', { name: /^Show all/ })
  if (await all.isVisible()) await all.click()
  await offers.getByRole('button', { name: new RegExp(`${kept}, ${plural}`) }).click()
  await expect(dialog(page).getByRole('radio', { name: kept + ' · 2' })).toBeChecked()
  await expect(dialog(page)).toContainText(`1 post gets “${kept}” instead.`)
  await expect(dialog(page)).toContainText('1 address redirects')
  await expectAccessible(page, 'the dialog', { include: '[role="dialog"]' })
  await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText(`2 tags are now “${kept}”, with 2 posts.`)).toBeVisible()
  await expect(offers.getByRole('button', { name: new RegExp(plural) })).toHaveCount(0)
  const old = await fetch(`${site.url}${addressOf(plural)}`, { redirect: 'manual' })
  expect([old.status, old.headers.get('location')]).toEqual([308, addressOf(kept)])
  await page.goto(`/blog/${slug}`)
  await expect(page.getByRole('list', { name: 'Tags', exact: true }).getByRole('listitem')).toHaveText([kept])
})

test(
  'duplicates that failed to load are loaded again, dismissed and suggested again',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(/ERR_FAILED/)
    const word = unique('Sheave').replace(' ', '')
    const names = [`${word}x`, `${word}xs`]
    await staff.create({ title: unique('Both'), tags: names })
    await page.route('**/api/tags/duplicates', (route) => route.abort())
    await open(page)
    await expect(page.getByText('Failed to load the possible duplicates.')).toBeVisible()
    await page.unroute('**/api/tags/duplicates')
    await page.getByRole('button', { name: 'Try again' }).click()
    const offers = page.getByRole('region', { name: 'Possible duplicates' })
    const dismiss = offers.getByRole('button', { name: new RegExp(`^Not duplicates .*${word}`) })
    await expect(offers).toBeVisible()
    await expect(page.getByText('Failed to load')).toHaveCount(0)
    const all = offers.getByRole('button', { name: /^Show all/ })
    if (await all.isVisible()) await all.click()
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
    await dismiss.click()
    await saved
    await holdToast(page, 'are kept as different tags.')
    await expect(dismiss).toHaveCount(0)
    await undoButton(page, 'are kept as different tags.').click()
    await expect(page.getByText('are suggested again.')).toBeVisible()
    await expect(dismiss).toHaveCount(1)
    await expect(toast(page, 'are kept as different tags.')).toHaveCount(0)
  },
)

test(
  'renaming to another tag offers to merge, selected tags are merged, and a tag is deleted',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(networkError(409), /ERR_FAILED/)
    const word = unique('Choice').replace(' ', '')
    const names = ['alpha', 'bravo', 'charlie'].map((name) => `${word} ${name}`)
    const [alpha = '', bravo = '', charlie = ''] = names
    await staff.create({ title: unique('All'), tags: names })
    await page.route(/\/api\/tags\?.*slug=/, (route) => route.abort(), { times: 1 })
    await open(page, `?name=${word}&sort=name`)
    await page.getByRole('button', { name: `Rename ${alpha}` }).click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill(bravo.toUpperCase())
    await expect(dialog(page)).toContainText('1 address redirects')
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await expect(dialog(page)).toContainText(`There is already a tag “${bravo}”.`)
    await expect(dialog(page)).not.toContainText('redirects')
    const mergeWith = dialog(page).getByRole('button', { name: 'Merge with' })
    await mergeWith.click()
    await expect(dialog(page).getByText('The server did not respond. Please try again.')).toBeVisible()
    await mergeWith.click()
    await expect(dialog(page).getByRole('heading', { name: 'Merge 2 tags' })).toBeVisible()
    await dialog(page).press('Escape')

    for (const name of [bravo, charlie]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('group', { name: 'Selected tags' }).getByRole('button', { name: 'Merge' }).click()
    await expect(dialog(page)).toContainText('instead.')
    await dialog(page).getByRole('radio', { name: charlie }).check()
    await expect(dialog(page)).toContainText(`1 post gets “${charlie}” instead.`)
    await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(table(page).getByRole('rowheader')).toHaveText([alpha, charlie])

    await page.getByRole('button', { name: `Delete ${alpha}` }).click()
    await expect(dialog(page)).toContainText('1 post loses this tag. No post is deleted.')
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(table(page).getByRole('rowheader')).toHaveText([charlie])
    await expect(row(page, charlie).getByRole('link')).toBeFocused()
  },
)

test(
  'renaming and deleting a tag keep the other selected tags',
  { tag: '@once' },
  async ({ page, staff }) => {
    const word = unique('Kept').replace(' ', '')
    const names = ['alpha', 'bravo', 'charlie', 'delta'].map((name) => `${word} ${name}`)
    const [alpha = '', bravo = '', charlie = '', delta = ''] = names
    await staff.create({ title: unique('All'), tags: [alpha, bravo, charlie] })
    await open(page, `?name=${word}&sort=name`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: `Rename ${alpha}` }).click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill(delta)
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await expect(table(page).getByRole('rowheader', { name: delta })).toBeVisible()
    const selection = page.getByRole('group', { name: 'Selected tags' })
    await expect(selection).toContainText('3 selected')
    await page.getByRole('button', { name: `Delete ${bravo}` }).click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(selection).toContainText('2 selected')
    await selection.getByRole('button', { name: 'Merge' }).click()
    await expect(dialog(page).getByRole('radio', { name: delta })).toBeVisible()
    await expect(dialog(page).getByRole('radio', { name: charlie })).toBeVisible()
  },
)

test(
  'the effects of a merge that failed to load can be retried, and a merge whose response is lost happens once',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    // The preview of a completed merge is rejected.
    allowed.push(/ERR_FAILED/, networkError(404))
    const word = unique('lost').replace(' ', '')
    const [one, two] = [`${word}one`, `${word}two`]
    await staff.create({ title: unique('Merged once'), tags: [one, two] })
    await page.route('**/api/tags/merge', (route) => route.abort())
    await open(page, `?name=${word}`)
    for (const name of [one, two]) await row(page, name).getByRole('checkbox').check()
    await page.getByRole('group', { name: 'Selected tags' }).getByRole('button', { name: 'Merge' }).click()
    await expect(dialog(page).getByText('Failed to load the effects.')).toBeVisible()
    await page.unroute('**/api/tags/merge')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page)).toContainText('1 post gets')
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)

    let lost = false
    await page.route('**/api/tags/merge', async (route) => {
      if (lost || route.request().postData()?.includes('"preview"')) return route.continue()
      lost = true
      await route.fetch()
      await route.abort()
    })
    const merge = dialog(page).getByRole('button', { name: 'Merge', exact: true })
    await expect(merge).toBeEnabled()
    await merge.click()
    await expect(dialog(page).getByText('The server did not respond. Please try again.')).toBeVisible()
    await merge.click()
    await expect(page.getByText(/^2 tags are now/)).toBeVisible()
    await expect(table(page).getByRole('rowheader')).toHaveCount(1)
  },
)

test(
  'a rename and a deletion whose response is lost do not claim that nothing was changed',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(/ERR_FAILED/, networkError(412), networkError(504), /^response: 504/)
    const word = unique('Away').replace(' ', '')
    const [name, wanted] = [`${word} one`, `${word} two`]
    await staff.create({ title: unique('Tagged'), tags: [name] })
    let lost = false
    await page.route('**/api/tags/*', async (route) => {
      const method = route.request().method()
      if (method === 'GET' || (method === 'PUT' && lost)) return route.continue()
      await route.fetch()
      if (method === 'DELETE')
        return route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway Timeout</h1>' })
      lost = true
      await route.abort()
    })
    await open(page, `?name=${word}`)
    await page.getByRole('button', { name: `Rename ${name}` }).click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill(wanted)
    const rename = dialog(page).getByRole('button', { name: 'Rename' })
    await rename.click()
    await expect(dialog(page).getByRole('alert')).toHaveText('The server did not respond. Please try again.')
    await rename.click()
    await expect(page.getByText(`“${name}” is now “${wanted}” in 1 post.`)).toBeVisible()

    await page.getByRole('button', { name: `Delete ${wanted}` }).click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('The server did not respond. Please try again.')
  },
)

test(
  'a selected tag whose deletion lost its response is deleted again, and no longer selected',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(networkError(404), /ERR_FAILED/)
    const name = unique('Lost').replace(' ', '')
    await staff.create({ title: unique('Tagged'), tags: [name] })
    await loseResponse(page, 'DELETE', '**/api/tags/*')
    await open(page, `?name=${name}`)
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const remove = dialog(page).getByRole('button', { name: 'Delete' })
    await remove.click()
    await expect(dialog(page).getByRole('alert')).toHaveText('The server did not respond. Please try again.')
    await remove.click()
    await expect(toast(page, `“${name}” no longer exists.`)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No tags found' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Selected tags' })).toHaveCount(0)
  },
)

test(
  'renaming and merging do not overwrite a change by someone else',
  { tag: '@once' },
  async ({ page, site, token, staff, allowed }) => {
    allowed.push(networkError(412), networkError(409))
    const word = unique('Unseen').replace(' ', '')
    const [one, two] = [`${word} one`, `${word} two`]
    await staff.create({ title: unique('Both'), tags: [one, two] })
    const headers = { authorization: `Bearer ${token}` }
    const renameElsewhere = async (from: string, name: string) => {
      const query = new URLSearchParams({ include: 'details', name: from })
      const list = await page.request.get(`${site.url}/api/tags?${query}`, { headers })
      const { id } = (await list.json()).data[0]
      await page.request.put(`${site.url}/api/tags/${id}`, { headers, data: { name } })
    }
    await open(page, `?name=${word}&sort=name`)
    await page.getByRole('button', { name: `Rename ${one}` }).click()
    const name = dialog(page).getByRole('textbox', { name: 'Name' })
    await name.fill(`${word} mine`)
    await renameElsewhere(one, `${word} theirs`)
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await expect(dialog(page)).toContainText(`Someone else changed this tag. It is “${word} theirs” now.`)
    await expect(dialog(page).getByRole('heading', { name: `Rename “${word} theirs”` })).toBeVisible()
    await expect(name).toHaveValue(`${word} mine`)
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await expect(table(page).getByRole('rowheader')).toHaveText([`${word} mine`, two])

    for (const tag of [`${word} mine`, two])
      await page.getByRole('checkbox', { name: `Select ${tag}` }).check()
    await page.getByRole('group', { name: 'Selected tags' }).getByRole('button', { name: 'Merge' }).click()
    const merge = dialog(page).getByRole('button', { name: 'Merge', exact: true })
    await expect(dialog(page)).toContainText('instead.')
    await dialog(page).getByRole('radio', { name: two }).check()
    await expect(dialog(page)).toContainText(`1 post gets “${two}” instead.`)
    await renameElsewhere(two, `${word} other`)
    await merge.click()
    await expect(dialog(page)).toContainText(`“${word} other” was changed by someone else.`)
    await expect(dialog(page).getByRole('radio', { name: `${word} other` })).toBeChecked()
    await merge.click()
    await expect(table(page).getByRole('rowheader')).toHaveText([`${word} other`])
  },
)

test(
  'a tag that is renamed while a post is open is renamed in the post without a conflict',
  { tag: '@once' },
  async ({ page, staff, site, allowed }) => {
    allowed.push(networkError(412))
    const [before, after] = [unique('Open'), unique('Moved')]
    const { id, title } = await staff.create({ title: unique('In work'), tags: [before], published: false })
    await page.goto(`/admin/blogs/edit/${id}`)
    const field = page.getByRole('textbox', { name: 'Title' })
    await expect(field).toHaveValue(title)
    const headers = { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' }
    const list = await fetch(`${site.url}/api/tags?include=details&name=${encodeURIComponent(before)}`, {
      headers,
    })
    const [tag] = (await list.json()).data
    const body = JSON.stringify({ name: after })
    await fetch(`${site.url}/api/tags/${tag.id}`, { method: 'PUT', headers, body })
    await field.fill(`${title}, again`)
    await page.getByRole('button', { name: 'Save Draft' }).click()
    await expect(page).toHaveURL('/admin/blogs')
    const stored = await (await fetch(`${site.url}/api/blogs/${id}`, { headers })).json()
    expect([stored.data.title, stored.data.tags]).toEqual([`${title}, again`, [after]])
  },
)

test('the tags are accessible', { tag: '@once' }, async ({ page, staff }) => {
  const word = unique('Seen').replace(' ', '')
  await staff.create({ title: unique('Seen'), tags: [`${word} table`, `${word} tables`] })
  await open(page, `?name=${word}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByRole('region', { name: 'Possible duplicates' })).toBeVisible()
  await expectAccessibleInBoth(page)
})
