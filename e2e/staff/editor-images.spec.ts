import { truncate, writeFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import {
  article,
  button,
  content,
  form,
  inList,
  open,
  rendered,
  write,
  saveByKey,
} from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { chooseFile, picture } from '../support/picture-files.ts'
import { holdDecoding, largePicture, letDecode } from '../support/slow-decoding.ts'
import type { PostFields } from '../support/staff-client.ts'
import { test } from '../support/staff-fixtures.ts'
import { toast } from '../support/staff-page.ts'
import { showVisual } from '../support/visual-page.ts'

async function bring(target: Locator, kind: 'paste' | 'drop', buffer: Buffer, name: string, type: string) {
  await target.evaluate(
    (element, { kind, base64, name, type }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type }))
      const { left, top } = element.getBoundingClientRect()
      const options = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data, clientX: left + 30, clientY: top + 30 }),
      )
    },
    { kind, base64: buffer.toString('base64'), name, type },
  )
}

test(
  'the editor is not switched while an image is uploaded, which is inserted even if its description is not stored',
  { tag: '@once' },
  async ({ page, allowed }) => {
    allowed.push(/ERR_CONNECTION_FAILED/)
    await page.route('**/api/media/*', (route) =>
      route.request().method() === 'PUT' ? route.abort('connectionfailed') : route.continue(),
    )
    const release = await holdRequests(page, '**/api/media', { times: 1 })
    await open(page)
    await write(page, 'Before')
    await bring(content(page), 'paste', await picture(), 'flag.png', 'image/png')
    const question = page.getByRole('dialog', { name: 'Add image' })
    await question.getByLabel('Alternative text').fill('A flag')
    await question.getByRole('button', { name: 'Insert image' }).click()
    await button(page, 'Visual').click()
    await expect(page.getByText('An image is still being uploaded.')).toBeVisible()
    const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT')
    release()
    await lost
    await expect(content(page)).toContainText('![A flag](/api/media/')
    await expect(question).toHaveCount(0)
    await button(page, 'Visual').click()
    await expect(content(page).getByRole('img', { name: 'A flag' })).toBeVisible()
  },
)

