import type { Page, Request, Route } from '@playwright/test'
import sharp from 'sharp'
import {
  appearances,
  changeAppearance,
  expectAccessible,
  expectAccessibleInBoth,
} from '../support/accessibility.ts'
import { button, content, form, open, title } from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { signIn } from '../support/session.ts'
import { test } from '../support/staff-fixtures.ts'
import { dialog, openHydrated, reconnect, retryInVain } from '../support/staff-page.ts'
import { visit } from '../support/visit.ts'

const picture = async (name: string, width: number, height: number, background = '#c33') => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer(),
})
const images = (page: Page) => page.getByRole('region', { name: 'Images', exact: true })
const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const upload = (page: Page, file: string) => uploads(page).getByRole('listitem').filter({ hasText: file })
const card = (page: Page, name: string) => images(page).getByRole('button', { name })

const storing = (request: Request) => request.method() === 'PUT' && request.url().includes('/api/media/')

/** Holds the changes of images until the returned function is called. */
const holdChanges = (page: Page) => holdRequests(page, '**/api/media/*', { matches: storing })

const holdUploads = (page: Page) =>
  holdRequests(page, '**/api/media', { matches: (request) => request.method() === 'POST' })

/** Chooses a page in the palette, which also opens over a dialog. */
async function choose(page: Page, name: string) {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

/** The previous results stay until the new ones have loaded. */
async function search(page: Page, text: string, count: number) {
  const found = page.waitForResponse(/\/api\/media\?(.+&)?search=/)
  await page.getByRole('searchbox', { name: 'Search images' }).fill(text)
  await found
  await expect(images(page)).toHaveAttribute('aria-busy', 'false')
  await expect(images(page).getByRole('listitem')).toHaveCount(count)
}

async function uploadAndOpen(page: Page, name: string) {
  await openHydrated(page, '/admin/media')
  await page.getByLabel('Image files').setInputFiles(await picture(`${name}.png`, 500, 400))
  await expect(uploads(page)).toContainText(/(?<!of )1 image uploaded/)
  await search(page, name, 1)
  await card(page, name).click()
}

test('images are uploaded, described, chosen in the editor and replaced on the page', async ({
  page,
  storedPosts,
  allowed,
}) => {
  allowed.push(/ERR_INTERNET_DISCONNECTED/)
  const name = unique('quay')
  await openHydrated(page, '/admin/media')
  const files = [await picture(`${name}.png`, 900, 600), await picture(`${name} wide.png`, 1300, 500, '#36c')]
  await page.getByLabel('Image files').setInputFiles(files)
  await expect(uploads(page)).toContainText(/(?<!of )2 images uploaded/)
  const described = upload(page, `${name}.png`)
  await described.getByRole('button', { name: 'Save text' }).click()
  await expect(described).toContainText('Enter a text')
  await expect(described.getByRole('textbox', { name: 'Alternative text' })).toBeFocused()
  await described.getByRole('textbox', { name: 'Alternative text' }).fill('A red quay')
  await described.getByRole('button', { name: 'Save text' }).click()
  await expect(described).toContainText('Saved')
  const decorative = upload(page, `${name} wide.png`)
  await decorative.getByRole('checkbox', { name: /decoration/ }).check()
  await page.context().setOffline(true)
  await decorative.getByRole('button', { name: 'Save text' }).click()
  await expect(decorative.getByRole('alert')).toHaveText('The server did not respond. Please try again.')
  await page.context().setOffline(false)
  await decorative.getByRole('button', { name: 'Save text' }).click()
  await expect(decorative).toContainText('Saved')

  await search(page, `${name} red`, 1)
  await card(page, name).click()
  await dialog(page).getByRole('textbox', { name: 'Caption' }).fill('Bergen, 2024')
  await dialog(page).getByRole('slider', { name: 'Left to right' }).fill('10')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)

  const post = unique('A post with a picture')
  await open(page)
  await title(page).fill(post)
  await content(page).click()
  await form(page).getByRole('button', { name: 'Image from the media library' }).click()
  await search(page, name, 2)
  await card(page, `${name}.png`).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(content(page)).toContainText('"Bergen, 2024"')
  await expect(content(page)).toBeFocused()
  await button(page, 'Media library').click()
  await search(page, `${name} red`, 1)
  await card(page, name).click()
  await expect(form(page).getByLabel('Alternative text')).toHaveValue('A red quay')
  await button(page, 'Publish').click()
  await expect(page).toHaveURL('/admin/blogs')
  const [stored] = await storedPosts.find(post)

  const address = `/blog/${stored?.slug}`
  await visit(page, address)
  const figure = page.getByRole('figure').filter({ hasText: 'Bergen, 2024' })
  const shown = figure.getByRole('img', { name: 'A red quay' })
  await expect(shown).toHaveAttribute('srcset', /-480\.webp 480w, .*-800\.webp 800w, .*-900\.webp 900w/)
  await expect(shown).toHaveAttribute('width', '900')
  const cover = page.getByRole('img', { name: 'A red quay' }).first()
  await expect(cover).toHaveCSS('object-position', '10% 50%')
  const before = await shown.getAttribute('src')

  const release = await holdRequests(page, '**/uses')
  await openHydrated(page, `/admin/media?search=${encodeURIComponent(`${name} red`)}`)
  await card(page, name).click()
  const uses = dialog(page).getByRole('region', { name: 'Used in' })
  await expect(uses).toContainText('Loading…')
  const height = () => uses.evaluate((element) => element.clientHeight)
  const reserved = await height()
  release()
  await expect(uses).toContainText(post)
  expect(Math.abs((await height()) - reserved)).toBeLessThan(2)
  await dialog(page)
    .getByLabel('New file')
    .setInputFiles(await picture('new.png', 1300, 1300, '#292'))
  await expect(dialog(page)).toContainText('1300 × 1300')
  await visit(page, address)
  await expect(shown).toHaveAttribute('width', '1300')
  expect(await shown.getAttribute('src')).not.toBe(before)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)).toBe(true)

  const current = new URL((await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '')
  expect(current.pathname).toMatch(/^\/og\/image\/.*-1300\.jpg$/)
  expect((await page.request.get(current.pathname)).headers()['content-type']).toBe('image/jpeg')
  for (const width of [900, 1300, 1299, 99999]) {
    const former = current.pathname.replace(/-\d+-1300/, `-${width}`)
    const moved = await page.request.get(former, { maxRedirects: 0 })
    expect([moved.status(), moved.headers()['location']], former).toEqual([308, current.href])
  }
})

