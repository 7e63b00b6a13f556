import { button, content, form, keptOffline, open, title, write } from '../support/editor-page.ts'
import { expect, unique } from '../support/fixtures.ts'
import { test } from '../support/staff-fixtures.ts'
import { openHydrated, toast } from '../support/staff-page.ts'

test(
  'a draft saved offline is saved when the connection returns',
  { tag: '@once' },
  async ({ page, context, storedPosts, allowed }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED/)
    const name = unique('In a tunnel')
    await open(page)
    await context.setOffline(true)
    await title(page).fill(name)
    await write(page, 'The first half')
    await expect(
      form(page).getByText('You are offline. Your text is kept in this browser.', { exact: true }),
    ).toBeVisible()
    await page.setViewportSize({ width: 375, height: 740 })
    const detail = await form(page)
      .getByText('Your text is kept in this browser.', { exact: true })
      .boundingBox()
    expect(detail?.width).toBe(375)
    await button(page, 'Focus mode').click()
    await expect(title(page)).toBeHidden()
    await expect(page.locator('.editor-state')).toBeVisible()
    await page.keyboard.press('Escape')

    await button(page, 'Save Draft').click()
    await keptOffline(page)
    await content(page).press('End')
    await page.keyboard.insertText(' and the second')
    expect(await storedPosts.find(name)).toEqual([])

    await context.setOffline(false)
    await expect(page).toHaveURL(/\/admin\/blogs\/edit\//)
    await expect(form(page).getByText(/^Saved /)).toBeVisible()
    const [post] = await storedPosts.find(name)
    expect(await storedPosts.read(post?.id ?? '')).toMatchObject({
      content: 'The first half and the second',
      published: false,
    })
  },
)

test(
  'a link that is followed offline from an editor causes no error in it',
  { tag: '@once' },
  async ({ page, context, staff, allowed }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch RSC payload/)
    const { id } = await staff.create({ title: unique('Left in a tunnel'), published: false })
    await openHydrated(page, `/admin/blogs/edit/${id}`)
    await expect(content(page)).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Analytics', exact: true }).click()
    await expect(page).toHaveURL(/^chrome-error:/)
    await context.setOffline(false)
    await page.goBack()
    await expect(content(page)).toBeVisible()
  },
)

test(
  'a note on a passage is begun offline, where a post cannot be published',
  { tag: '@once' },
  async ({ page, context, staff, allowed }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED/)
    const post = await staff.create({ title: unique('Noted'), content: 'A rope.', published: false })
    await open(page, post.id)
    await form(page)
      .getByRole('button', { name: /^Notes/ })
      .click()
    const panel = form(page).getByRole('region', { name: 'Notes' })
    await expect(panel.getByText('There are no open notes.')).toBeVisible()
    await context.setOffline(true)
    await content(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    await panel.getByRole('button', { name: 'Add a note' }).click()
    await expect(panel.getByRole('blockquote')).toHaveText('A rope.')
    await panel.getByRole('textbox', { name: 'New note' }).fill('Which rope?')
    await title(page).fill(`${post.title}, changed in a tunnel`)
    await button(page, 'Publish').click()
    await expect(toast(page, 'Failed to save blog post. Please try again.')).toContainText('You are offline.')
    await context.setOffline(false)
    await panel.getByRole('button', { name: 'Save note' }).click()
    await expect(panel.getByRole('status')).toHaveText('Note added.')
  },
)

test(
  'a change in a dialog and a search fail at once while offline',
  { tag: '@once' },
  async ({ page, context, staff, allowed }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED/)
    const [before, after] = [unique('Ashore'), unique('Afloat')]
    await staff.create({ title: unique('Tagged'), tags: [before] })
    await openHydrated(page, `/admin/blogs/tags?name=${encodeURIComponent(before)}`)
    await page.getByRole('button', { name: `Rename ${before}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(after)
    await expect(dialog).toContainText('1 post changes.')
    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(dialog).toContainText('The server did not respond. Please try again.')
    await context.setOffline(false)
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByText(`“${before}” is now “${after}” in 1 post.`)).toBeVisible()

    await context.setOffline(true)
    await page.getByRole('searchbox', { name: 'Search tags' }).fill('rope')
    await expect(page.getByRole('alert').filter({ hasText: 'tags' })).toBeVisible()
  },
)

test(
  'a part that cannot be loaded leaves the page as it is, and loads when the connection returns',
  { tag: '@once' },
  async ({ page, context, allowed }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED/)
    await open(page)
    await write(page, 'Kept')
    // It needs the counts of the frame, which cannot be loaded offline.
    await expect(button(page, 'Media library')).toBeVisible()
    await context.setOffline(true)
    const failed = toast(page, 'This part of the page could not be loaded. Please try again.')
    await title(page).click()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(failed).toBeVisible()
    // A part that is still loading would be shown when the connection returns.
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/_next/static/'))
    await button(page, 'Media library').click()
    await lost
    await button(page, 'Visual').click()
    await expect(toast(page, 'The visual editor could not be loaded. Please try again.')).toBeVisible()
    await expect(content(page)).toHaveText('Kept')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await context.setOffline(false)
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
    await page.keyboard.press('Escape')
    await button(page, 'Visual').click()
    await expect(button(page, 'Visual')).toHaveAttribute('aria-pressed', 'true')
    await expect(content(page)).toHaveText('Kept')
    await button(page, 'Markdown').click()
  },
)
