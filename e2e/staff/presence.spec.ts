import type { Browser, Page } from '@playwright/test'
import { mediaItemResponseSchema } from '#contract/media.ts'
import { expectAccessible } from '../support/accessibility.ts'
import {
  button,
  changesSaved,
  clockTime,
  content,
  form,
  kept,
  keptOffline,
  open,
  title,
  write,
  saveByKey,
} from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { createUser, type Person } from '../support/people.ts'
import { picture } from '../support/picture-files.ts'
import { signIn } from '../support/session.ts'
import { test } from '../support/staff-fixtures.ts'
import { toast } from '../support/staff-page.ts'
import { showVisual } from '../support/visual-page.ts'

const note = (page: Page) => page.getByRole('status', { name: 'People in this post' })

/** Reports like a page that is shown again, without waiting for the next report. */
const wake = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

async function wakeUntil(page: Page, condition: () => Promise<unknown>) {
  await expect(async () => {
    await wake(page)
    await condition()
  }).toPass()
}

const nextReport = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith('/presence') && response.request().method() === 'POST',
  )

async function openAndReport(page: Page, id: string) {
  const reported = nextReport(page)
  await open(page, id)
  await reported
}

/** Twice, because a single report does not tell of a change yet. */
async function reportAgain(page: Page) {
  for (let count = 0; count < 2; count += 1) {
    const reported = nextReport(page)
    await wake(page)
    await reported
  }
}

/** Waits for the claim itself, because other reports may be on their way. */
async function takeOver(page: Page, name = 'Take over') {
  const claimed = page.waitForResponse(
    (response) =>
      response.url().endsWith('/presence') && response.request().postDataJSON()?.takesOver === true,
  )
  await note(page).getByRole('button', { name }).click()
  await claimed
}

/** Milliseconds from the next key until the editor reports, by the clock of the page. */
const untilReport = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const watch = ({ timeStamp }: Event) =>
          new PerformanceObserver((list) => {
            const sent = list.getEntriesByType('resource').find(({ name }) => name.endsWith('/presence'))
            if (sent && sent.startTime >= timeStamp) resolve(sent.startTime - timeStamp)
          }).observe({ type: 'resource' })
        window.addEventListener('keydown', watch, { capture: true, once: true })
      }),
  )

async function newPageFor(browser: Browser, site: { url: string }, person: Person) {
  const context = await browser.newContext({ baseURL: site.url })
  await signIn(context, site, false, person)
  return context.newPage()
}

test('a second person has read access until they take over, and the first takes the post back', async ({
  page,
  browser,
  site,
  staff,
  token,
}) => {
  const person = await createUser(site.url, token, 'editor')
  const { id } = await staff.create({ title: unique('Two'), content: 'Shared text', published: false })
  await openAndReport(page, id)
  await write(page, 'Typed by the first')
  await kept(page)

  const second = await newPageFor(browser, site, person)
  await open(second, id)
  await expect(note(second)).toContainText(new RegExp(`Editorial team is editing, since ${clockTime}`))
  await expect(title(second)).toBeDisabled()
  await expect(content(second)).toHaveAttribute('aria-readonly', 'true')
  await content(second).click()
  await second.keyboard.press('x')
  await expect(content(second)).toHaveText('Shared text')
  await button(second, 'Publish').press('Enter')

  const held = Promise.withResolvers<void>()
  const post = `**/api/blogs/${id}`
  await second.route(post, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    await held.promise
    return route.fulfill({ response })
  })
  const asked = second.waitForRequest((request) => request.method() === 'GET' && request.url().endsWith(id))
  await note(second).getByRole('button', { name: 'Take over' }).click()
  const newest = (await asked).response()
  await expect(title(second)).toBeFocused()
  await expect(title(second)).toBeEnabled()
  await write(second, 'Typed by the second')
  await saveByKey(second)
  held.resolve()
  await (await newest)?.finished()
  await content(second).press('End')
  await second.keyboard.insertText('!')
  await saveByKey(second)
  await expect(content(second)).toHaveText('Typed by the second!')

  await title(page).focus()
  await wakeUntil(page, () =>
    expect(note(page)).toContainText(`${person.name} took over`, { timeout: 2_000 }),
  )
  await expect(title(page)).toBeDisabled()
  await expect(note(page)).toBeFocused()
  await expect(content(page)).toHaveText('Typed by the first')
  await expectAccessible(page, 'a post that was taken over', { exclude: 'iframe' })
  await note(page).getByRole('button', { name: 'Take back' }).click()
  await expect(title(page)).toBeEnabled()
  await expect(content(page)).toHaveText('Typed by the first')
  await wakeUntil(second, () => expect(note(second)).toContainText('took over', { timeout: 2_000 }))

  page.on('dialog', (dialog) => void dialog.accept())
  await second.goto('about:blank')
  await second.context().close()
  await page.goto('about:blank')
  await person.remove()
})