test(
  'used images cannot be deleted, and everything works by keyboard',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(networkError(409))
    const name = unique('anchor')
    await openHydrated(page, '/admin/media')
    await page.getByLabel('Image files').setInputFiles(await picture(`${name}.png`, 500, 400))
    await expect(uploads(page)).toContainText(/(?<!of )1 image uploaded/)
    await uploads(page)
      .getByRole('button', { name: /Remove/ })
      .click()
    await search(page, name, 1)
    const url = await card(page, name).locator('img').getAttribute('src')
    const post = await staff.create({ title: unique('Anchored'), content: `![An anchor](${url})` })

    const release = await holdRequests(page, '**/*-500.webp')
    await card(page, name).press('Enter')
    const used = dialog(page).getByRole('region', { name: 'Used in' }).getByRole('link', { name: post.title })
    await expect(used).toBeVisible()
    const save = dialog(page).getByRole('button', { name: 'Save' })
    const place = await save.boundingBox()
    release()
    const shown = dialog(page).getByRole('group', { name: 'Focal point' }).locator('img').first()
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(500)
    expect(await save.boundingBox(), 'moves when the picture has loaded').toEqual(place)
    const caption = dialog(page).getByRole('textbox', { name: 'Caption' })
    await caption.fill('Bergen, 2024')
    await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(dialog(page)).toContainText('permanently deleted')
    await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(dialog(page).getByRole('alert')).toContainText(
      `This image is used in the post “${post.title}”, so it cannot be deleted.`,
    )
    await page.keyboard.press('Escape')
    await expect(dialog(page).getByRole('button', { name: 'Delete' })).toBeFocused()
    await expect(caption).toHaveValue('Bergen, 2024')
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await used.press('Enter')
    await question.getByRole('button', { name: 'Keep editing' }).press('Enter')
    await expect(caption).toHaveValue('Bergen, 2024')
    await used.press('Enter')
    await question.getByRole('button', { name: 'Discard' }).press('Enter')
    await expect(page).toHaveURL(`/admin/blogs/edit/${post.id}`)

    await openHydrated(page, '/admin/media')
    await staff.delete(post.id)
    await search(page, name, 1)
    await card(page, name).press('Enter')
    await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(dialog(page)).toContainText('permanently deleted')
    await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(images(page)).toContainText('No images found')
  },
)

