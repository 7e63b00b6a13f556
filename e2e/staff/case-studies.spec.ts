import type { Page } from '@playwright/test'
import { expectAccessibleInBoth, expectNoOverflow } from '../support/accessibility.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { chooseFile, picture } from '../support/picture-files.ts'
import { test } from '../support/staff-fixtures.ts'
import { openHydrated, holdToast, undoButton } from '../support/staff-page.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Case study' })
const content = (page: Page) => form(page).getByRole('textbox', { name: 'Content' })
const button = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true })
const rows = (page: Page) =>
  page.getByRole('list', { name: 'Case studies in their order' }).getByRole('listitem')
const handle = (page: Page, title: string) => page.getByRole('button', { name: `Move ${title}, position` })

const orderStored = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/order') && response.ok())

async function fill(page: Page, title: string) {
  await form(page).getByLabel('Title', { exact: true }).fill(title)
  await form(page).getByLabel('Client').fill('Bay Lines')
  await form(page).getByLabel('Summary').fill('One timetable for nine islands.')
  await form(page).getByLabel('Figure 1', { exact: true }).fill('€12,500,000')
  await form(page).getByLabel('What figure 1 counts').fill('saved')
  await content(page).click()
  await page.keyboard.insertText('## Why\n\nNobody could read the old one.')
  await form(page).getByRole('checkbox', { name: 'Web Development' }).check()
  await form(page).getByRole('combobox', { name: 'Drawing' }).selectOption('Dots')
  await form(page).getByLabel('Values').fill('1,250')
  await form(page).getByLabel('Caption').fill('Each dot is one sailing.')
}

async function chooseCover(page: Page) {
  const file = { name: 'ferry.png', mimeType: 'image/png', buffer: await picture(1300, 800) }
  await chooseFile(page, button(page, 'Choose image'), file)
  await form(page).getByLabel('Alternative text').fill('A red ferry')
}

test(
  'a case study is written, seen by visitors, moved, renamed and deleted',
  { tag: '@once' },
  async ({ page, request, allowed }) => {
    allowed.push(networkError(422))
    const title = unique('Ferry timetable')
    await page.goto('/admin/case-studies/new')
    await button(page, 'Publish').click()
    await expect(page.getByText('Please fill in the title and content fields.')).toBeVisible()
    await expect(form(page).getByText('Client is required')).toBeVisible()
    await expect(form(page).getByText('Add at least one result')).toBeVisible()
    await fill(page, title)
    await chooseCover(page)
    await expect(form(page).getByText(/^Not saved yet\. Backup in this browser/)).toBeVisible()
    await button(page, 'Publish').click()
    await expect(page.getByText('Case study created successfully!')).toBeVisible()
    await expect(rows(page).first()).toContainText(title)
    await expect(rows(page).first()).toContainText('Home page')

    const slug = title.toLowerCase().replaceAll(' ', '-')
    const home = await request.get('/')
    expect(await home.text()).toContain(`/work/${slug}`)
    const list = await (await request.get('/work')).text()
    expect(list.indexOf(title)).toBeLessThan(list.indexOf('E-commerce redesign'))
    const article = await (await request.get(`/work/${slug}`)).text()
    for (const text of ['Nobody could read the old one.', 'alt="A red ferry"', '1,250 dots', 'Bay Lines'])
      expect(article).toContain(text)
    const visitor = await page.context().newPage()
    for (const path of ['/', '/work', `/work/${slug}`, '/work/saas-dashboard']) {
      await visitor.goto(path)
      for (const width of [375, 1440]) {
        await visitor.setViewportSize({ width, height: 900 })
        await expectNoOverflow(visitor, `${path} at ${width} px`)
      }
    }
    await visitor.close()

    await handle(page, title).focus()
    const moved = orderStored(page)
    await page.keyboard.press('ArrowDown')
    await moved
    await holdToast(page, 'Order saved.')
    await expect(rows(page).nth(1)).toContainText(title)
    await expect(handle(page, title)).toBeFocused()
    await expect(page.getByText(/: position 2 of \d+$/)).toHaveRole('status')
    const reordered = await (await request.get('/work')).text()
    expect(reordered.indexOf(title)).toBeGreaterThan(reordered.indexOf('E-commerce redesign'))
    const undone = orderStored(page)
    await undoButton(page, 'Order saved.').click()
    await undone
    await expect(rows(page).first()).toContainText(title)

    await rows(page).first().getByRole('link', { name: title }).click()
    await form(page).getByLabel('URL').fill(`${slug}-new`)
    await button(page, 'Publish').click()
    await expect(page.getByText('Case study updated successfully!')).toBeVisible()
    const old = await request.get(`/work/${slug}`, { maxRedirects: 0 })
    expect([old.status(), old.headers()['location']]).toEqual([308, `/work/${slug}-new`])

    await rows(page)
      .first()
      .getByRole('button', { name: `Actions for ${title}` })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Case study deleted successfully!')).toBeVisible()
    await expect(rows(page).filter({ hasText: title })).toHaveCount(0)
    for (const path of [`/work/${slug}-new`, `/work/${slug}`])
      expect((await request.get(path)).status()).toBe(404)
    expect(await (await request.get('/')).text()).not.toContain(title)
  },
)