test(
  'a text for an image outlasts a takeover, and a writer learns of the next one at the first key',
  { tag: '@once' },
  async ({ page, request, browser, site, staff, token, allowed }) => {
    // The first writer's text conflicts with what the second saved once the post is taken back.
    allowed.push(networkError(409), networkError(412))
    const name = `${unique('Picked').replace(' ', '-')}.png`
    const file = { name, mimeType: 'image/png', buffer: await picture() }
    const headers = { authorization: `Bearer ${token}` }
    const uploaded = await request.post('/api/media', { multipart: { file }, headers })
    const item = mediaItemResponseSchema.parse(await uploaded.json()).data
    const person = await createUser(site.url, token, 'editor')
    const { id } = await staff.create({ title: unique('Picking'), content: 'Shared text' })
    await openAndReport(page, id)
    await form(page).getByRole('button', { name: 'Image from the media library' }).click()
    await page.getByRole('dialog', { name: 'Media library' }).getByRole('button', { name }).click()
    const description = page.getByRole('dialog', { name }).getByLabel('Alternative text')
    await description.fill('A halyard')

    const second = await newPageFor(browser, site, person)
    await open(second, id)
    await takeOver(second)
    await wakeUntil(page, () =>
      expect(page.getByText(`${person.name} took over`)).toBeVisible({ timeout: 2_000 }),
    )
    await expect(description).toHaveValue('A halyard')
    const storing = page.waitForResponse(`**/api/media/${item.id}`)
    await page.getByRole('button', { name: 'Use image' }).click()
    await expect(toast(page, 'The image was not inserted, because someone else took over.')).toBeVisible()
    await expect(content(page)).toHaveText('Shared text')
    expect(mediaItemResponseSchema.parse(await (await storing).json()).data.alt).toBe('A halyard')

    await takeOver(page, 'Take back')
    await expect(title(page)).toBeEnabled()
    await write(page, 'Typed by the first')
    await changesSaved(page)
    await wakeUntil(second, () => expect(note(second)).toContainText('took over', { timeout: 2_000 }))
    await takeOver(second, 'Take back')
    const waited = untilReport(page)
    await content(page).press('!')
    // Without the key, the next report would come after up to 15 seconds.
    expect(await waited).toBeLessThan(10_000)
    await expect(note(page)).toContainText(`${person.name} took over`)
    await expect(title(page)).toBeDisabled()
    await expect(note(second)).toContainText('Editorial team has this post open')
    await write(second, 'Typed by the second')
    await changesSaved(second)
    await note(page).getByRole('button', { name: 'Take back' }).click()
    await expect(note(second)).toContainText('took over')
    await second.context().close()
    await page.goto('about:blank')
    await request.delete(`/api/media/${item.id}`, { headers })
    await person.remove()
  },
)

test(
  'a hidden editor keeps reporting, and one that is left or reloaded does not find itself',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { id } = await staff.create({ title: unique('Reloaded'), content: 'Text', published: false })
    await openAndReport(page, id)
    const methods: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/presence')) methods.push(request.method())
    })
    const left = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pagehide'))
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await left
    expect(methods).toEqual(['DELETE'])
    const shown = page.waitForResponse('**/presence')
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow')))
    await shown
    await page.reload()
    await expect(content(page)).toBeVisible()
    const reported = page.waitForResponse('**/presence')
    await wake(page)
    expect((await (await reported).json()).data.others).toEqual([])

    await page.evaluate(() =>
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' }),
    )
    const hidden = page.waitForResponse('**/presence')
    await wake(page)
    expect((await hidden).status()).toBe(200)
    await page.goto('about:blank')
  },
)