test(
  'an editor with unsaved text pages, searches, drops files and cancels in the library, and keeps its cover',
  { tag: '@once' },
  async ({ page, site, staff, allowed }) => {
    allowed.push(networkError(422))
    const name = unique('rope')
    const { mimeType: type, buffer } = await picture(name, 60, 40)
    for (let number = 0; number < 25; number += 1) {
      const body = new FormData()
      body.set('file', new File([new Uint8Array(buffer)], `${name} ${number}.png`, { type }))
      const headers = { authorization: `Bearer ${staff.token}` }
      expect((await fetch(`${site.url}/api/media`, { method: 'POST', headers, body })).status).toBe(201)
    }
    let isHeld = false
    const release = await holdRequests(page, '**/api/media/*', {
      matches: (request) => isHeld && storing(request),
    })
    await open(page)
    await title(page).fill('Not saved yet')
    await button(page, 'Media library').click()
    await search(page, name, 24)
    await page.getByRole('searchbox', { name: 'Search images' }).press('Enter')
    await dialog(page).getByRole('link', { name: 'Next' }).click()
    await expect(images(page).getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)

    await images(page).evaluate((element) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['no image'], 'dropped.png', { type: 'image/png' }))
      element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    })
    await expect(upload(page, 'dropped.png')).toContainText('The image must be a PNG, JPEG or WebP file.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    const cover = form(page).getByRole('group', { name: 'Cover image' })
    await expect(cover.getByRole('img')).toHaveCount(0)
    await expect(cover.getByRole('alert')).toHaveCount(0)

    await button(page, 'Media library').click()
    await page.getByRole('searchbox', { name: 'Search images' }).fill(name)
    await card(page, `${name} 23`).click()
    const alt = dialog(page).getByRole('textbox', { name: 'Alternative text' })
    await alt.fill('A rope that is not used')
    isHeld = true
    const sent = page.waitForRequest(storing)
    await dialog(page).getByRole('button', { name: 'Use image' }).click()
    await sent
    await expect(alt).not.toBeEditable()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toHaveCount(0)
    const counted = page.waitForResponse((response) => response.url().endsWith('/api/stats'))
    release()
    // The counts are fetched after everything else that the end of the request causes.
    await counted
    await expect(cover.getByRole('img')).toHaveCount(0)

    await button(page, 'Media library').click()
    await page.getByRole('searchbox', { name: 'Search images' }).fill(name)
    await card(page, `${name} 24`).click()
    await alt.fill('A red rope')
    await dialog(page).getByRole('button', { name: 'Use image' }).click()
    await expect(form(page).getByLabel('Alternative text')).toHaveValue('A red rope')
    const shareCard = page.getByRole('figure', { name: 'Card of networks' })
    await expect(shareCard.locator('img')).toHaveAttribute('src', /^\/api\/media\//)
    await expect(title(page)).toHaveValue('Not saved yet')
  },
)