test(
  'quick moves are saved as one order, and Escape in the question about a deletion leads back to the row',
  { tag: '@once' },
  async ({ page, request }) => {
    let sent = 0
    const opened = Promise.withResolvers<void>()
    await page.route('**/api/case-studies/order', async (route) => {
      sent += 1
      await opened.promise
      await route.continue()
    })
    await openHydrated(page, '/admin/case-studies')
    await expect(rows(page).first()).toBeVisible()
    const titles = () => rows(page).getByRole('link').allTextContents()
    const before = await titles()
    const [first = ''] = before
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await handle(page, first).press(key)
    const moved = await titles()
    expect(moved.indexOf(first)).toBe(1)
    opened.resolve()
    await expect.poll(() => sent).toBe(2)
    // The message of the first save may still be closing.
    await expect(page.getByText('Order saved.').last()).toBeVisible()
    const stored = async () =>
      (await (await request.get('/api/case-studies')).json()).data.caseStudies.map(
        ({ title }: { title: string }) => title,
      )
    const published = await stored()
    await expect.poll(stored).toEqual(moved.filter((title) => published.includes(title)))
    expect(sent).toBe(2)
    await handle(page, first).press('Home')
    await expect.poll(() => sent).toBe(3)
    await expect.poll(stored).toEqual(before.filter((title) => published.includes(title)))
    await expect.poll(titles).toEqual(before)

    const actions = page.getByRole('button', { name: /^Actions for/ }).first()
    await actions.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(actions).toBeFocused()
  },
)

test('rows are dragged, and a failed move is reverted', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(/ERR_FAILED/)
  await page.route('**/api/case-studies/order', (route) => route.abort())
  await openHydrated(page, '/admin/case-studies')
  await expect(rows(page).first()).toBeVisible()
  const titles = () => rows(page).getByRole('link').allTextContents()
  const before = await titles()
  const [first = '', second = ''] = before
  const drag = async () => {
    // Waits until the rows stand still, before the other one is measured.
    await handle(page, first).hover()
    const to = await handle(page, second).boundingBox()
    if (!to) throw new Error('no handle')
    await page.mouse.down()
    await page.mouse.move(to.x + 20, to.y + to.height, { steps: 4 })
    await page.mouse.up()
  }
  await drag()
  await expect(page.getByText('Failed to save the order. Please try again.')).toBeVisible()
  await expect.poll(titles).toEqual(before)
  await page.unroute('**/api/case-studies/order')

  const moved = orderStored(page)
  await drag()
  await moved
  await expect(rows(page).first()).toContainText(second)
  const back = orderStored(page)
  await page.getByRole('button', { name: `Actions for ${first}` }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await back
  await expect.poll(titles).toEqual(before)
})