test(
  'who cannot write reads the outline, the preview and the notes, takes over when the editor has left, and leaves focus mode',
  { tag: '@once' },
  async ({ page, browser, site, staff, token }) => {
    const person = await createUser(site.url, token, 'editor')
    const fields = { title: unique('Read'), content: '## Knots\n\nShared text', published: false }
    const { id } = await staff.create(fields)
    const first = await newPageFor(browser, site, person)
    await openAndReport(first, id)

    await open(page, id)
    await expect(note(page)).toContainText(`${person.name} is editing`)
    await expect(title(page)).toBeDisabled()
    await expectAccessible(page, 'a post that somebody else edits', { exclude: 'iframe' })
    await page.setViewportSize({ width: 375, height: 800 })
    await button(page, 'Outline').click()
    await expect(page.getByRole('dialog', { name: 'Outline' })).toContainText('Knots')
    await page.keyboard.press('Escape')
    await button(page, 'Preview').click()
    const preview = page.frameLocator('iframe[title="Preview of the article"]')
    await expect(preview.getByText('Shared text')).toBeVisible()
    await button(page, 'Visual').click()
    await button(page, 'Write').click()
    await expect(content(page)).toHaveAttribute('aria-readonly', 'true')
    await expect(form(page).getByRole('toolbar')).toHaveCount(0)
    await button(page, 'Notes').click()
    await button(page, 'Add a note').click()
    await form(page).getByRole('textbox', { name: 'New note' }).fill('About the whole')
    await button(page, 'Save note').click()
    await expect(form(page).getByText('About the whole', { exact: true })).toBeVisible()
    await button(page, 'Markdown').click()

    await write(first, 'Saved by the first')
    await saveByKey(first)
    await expect(content(page)).toHaveText('## KnotsShared text')
    await first.goto('about:blank')
    await wakeUntil(page, () =>
      expect(note(page)).toContainText('Nobody is editing this post anymore', { timeout: 2_000 }),
    )
    await expect(title(page)).toBeDisabled()
    await note(page).getByRole('button', { name: 'Take over' }).click()
    await expect(title(page)).toBeEnabled()
    await expect(note(page)).toHaveText('')
    await expect(content(page)).toHaveText('Saved by the first')

    await button(page, 'Focus mode').click()
    await expect(title(page)).toBeHidden()
    await open(first, id)
    await takeOver(first)
    await wakeUntil(page, () =>
      expect(note(page)).toContainText(`${person.name} took over`, { timeout: 2_000 }),
    )
    await expect(note(page)).toBeVisible()
    await expect(title(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Leave focus mode' })).toHaveCount(0)
    await first.context().close()
    await page.goto('about:blank')
    await person.remove()
  },
)

test(
  'an open post tells that it was changed elsewhere, and not after an own save',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(/ERR_FAILED/, networkError(412))
    const name = unique('Elsewhere')
    const { id } = await staff.create({ title: name, content: 'Text', published: false })
    let isLost = false
    await page.route(`**/api/blogs/${id}`, async (route) => {
      if (!isLost || route.request().method() !== 'PUT') return route.fallback()
      await staff.update(id, { title: name, content: 'Lost text' })
      return route.abort()
    })
    await openAndReport(page, id)
    const state = page.locator('.editor-state')
    await write(page, 'Own text')
    await saveByKey(page)
    await reportAgain(page)
    await expect(state).toHaveText(new RegExp(`^Saved ${clockTime}$`))

    isLost = true
    await write(page, 'Lost text')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(toast(page, 'Failed to save blog post. Please try again.').first()).toBeVisible()
    isLost = false
    await reportAgain(page)
    await expect(state).toHaveText(/^Not saved yet\. Backup in this browser/)
    await saveByKey(page)

    await staff.update(id, { excerpt: 'By another client' })
    await wakeUntil(page, () =>
      expect(state).toHaveText('This post was changed elsewhere. Reload the page to see it.', {
        timeout: 2_000,
      }),
    )
    await write(page, 'Newer text')
    await expect(state).toHaveText('Not saved yet. This post was changed elsewhere. Save to compare.')
    await button(page, 'Save Draft').click()
    const dialog = page.getByRole('dialog', { name: 'This post was edited in another tab or browser' })
    await dialog.getByRole('button', { name: 'Use their version' }).click()
    await reportAgain(page)
    await expect(state).toHaveText('')
  },
)

test('two people who changed a post merge it by paragraph', async ({
  page,
  site,
  staff,
  token,
  storedPosts,
  allowed,
}) => {
  allowed.push(networkError(412))
  const person = await createUser(site.url, token, 'editor')
  const name = unique('Merged')
  const { id } = await staff.create({ title: name, content: 'One\n\nTwo\n\nThree', published: false })
  await open(page, id)
  await write(page, 'One mine\n\nTwo mine\n\nThree')
  await title(page).fill(`${name} mine`)
  await kept(page)
  const change = new FormData()
  for (const [field, value] of [
    ['title', `${name} theirs`],
    ['content', 'One\n\nTwo theirs\n\nThree theirs'],
    ['excerpt', 'Only theirs'],
  ] as const)
    change.set(field, value)
  const headers = { authorization: `Bearer ${person.token}` }
  const changed = await fetch(`${site.url}/api/blogs/${id}`, { method: 'PUT', headers, body: change })
  expect(changed.status).toBe(200)

  const dialog = page.getByRole('dialog', { name: 'This post was edited by someone else' })
  await page.keyboard.press('ControlOrMeta+s')
  await expect(dialog).toContainText(person.name)
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog).toContainText('Only they changed: Excerpt, 1 paragraph')
  await expect(dialog).toContainText('Only you changed: 1 paragraph')
  await expect(dialog).toContainText('0 of 2 chosen')
  await expectAccessible(page, 'the merge', { include: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(content(page)).toContainText('Two mine')

  await page.keyboard.press('ControlOrMeta+s')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await dialog.getByRole('button', { name: 'Use merged version' }).press('Enter')
  const first = dialog.getByRole('group', { name: 'Title' })
  await expect(first.getByRole('radio', { name: 'Theirs' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(first.getByRole('radio', { name: 'Theirs' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(first.getByRole('radio', { name: 'Yours' })).toBeChecked()
  await dialog.getByRole('group', { name: 'Text 1 of 1' }).getByRole('radio', { name: 'Both' }).check()
  await expect(dialog).toContainText('2 of 2 chosen')
  await page.mouse.click(5, 5)
  await expect(dialog).toContainText('2 of 2 chosen')
  await dialog.getByRole('button', { name: 'Use merged version' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(title(page)).toHaveValue(`${name} mine`)
  await expect(content(page)).toContainText('Three theirs')
  expect((await storedPosts.read(id)).content).toBe('One\n\nTwo theirs\n\nThree theirs')
  await kept(page)
  await saveByKey(page)
  expect(await storedPosts.read(id)).toMatchObject({
    title: `${name} mine`,
    excerpt: 'Only theirs',
    content: 'One mine\n\nTwo theirs\n\nTwo mine\n\nThree theirs',
  })
  await page.goto('about:blank')
  await person.remove()
})

test(
  'two people who edited a live post merge their changes in Visual, and publish them together',
  { tag: '@once' },
  async ({ page, context, browser, site, staff, token, allowed }) => {
    // The autosave may be sent before the page learns of the takeover.
    allowed.push(networkError(409), networkError(412), /ERR_INTERNET_DISCONNECTED/)
    const person = await createUser(site.url, token, 'editor')
    const post = await staff.create({ title: unique('Live for two'), content: 'One\n\nTwo\n\nThree' })
    await openAndReport(page, post.id)
    await context.setOffline(true)
    await write(page, 'One mine\n\nTwo mine\n\nThree')
    await keptOffline(page)

    const second = await newPageFor(browser, site, person)
    await open(second, post.id)
    await takeOver(second)
    await expect(title(second)).toBeEnabled()
    await write(second, 'One\n\nTwo theirs\n\nThree theirs')
    await changesSaved(second)

    await context.setOffline(false)
    await wakeUntil(page, () =>
      expect(note(page)).toContainText(`${person.name} took over`, { timeout: 2_000 }),
    )
    await note(page).getByRole('button', { name: 'Take back' }).click()
    await expect(title(page)).toBeEnabled()
    await showVisual(page)
    await expect(content(page).getByRole('paragraph')).toHaveText(['One mine', 'Two mine', 'Three'])
    await page.keyboard.press('ControlOrMeta+s')
    const dialog = page.getByRole('dialog', { name: 'This post was edited by someone else' })
    await expect(dialog).toContainText(person.name)
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await expect(dialog).toContainText('Only they changed: 1 paragraph')
    await expect(dialog).toContainText('Only you changed: 1 paragraph')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(content(page)).toContainText('Two mine')
    await page.keyboard.press('ControlOrMeta+s')
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await dialog.getByRole('group', { name: 'Text 1 of 1' }).getByRole('radio', { name: 'Theirs' }).check()
    await dialog.getByRole('button', { name: 'Use merged version' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(content(page).getByRole('paragraph')).toHaveText(['One mine', 'Two theirs', 'Three theirs'])
    await changesSaved(page)
    const publicText = async () => (await page.request.get(`/blog/${post.slug}`)).text()
    expect(await publicText()).not.toContain('One mine')
    await button(page, 'Publish changes').click()
    await expect(page).toHaveURL(/\/admin\/blogs$/)
    const text = await publicText()
    for (const paragraph of ['One mine', 'Two theirs', 'Three theirs']) expect(text).toContain(paragraph)
    expect(text).not.toContain('Two mine')
    await second.context().close()
    await page.goto('about:blank')
    await person.remove()
  },
)