test('images are uploaded where they are pasted or dropped, and described', async ({
  page,
  allowed,
  request,
}) => {
  allowed.push(networkError(422))
  const question = page.getByRole('dialog', { name: 'Add image' })
  await open(page)
  await write(page, 'Before')
  await bring(content(page), 'paste', await picture(), 'flag.png', 'image/png')
  const alt = question.getByLabel('Alternative text')
  await expect(alt).toBeFocused()
  await expect(alt).toHaveAccessibleDescription(/^Describe the image for people who can't see it\./)
  const described = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/api/media/'),
  )
  await page.keyboard.type('A [flag]')
  await page.mouse.click(5, 5)
  await expect(question).toBeVisible()
  await alt.press('Enter')
  expect((await (await described).json()).data).toMatchObject({
    ...{ alt: 'A [flag]', deletedAt: expect.any(String) },
  })
  await expect(content(page)).toContainText(/Before!\[A \\\[flag\\\]\]\(\/api\/media\/[\w-]+-640\.webp\)/)
  await expect(content(page)).toBeFocused()
  const shown = article(page).getByRole('img', { name: 'A [flag]' })
  await rendered(shown).toBeVisible()
  expect((await request.get((await shown.getAttribute('src')) ?? '')).status()).toBe(200)

  const large = { width: 2500, height: 1250, channels: 3 as const, background: 'black' }
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const photo = await sharp({ create: { ...large, noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(photo.length).toBeGreaterThan(6 * 1024 * 1024)
  const upload = page.waitForRequest('**/api/media')
  await chooseFile(page, button(page, 'Image'), {
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: photo,
  })
  await question.getByRole('button', { name: 'Insert image' }).click()
  expect((await (await upload).allHeaders())['content-length']).toMatch(/^[1-4]?\d{1,6}$/)
  await rendered(content(page)).toContainText(/!\[\]\(\/api\/media\/[\w-]+-2400\.webp\)/)

  const release = await holdRequests(page, '**/api/media', { times: 1 })
  await bring(content(page), 'drop', await picture(300, 300), 'square.png', 'image/png')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await bring(content(page), 'paste', await picture(), 'second.png', 'image/png')
  await expect(alt).toBeFocused()
  release()
  // Not found by role, because the dialog hides it from assistive technology.
  await expect(page.locator('.cm-content')).not.toContainText('Uploading square.png')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await bring(content(page), 'paste', Buffer.from('no picture'), 'broken.png', 'image/png')
  await expect(question.getByRole('alert')).toContainText('The image could not be uploaded.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(content(page)).not.toContainText(/Uploading|-300\.webp/)
})

test(
  'a failed upload keeps the description for another try in either editor',
  { tag: '@once' },
  async ({ page, allowed }) => {
    allowed.push(networkError(503), /^response: 503/)
    const question = page.getByRole('dialog', { name: 'Add image' })
    const alt = question.getByLabel('Alternative text')
    const uploading = '**/api/media'
    await open(page)
    for (const editor of ['Markdown', 'Visual']) {
      const held = Promise.withResolvers<void>()
      await page.route(uploading, async (route) => {
        await held.promise
        await route.fulfill({ status: 503, json: { error: 'Try again later.' } })
      })
      if (editor === 'Visual') await showVisual(page)
      await expect(button(page, editor)).toHaveAttribute('aria-pressed', 'true')
      await content(page).click()
      await bring(content(page), 'paste', await picture(), 'flag.png', 'image/png')
      await alt.fill(`A flag in ${editor}`)
      await question.getByRole('button', { name: 'Insert image' }).click()
      await expect(question).toHaveCount(0)
      held.resolve()
      const failure = 'The image could not be uploaded. Try again later.'
      await expect(question.getByRole('alert')).toHaveText(failure)
      await expect(alt).toHaveValue(`A flag in ${editor}`)
      await question.getByRole('button', { name: 'Try again' }).click()
      await expect(question.getByRole('alert')).toHaveText(failure)
      await page.unroute(uploading)
      await question.getByRole('button', { name: 'Try again' }).click()
      await expect(question).toHaveCount(0)
      await expect(content(page)).not.toContainText('Uploading')
      await button(page, 'Markdown').click()
      await expect(content(page)).toContainText(
        new RegExp(`!\\[A flag in ${editor}\\]\\(/api/media/[\\w-]+-640\\.webp\\)`),
      )
    }
  },
)

test(
  'an image stays for another try when the session has ended',
  { tag: '@once' },
  async ({ page, allowed }) => {
    allowed.push(networkError(401))
    const question = page.getByRole('dialog', { name: 'Add image' })
    await open(page)
    await page.route('**/api/media', (route) => route.fulfill({ status: 401, json: { error: 'No.' } }), {
      times: 1,
    })
    await content(page).click()
    await bring(content(page), 'paste', await picture(), 'flag.png', 'image/png')
    await expect(question.getByRole('alert')).toContainText(
      'Sign in again in another tab, then try again here.',
    )
    await question.getByLabel('Alternative text').fill('A late flag')
    await question.getByRole('button', { name: 'Try again' }).click()
    await expect(question).toHaveCount(0)
    await expect(content(page)).toContainText('![A late flag](/api/media/')
  },
)

test(
  'images that are added together stay together while the author writes below, in either editor',
  { tag: '@once' },
  async ({ page }) => {
    const file = { mimeType: 'image/png', buffer: await picture() }
    const files = [
      { ...file, name: 'a.png' },
      { ...file, name: 'b.png' },
    ]
    const question = page.getByRole('dialog', { name: 'Add image' })
    const alt = question.getByLabel('Alternative text')
    await open(page)
    for (const editor of ['Markdown', 'Visual']) {
      const release = await holdRequests(page, '**/api/media', { times: 1 })
      await write(page, 'One\n\nTwo')
      if (editor === 'Visual') await showVisual(page)
      await content(page).click()
      await page.keyboard.press('ControlOrMeta+Home')
      await page.keyboard.press('End')
      await chooseFile(page, button(page, 'Image'), files)
      await alt.fill('First')
      await alt.press('Enter')
      await expect(content(page)).toBeFocused()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.press('Shift+Home')
      release()
      await alt.fill('Second')
      await alt.press('Enter')
      await expect(content(page)).not.toContainText('Uploading')
      await button(page, 'Markdown').click()
      await expect(content(page), editor).toHaveText(/^One!\[First\]\([^)]+\)!\[Second\]\([^)]+\)Two$/)
    }
  },
)

test(
  'an invalid or too large cover is rejected before it is sent, and a cover is removed with its text',
  { tag: '@once' },
  async ({ page, storedPosts, staff }, testInfo) => {
    /** A file on disk, because a buffer of this size takes seconds to reach the browser. */
    const fileOf = async (bytes: number) => {
      const file = testInfo.outputPath(`${bytes}.png`)
      await writeFile(file, '')
      await truncate(file, bytes)
      return file
    }
    const cover = new Blob([new Uint8Array(await picture())], { type: 'image/png' })
    const { id } = await staff.create({ title: unique('Covered'), coverImage: cover, published: false })
    let sent = 0
    page.on(
      'request',
      (request) =>
        (sent += Number(
          request.method() !== 'GET' && !/\/(preview|references|presence)$/.test(request.url()),
        )),
    )
    await open(page, id)
    const image = form(page).getByRole('group', { name: 'Cover image' })
    const replace = image.getByRole('button', { name: 'Replace image' })
    await chooseFile(page, replace, { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await expect(image.getByRole('alert')).toHaveText('The image must be a PNG, JPEG or WebP file.')
    await chooseFile(page, replace, await fileOf(5 * 1024 * 1024 + 1))
    await expect(image.getByRole('alert')).toHaveText('The image is larger than 5 MB.')
    await chooseFile(page, replace, await fileOf(30 * 1024 * 1024 + 1))
    await expect(image.getByRole('alert')).toHaveText('The image is larger than 30 MB.')
    expect(sent).toBe(0)
    await bring(image.getByRole('img'), 'drop', await picture(), 'new.png', 'image/png')
    await expect(image.getByRole('alert')).toHaveCount(0)
    await expect(image.getByRole('img')).toHaveAttribute('src', /^blob:/)

    await image.getByLabel('Alternative text').fill('x'.repeat(301))
    await image.getByRole('button', { name: 'Remove image' }).press('Enter')
    await expect(image.getByRole('img')).toHaveCount(0)
    await expect(image.getByRole('button', { name: 'Choose image' })).toBeFocused()
    await button(page, 'Save Draft').click()
    await inList(page, 'Blog post updated successfully!')
    expect((await storedPosts.read(id)).cover).toBeNull()
  },
)

test(
  'the cover that was chosen last is saved, with its own alternative text',
  { tag: '@once' },
  async ({ page, staff, storedPosts }) => {
    const cover = new Blob([new Uint8Array(await picture())], { type: 'image/png' })
    const { id } = await staff.create({
      ...{ title: unique('Described'), coverImage: cover, coverAlt: 'A red field', published: false },
    })
    const image = form(page).getByRole('group', { name: 'Cover image' })
    const alt = image.getByLabel('Alternative text')
    const replace = image.getByRole('button', { name: 'Replace image' })
    await holdDecoding(page)
    await open(page, id)
    await expect(alt).toHaveValue('A red field')
    await expect(image.getByRole('status')).toHaveText('')
    const blue = { name: 'blue.png', mimeType: 'image/png', buffer: await picture(500, 300) }
    await chooseFile(page, replace, blue)
    await expect(image.getByRole('status')).toHaveText('Image chosen.')
    await expect(alt).toHaveValue('')
    await saveByKey(page)
    expect((await storedPosts.read(id)).cover).toMatchObject({ alt: '', width: 500 })

    await chooseFile(page, replace, await largePicture())
    await expect(image.getByText('Making the image smaller…')).toBeVisible()
    const green = { name: 'green.png', mimeType: 'image/png', buffer: await picture(400, 300) }
    await chooseFile(page, replace, green)
    await expect(image.getByText('Making the image smaller…')).toHaveCount(0)
    await alt.fill('A green field')
    await letDecode(page)
    await button(page, 'Save Draft').click()
    await inList(page, 'Blog post updated successfully!')
    expect((await storedPosts.read(id)).cover).toMatchObject({ alt: 'A green field', width: 400 })
  },
)

test(
  'a draft whose saves got no response is saved again with its cover and with newer text',
  { tag: '@once' },
  async ({ page, staff, storedPosts, allowed }) => {
    allowed.push(/ERR_FAILED/, networkError(412))
    const { id, title: name } = await staff.create({ title: unique('Lost'), published: false })
    let lost: PostFields | null = null
    // Before the page is loaded: on a busy machine, Chromium does not intercept the next request of an open page.
    await page.route(`**/api/blogs/${id}`, async (route) => {
      if (!lost || route.request().method() !== 'PUT') return route.fallback()
      await staff.update(id, { title: name, ...lost })
      await route.abort()
    })
    await open(page, id)
    const buffer = await picture(500, 300)
    const loseResponse = async (fields: PostFields) => {
      lost = fields
      const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT')
      await page.keyboard.press('ControlOrMeta+s')
      await failed
      await expect(toast(page, 'Failed to save blog post. Please try again.').first()).toBeVisible()
      // The toast may be that of an earlier failure.
      await expect(form(page).getByRole('progressbar')).toHaveCount(0)
      lost = null
    }
    await write(page, 'First')
    await loseResponse({ content: 'First' })
    await write(page, 'Second')
    await saveByKey(page)
    expect((await storedPosts.read(id)).content).toBe('Second')

    const image = form(page).getByRole('group', { name: 'Cover image' })
    const file = { name: 'blue.png', mimeType: 'image/png', buffer }
    await chooseFile(page, image.getByRole('button', { name: 'Choose image' }), file)
    await expect(image.getByRole('status')).toHaveText('Image chosen.')
    await loseResponse({ content: 'Second', coverImage: new Blob([new Uint8Array(buffer)]) })
    await button(page, 'Save Draft').click()
    await inList(page, 'Blog post updated successfully!')
    expect((await storedPosts.read(id)).cover).toMatchObject({ width: 500 })
  },
)

test(
  'a text that is typed while the cover is made smaller stays, and the upload shows its progress',
  { tag: '@once' },
  async ({ page, staff, storedPosts }) => {
    const cover = new Blob([new Uint8Array(await picture())], { type: 'image/png' })
    const { id } = await staff.create({
      ...{ title: unique('Slowly'), coverImage: cover, coverAlt: 'A red field', published: false },
    })
    await holdDecoding(page)
    await open(page, id)
    const image = form(page).getByRole('group', { name: 'Cover image' })
    await chooseFile(page, image.getByRole('button', { name: 'Replace image' }), await largePicture())
    await image.getByLabel('Alternative text').fill('Grey noise')
    await letDecode(page)
    await expect(image.getByRole('img')).toHaveAttribute('src', /^blob:/)
    const network = await page.context().newCDPSession(page)
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_000_000 }
    await network.send('Network.emulateNetworkConditions', conditions)
    const seen: number[] = []
    await page.exposeFunction('sawProgress', (value: number) => seen.push(value))
    await page.evaluate(() => {
      const look = () => {
        const bar = document.querySelector<HTMLProgressElement>('.editor-progress')
        if (bar) Reflect.get(window, 'sawProgress')(bar.value)
      }
      new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true })
    })
    await button(page, 'Publish').click()
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
    await inList(page, 'Blog post updated successfully!')
    expect(seen.some((share) => share > 0 && share < 1)).toBe(true)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect((await storedPosts.read(id)).cover).toMatchObject({ alt: 'Grey noise', width: 1600 })
  },
)