test(
  'unsaved text is restored, and another version is not overwritten',
  { tag: '@once' },
  async ({ page, site, token, request, allowed }) => {
    allowed.push(networkError(412))
    page.on('dialog', (dialog) => void dialog.accept())
    const title = unique('Guarded study')
    const headers = { authorization: `Bearer ${token}` }
    const results = [{ figure: '2', label: 'berths' }]
    const study = { title, client: 'Quay', summary: 'Short.', content: 'Stored text', results }
    const created = await request.post(`${site.url}/api/case-studies`, { headers, data: study })
    const { id } = (await created.json()).data
    const path = `/api/case-studies/${id}`
    await page.goto(`/admin/case-studies/edit/${id}`)
    await content(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('My text')
    await expect(form(page).getByText(/^Not saved yet\. Backup in this browser/)).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: `Restore “${title}”` }).click()
    await expect(content(page)).toHaveText('My text')

    const preview = page.waitForEvent('popup')
    await form(page)
      .getByRole('link', { name: /^Preview page/ })
      .click()
    await expect((await preview).getByText('My text')).toBeVisible()
    await (await preview).close()

    await request.put(path, { headers, data: { content: 'Their text', client: 'Harbor' } })
    await button(page, 'Save Draft').click()
    const conflict = page.getByRole('dialog', {
      name: 'This case study was edited in another tab or browser',
    })
    await conflict.getByRole('button', { name: 'Compare' }).click()
    await expect(conflict).toContainText('Harbor')
    await expect(conflict).toContainText('Their text')
    await conflict.getByRole('button', { name: 'Overwrite' }).click()
    await expect(page.getByText('Case study updated successfully!')).toBeVisible()
    const { data } = await (await request.get(path, { headers })).json()
    expect(data).toMatchObject({ content: 'My text', version: 3 })
    await page.close()
    await request.delete(path, { headers })
  },
)

test(
  'a case study is not deleted over a change that was not seen',
  { tag: '@once' },
  async ({ page, site, token, request, allowed }) => {
    allowed.push(networkError(412))
    const [title, renamed] = [unique('Seen study'), unique('Changed study')]
    const headers = { authorization: `Bearer ${token}` }
    const results = [{ figure: '2', label: 'berths' }]
    const data = { title, client: 'Quay', summary: 'Short.', content: 'Text', results }
    const created = await request.post(`${site.url}/api/case-studies`, { headers, data })
    const { id } = (await created.json()).data
    await openHydrated(page, '/admin/case-studies')
    const remove = async (name: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    }
    await expect(rows(page).filter({ hasText: title })).toBeVisible()
    await request.put(`${site.url}/api/case-studies/${id}`, { headers, data: { title: renamed } })
    await remove(title)
    await expect(page.getByText('Someone else changed this case study.')).toBeVisible()
    await expect(rows(page).filter({ hasText: renamed })).toBeVisible()
    await remove(renamed)
    await expect(page.getByText('Case study deleted successfully!')).toBeVisible()
  },
)

test(
  'a case study that was deleted elsewhere says so and leads back to the list',
  { tag: '@once' },
  async ({ page, site, token, request }) => {
    const headers = { authorization: `Bearer ${token}` }
    const results = [{ figure: '2', label: 'berths' }]
    const data = { title: unique('Gone study'), client: 'Quay', summary: 'Short.', content: 'Text', results }
    const created = await request.post(`${site.url}/api/case-studies`, { headers, data })
    const { id } = (await created.json()).data
    await request.delete(`${site.url}/api/case-studies/${id}`, { headers })
    for (const view of ['edit', 'preview']) {
      await page.goto(`/admin/case-studies/${view}/${id}`)
      await expect(page.getByText('This case study no longer exists.')).toBeVisible()
      await expect(page).toHaveURL('/admin/case-studies')
    }
  },
)

test('the screens are accessible at every width and in both themes', { tag: '@once' }, async ({ page }) => {
  for (const path of ['/admin/case-studies', '/admin/case-studies/new']) {
    await page.goto(path)
    await expect(path.endsWith('new') ? content(page) : rows(page).first()).toBeVisible()
    await expectAccessibleInBoth(page, path, { exclude: 'iframe' })
  }
})