test(
  'leaving the library asks while an image is uploaded or its text is not saved',
  { tag: '@once' },
  async ({ page, context, allowed }) => {
    allowed.push(networkError(401))
    const release = await holdUploads(page)
    await openHydrated(page, '/admin/dashboard')
    await page.getByRole('link', { name: 'Media', exact: true }).click()
    await expect(images(page)).toBeVisible()
    const file = await picture(`${unique('hawse')}.png`, 60, 40)
    await page.getByLabel('Image files').setInputFiles(file)
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'Analytics', exact: true }).click()
    await expect(question).toContainText('still being uploaded')
    await question.getByRole('button', { name: 'Cancel' }).click()
    release()

    const alt = upload(page, file.name).getByRole('textbox', { name: 'Alternative text' })
    await alt.fill('A hawse')
    await page.getByRole('combobox', { name: 'Show' }).selectOption('unused')
    await expect(page).toHaveURL(/show=unused/)
    await page.goBack()
    await expect(page).toHaveURL('/admin/media')
    await expect(question).toHaveCount(0)
    await page.getByRole('link', { name: 'Analytics', exact: true }).click()
    await expect(question).toContainText('The text of an uploaded image is not saved.')
    await question.getByRole('button', { name: 'Cancel' }).click()

    await card(page, file.name).click()
    const caption = dialog(page).getByRole('textbox', { name: 'Caption' })
    await caption.fill('Bergen, 2024')
    const discarding = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    for (const leave of [() => choose(page, 'Analytics'), () => page.evaluate(() => history.back())]) {
      await leave()
      await question.getByRole('button', { name: 'Leave' }).click()
      await discarding.getByRole('button', { name: 'Keep editing' }).click()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(caption).toHaveValue('Bergen, 2024')
    }
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(alt).toHaveValue('A hawse')
    await page.getByRole('link', { name: 'Analytics', exact: true }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()

    const cookies = await context.cookies()
    await context.clearCookies()
    await upload(page, file.name).getByRole('button', { name: 'Save text' }).click()
    await expect(upload(page, file.name)).toContainText('Sign in again in another tab')
    await context.addCookies(cookies)
    await upload(page, file.name).getByRole('button', { name: 'Save text' }).click()
    await expect(upload(page, file.name)).toContainText('Saved')
    await page.getByRole('link', { name: 'Analytics', exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/analytics/)
  },
)

test(
  'changes by two people to one image are both kept, and none is overwritten or deleted unasked',
  { tag: '@once' },
  async ({ page, site, token, allowed }) => {
    allowed.push(networkError(412))
    const name = unique('jetty')
    const headers = { authorization: `Bearer ${token}` }
    const readItem = async () => {
      const list = `${site.url}/api/media?search=${encodeURIComponent(name)}`
      return (await (await page.request.get(list, { headers })).json()).data[0]
    }
    await uploadAndOpen(page, name)
    const { id } = await readItem()
    const changeElsewhere = (data: object) =>
      page.request.put(`${site.url}/api/media/${id}`, { headers, data })
    const field = (label: string) => dialog(page).getByRole('textbox', { name: label })
    const save = () => dialog(page).getByRole('button', { name: 'Save' }).click()
    await changeElsewhere({ alt: 'A jetty', focus: { x: 10, y: 20 } })
    await field('Caption').fill('Bergen')
    await save()
    await expect(dialog(page)).toHaveCount(0)
    expect(await readItem()).toMatchObject({ alt: 'A jetty', caption: 'Bergen', focus: { x: 10, y: 20 } })

    await card(page, name).click()
    await changeElsewhere({ alt: 'A long jetty', caption: 'Oslo' })
    await field('Caption').fill('Tromsø')
    await save()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'Someone else changed this image. Save again to replace their changes with yours.',
    )
    await expect(field('Alternative text')).toHaveValue('A long jetty')
    await expect(field('Caption')).toHaveValue('Tromsø')
    await save()
    await expect(dialog(page)).toHaveCount(0)
    expect(await readItem()).toMatchObject({ alt: 'A long jetty', caption: 'Tromsø' })

    // A text about the former picture may be wrong for the new one.
    await card(page, name).click()
    const multipart = { file: await picture('pier.png', 700, 500, '#06c') }
    await page.request.put(`${site.url}/api/media/${id}/file`, { headers, multipart })
    await field('Alternative text').fill('A jetty at dusk')
    await save()
    await expect(dialog(page).getByRole('alert')).toContainText('Someone else changed this image.')
    expect(await readItem()).toMatchObject({ alt: 'A long jetty' })
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toHaveCount(0)

    await card(page, `${name}.png 700 × 500`).click()
    await changeElsewhere({ alt: 'A pier' })
    const replace = async () =>
      dialog(page)
        .getByLabel('New file')
        .setInputFiles(await picture('new.png', 300, 300, '#292'))
    await replace()
    await expect(dialog(page).getByRole('alert')).toContainText('Someone else changed this image.')
    await expect(dialog(page)).toContainText('700 × 500')
    const question = page.getByRole('alertdialog', { name: 'Replace the changed image?' })
    await replace()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await expect(dialog(page)).toContainText('700 × 500')
    await replace()
    await question.getByRole('button', { name: 'Replace' }).click()
    await expect(dialog(page)).toContainText('300 × 300')

    await changeElsewhere({ alt: 'A green pier' })
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page)).toContainText('permanently deleted')
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText(
      'Someone else changed this image. Delete it again if it is still not needed.',
    )
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(images(page)).not.toContainText('300 × 300')
  },
)

test(
  'a new file that found an ended session or whose response was lost can be sent again, and uses that fail to load are not shown as none',
  { tag: '@once' },
  async ({ page, request, token, allowed }) => {
    allowed.push(/ERR_FAILED/, networkError(401))
    const name = unique('jetty')
    const file = await picture('new.png', 300, 300, '#292')
    const loseResponse = async (route: Route) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'if-match': route.request().headers()['if-match'] ?? '',
      }
      const url = route.request().url()
      expect((await request.put(url, { headers, multipart: { file } })).status()).toBe(200)
      await route.abort()
    }
    await page.route('**/api/media/*/file', loseResponse, { times: 1 })
    await page.route(
      '**/api/media/*/file',
      (route) => route.fulfill({ status: 401, json: { error: 'No.' } }),
      {
        times: 1,
      },
    )
    let isFailing = false
    await page.route('**/uses', (route) => (isFailing ? route.abort() : route.fallback()))
    await uploadAndOpen(page, name)
    await dialog(page).getByLabel('New file').setInputFiles(file)
    await expect(dialog(page).getByRole('alert')).toContainText('Sign in again in another tab')
    const retry = dialog(page).getByRole('button', { name: 'Try again' })
    await retryInVain(retry)
    await expect(dialog(page).getByRole('alert')).toHaveText('The server did not respond. Please try again.')
    await retry.press('Enter')
    await expect(dialog(page)).toContainText('300 × 300')
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)

    const unused = dialog(page).getByText('Nothing uses this image.')
    await expect(unused).toBeVisible()
    isFailing = true
    await reconnect(page)
    await expect(dialog(page).getByText('Failed to load the uses.')).toBeVisible()
    await expect(unused).toHaveCount(0)
  },
)

test(
  'a save or an upload that ends later changes neither an image that is opened again nor another one',
  { tag: '@once' },
  async ({ page }) => {
    const name = unique('knot')
    const releaseSave = await holdChanges(page)
    const release = await holdRequests(page, '**/api/media/*/file')
    await openHydrated(page, '/admin/media')
    await page
      .getByLabel('Image files')
      .setInputFiles([await picture(`${name} a.png`, 500, 400), await picture(`${name} b.png`, 400, 500)])
    await expect(uploads(page)).toContainText(/(?<!of )2 images uploaded/)
    await search(page, name, 2)
    const field = (label: string) => dialog(page).getByRole('textbox', { name: label })
    await card(page, `${name} a`).click()
    await field('Caption').fill('Bergen, 2024')
    const saved = page.waitForRequest((request) => storing(request) && !request.url().endsWith('/file'))
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await saved
    for (const label of ['Alternative text', 'Caption', 'Name']) await expect(field(label)).not.toBeEditable()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await card(page, `${name} a`).click()
    await field('Caption').fill('Bergen, 2025')
    releaseSave()
    await expect(page.getByText(`“${name} a.png” was saved.`)).toBeVisible()
    await expect(field('Caption')).toHaveValue('Bergen, 2025')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toHaveCount(0)

    await card(page, `${name} a`).click()
    const sent = page.waitForRequest(/\/api\/media\/[^/]+\/file$/)
    await dialog(page)
      .getByLabel('New file')
      .setInputFiles(await picture('new.png', 700, 700))
    await sent
    await page.keyboard.press('Escape')
    await card(page, `${name} b`).click()
    await field('Caption').fill('The other knot')
    release()
    await expect(page.getByText('The image was replaced.')).toBeVisible()
    await expect(dialog(page)).toHaveAccessibleName(`${name} b.png`)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`“${name} b.png” was saved.`)).toBeVisible()
    await card(page, `${name} a.png 700 × 700`).click()
    await expect(field('Caption')).toHaveValue('Bergen, 2024')
  },
)

test(
  'uploads show their progress, which files are no images, and which text someone changed',
  { tag: '@once' },
  async ({ page, allowed }) => {
    allowed.push(networkError(412), networkError(422), networkError(503), /^response: 503/)
    const name = unique('scan')
    let isBusy = false
    await page.route('**/api/media', (route) =>
      isBusy ? route.fulfill({ status: 503, json: { error: 'Busy' } }) : route.fallback(),
    )
    const release = await holdUploads(page)
    await openHydrated(page, '/admin/media')
    const renamed = { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.4') }
    await page.getByLabel('Image files').setInputFiles([renamed, await picture(`${name}.png`, 500, 400)])
    const bar = uploads(page).getByRole('progressbar').first()
    await bar.evaluate((element: HTMLProgressElement) => (element.value = 1))
    const { data, info } = await sharp(await bar.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3
    expect([...data.subarray(middle, middle + 3)], 'the color of the site').toEqual([0xc4, 0x24, 0x1f])
    release()
    await expect(uploads(page)).toContainText('1 image uploaded, 1 failed')
    const failed = upload(page, `${name}.jpg`)
    await expect(failed.getByRole('alert')).toHaveText('The image must be a PNG, JPEG or WebP file.')
    await expect(failed.getByRole('button')).toHaveAccessibleName(`Remove ${name}.jpg from this list`)

    isBusy = true
    await page.getByLabel('Image files').setInputFiles(await picture(`${name} 2.png`, 500, 400))
    const again = upload(page, `${name} 2.png`).getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    isBusy = false
    await again.press('Enter')
    const described = upload(page, `${name} 2.png`)
    await expect(described).toBeFocused()
    await expect(uploads(page)).toContainText('2 images uploaded, 1 failed')
    await described.getByRole('textbox', { name: 'Alternative text' }).fill('An oar')
    await page.keyboard.press('Enter')
    await expect(described.getByRole('button', { name: `Remove ${name} 2.png` })).toBeFocused()

    await search(page, name, 2)
    await card(page, `${name}.png`).click()
    const alt = dialog(page).getByRole('textbox', { name: 'Alternative text' })
    await alt.fill('A fender')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toHaveCount(0)
    const row = upload(page, `${name}.png`)
    await row.getByRole('textbox', { name: 'Alternative text' }).fill('A white fender')
    await row.getByRole('button', { name: 'Save text' }).click()
    await expect(row).toContainText(
      'Someone else changed this image. Save again to replace their changes with yours.',
    )
    await card(page, `${name}.png`).click()
    await expect(alt).toHaveValue('A fender')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await row.getByRole('button', { name: 'Save text' }).click()
    await expect(row).toContainText('Saved')
  },
)

test('is accessible', { tag: '@once' }, async ({ page }) => {
  await openHydrated(page, '/admin/media')
  const name = unique('mast')
  await page.getByLabel('Image files').setInputFiles(await picture(`${name}.png`, 500, 400))
  await expect(uploads(page)).toContainText(/(?<!of )1 image uploaded/)
  await expect(card(page, name)).toBeVisible()
  for (const appearance of appearances) {
    await changeAppearance(page, appearance)
    await expect(card(page, name).locator('img')).toHaveCSS(
      'background-color',
      appearance.theme === 'dark' ? 'rgb(243, 237, 224)' : 'rgba(0, 0, 0, 0)',
    )
    await expectAccessible(page, `the library at ${appearance.width} px`)
  }
  await card(page, name).click()
  await expect(dialog(page).getByRole('region', { name: 'Used in' })).toContainText('Nothing uses')
  await expectAccessibleInBoth(page, 'an image')
})

test(
  'the end of the session keeps files that are not uploaded',
  { tag: '@once' },
  async ({ page, context, site, allowed }) => {
    allowed.push(networkError(401))
    const name = unique('flood')
    await openHydrated(page, '/admin/media')
    const files = [await picture(`${name} a.png`, 500, 400), await picture(`${name} b.png`, 400, 500)]
    await context.clearCookies()
    await page.getByLabel('Image files').setInputFiles(files)
    for (const { name: file } of files)
      await expect(upload(page, file)).toContainText('Your session has ended. Sign in again in another tab')
    const rejected = page.waitForResponse((response) => response.status() === 401)
    await reconnect(page)
    await rejected
    await signIn(context, site)
    for (const { name: file } of files)
      await upload(page, file).getByRole('button', { name: 'Try again' }).click()
    await expect(uploads(page)).toContainText(/(?<!of )2 images uploaded/)
  },
)
