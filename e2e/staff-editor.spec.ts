import type { Locator, Page } from '@playwright/test'
import AxeBuilder from '@axe-core/playwright'
import sharp from 'sharp'
import { test } from './desk.ts'
import { expect, networkNote, unique } from './fixtures.ts'
import { fillSignIn } from './session.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Blog post' })
const title = (page: Page) => form(page).getByLabel('Title', { exact: true })
const content = (page: Page) => form(page).getByRole('textbox', { name: 'Content' })
const button = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true })
const article = (page: Page) =>
  page.frameLocator('iframe[title="Preview of the article"]').locator('.article')
const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved text' })
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
/** What the browser says when a test reaches into the preview: no script runs in there, not even a test's. */
const noScript = /Blocked script execution in 'about:srcdoc'/
/** The first rendering of a server loads its renderer, which takes seconds where others work as well. */
const rendered = expect.configure({ timeout: 20_000 })
const kept = (page: Page) => expect(form(page).getByText(/^Unsaved, kept in this browser at/)).toBeVisible()

async function open(page: Page, id?: string) {
  await page.goto(id ? `/admin/blogs/edit/${id}` : '/admin/blogs/new')
  await expect(content(page)).toBeVisible()
}

/** Instead of what stands there. */
async function write(page: Page, text: string) {
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

async function inList(page: Page, text: string) {
  await said(page, text)
  await expect(page).toHaveURL(/\/admin\/blogs$/)
}

const picture = async (width = 640, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#c4241f' } })
    .png()
    .toBuffer()

async function choose(page: Page, opener: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await opener.click()
  await (await chooser).setFiles(file)
}

/** A file that comes from outside of the page, by a paste or a drop. */
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

test('a new post with everything is published and returns to the list', async ({ page, desk }) => {
  const name = unique('Whole post')
  await open(page)
  await expect(page).toHaveTitle(/^New Post \| /)
  await title(page).fill(name)
  await write(page, 'Some words about **rope**.')
  await form(page).getByLabel('Excerpt').fill('About rope.')
  await choose(page, button(page, 'Choose image'), {
    name: 'rope.png',
    mimeType: 'image/png',
    buffer: await picture(),
  })
  await form(page).getByLabel('Alternative text').fill('A red field')
  await button(page, 'Publish').click()
  await inList(page, 'Blog post created successfully!')

  const [post] = await desk.find(name)
  expect(post).toMatchObject({ excerpt: 'About rope.', published: true })
  expect(post?.cover).toMatchObject({ alt: 'A red field', width: 480 })
  await page.goto(`/blog/${post?.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('img', { name: 'A red field' })).toBeVisible()
})

test('without a title and content nothing is sent', async ({ page }) => {
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/api/blogs'))))
  await open(page)
  await button(page, 'Publish').click()
  await said(page, 'Please fill in the title and content fields.')
  await expect(title(page)).toHaveAccessibleDescription('Title is required')
  await expect(title(page)).toBeFocused()
  await title(page).fill('Only a title')
  await expect(form(page).getByText('Title is required')).toHaveCount(0)
  await write(page, '   ')
  await button(page, 'Save Draft').click()
  await expect(content(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(content(page)).toHaveAccessibleDescription(/Content is required/)
  await expect(content(page)).toBeFocused()
  expect(sent).toBe(0)
})

test('what the server refuses stands under its field', async ({ page, staff, allowed }) => {
  allowed.push(networkNote(409))
  const taken = await staff.create({ title: unique('Taken') })
  await open(page)
  await title(page).fill('Another')
  await write(page, 'Text')
  await form(page).getByLabel('Address').fill('Not An Address')
  await button(page, 'Save Draft').click()
  await expect(form(page).getByLabel('Address')).toHaveAccessibleDescription(/a-z, 0-9 and single hyphens/)
  await form(page).getByLabel('Address').fill(taken.slug)
  await button(page, 'Save Draft').click()
  await said(page, 'Failed to save blog post. Please try again.')
  await expect(form(page).getByLabel('Address')).toHaveAccessibleDescription(
    /This address is already taken\./,
  )
  await expect(form(page).getByLabel('Address')).toBeFocused()
  await expect(content(page)).toHaveText('Text')
})

test('the buttons decide, and the form itself goes by its checkbox', async ({ page, staff, request }) => {
  const { id, slug } = await staff.create({ title: unique('States'), published: false })
  await open(page, id)
  await expect(button(page, 'Save Draft')).toBeVisible()
  await form(page).getByLabel('Publish immediately').check()
  await title(page).press('Enter')
  await inList(page, 'Blog post updated successfully!')
  expect((await request.get(`/blog/${slug}`)).status()).toBe(200)

  await open(page, id)
  await expect(form(page).getByLabel('Publish immediately')).toBeChecked()
  await button(page, 'Save Draft').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('This post is live.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await request.get(`/blog/${slug}`)).status()).toBe(200)
  await button(page, 'Save Draft').click()
  await question.getByRole('button', { name: 'Save as draft' }).click()
  await inList(page, 'Blog post updated successfully!')
  expect((await request.get(`/blog/${slug}`)).status()).toBe(404)

  await open(page, id)
  await button(page, 'Publish').click()
  await inList(page, 'Blog post updated successfully!')
  expect((await request.get(`/blog/${slug}`)).status()).toBe(200)
})

test('a changed address leads from the old one to the new one at once', async ({ page, staff, request }) => {
  const { id, slug } = await staff.create({ title: unique('Moving') })
  expect((await request.get(`/blog/${slug}`)).status()).toBe(200)
  await open(page, id)
  await form(page).getByLabel('Address').fill(`${slug}-moved`)
  await button(page, 'Publish').click()
  await inList(page, 'Blog post updated successfully!')
  const old = await request.get(`/blog/${slug}`, { maxRedirects: 0 })
  expect(old.status()).toBe(308)
  expect(old.headers()['location']).toBe(`/blog/${slug}-moved`)
  // It may come back, as it does below: a browser has to ask again.
  expect(old.headers()['cache-control']).toMatch(/^max-age=0,/)
  expect((await request.get(`/blog/${slug}-moved`)).status()).toBe(200)
  await open(page, id)
  await form(page).getByLabel('Address').fill(slug)
  await button(page, 'Publish').click()
  await inList(page, 'Blog post updated successfully!')
  expect((await request.get(`/blog/${slug}`, { maxRedirects: 0 })).status()).toBe(200)
  const back = await request.get(`/blog/${slug}-moved`, { maxRedirects: 0 })
  expect(back.headers()['location']).toBe(`/blog/${slug}`)
})

test('tags come by button, Enter and comma, once each, and go by keyboard', async ({ page, desk, staff }) => {
  const { id } = await staff.create({ title: unique('Tags'), tags: ['Process'] })
  await open(page, id)
  const input = form(page).getByLabel('Tags', { exact: true }).getByRole('combobox')
  const tags = form(page).getByRole('list', { name: 'Tags of this post' }).getByRole('listitem')
  await input.fill('  Rope ')
  await button(page, 'Add').click()
  await expect(input).toBeFocused()
  await page.keyboard.type('rope')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Sails, accessibility,')
  await expect(tags).toHaveText(['Process', 'Rope', 'Sails', 'Accessibility'])
  await expect(form(page).locator('datalist option[value="SEO"]')).toHaveCount(1)
  await expect(form(page).locator('datalist option[value="Accessibility"]')).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await expect(tags).toHaveText(['Process', 'Rope', 'Sails'])
  await form(page).getByRole('button', { name: 'Remove Rope' }).focus()
  await page.keyboard.press('Enter')
  await expect(tags).toHaveText(['Process', 'Sails'])
  await expect(input).toBeFocused()
  await button(page, 'Publish').click()
  await inList(page, 'Blog post updated successfully!')
  expect((await desk.read(id)).tags).toEqual(['Process', 'Sails'])
})

test('the preview is what the public page would show, and runs nothing', async ({ page, allowed }) => {
  allowed.push(networkNote(422), noScript)
  await open(page)
  await write(page, 'one two three')
  await expect(form(page).getByText('3 words · 1 min read')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+b')
  await rendered(article(page).locator('strong')).toHaveText('one two three')
  await form(page).getByRole('button', { name: 'Bold' }).click()
  await form(page).getByRole('button', { name: 'Heading' }).click()
  await rendered(article(page).getByRole('heading', { level: 2 })).toContainText('one two three')
  await expect(content(page)).toBeFocused()

  await write(
    page,
    '<img src=x onerror="parent.harmed = 1"><script>parent.harmed = 1</script>\n\n```js\nlet a\n```',
  )
  await rendered(article(page).locator('.hljs-keyword')).toHaveText('let')
  await rendered(article(page).locator('script, [onerror]')).toHaveCount(0)
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  await write(page, '<div>'.repeat(120))
  await expect(page.getByText('Content is nested more than 100 levels deep')).toBeVisible()
})

test('images are uploaded where they are pasted or dropped', async ({ page, allowed, request }) => {
  allowed.push(networkNote(422))
  await open(page)
  await write(page, 'Before')
  await bring(content(page), 'paste', await picture(), 'flag.png', 'image/png')
  await expect(content(page)).toContainText(
    /<img src="\/api\/media\/[\w-]+\.webp" width="480" height="300" alt="">/,
  )
  await page.keyboard.insertText('A flag')
  const shown = article(page).getByRole('img', { name: 'A flag' })
  await rendered(shown).toBeVisible()
  expect((await request.get((await shown.getAttribute('src')) ?? '')).status()).toBe(200)
  await bring(content(page), 'drop', await picture(300, 300), 'square.png', 'image/png')
  await expect(content(page)).toContainText(/width="300" height="300"/)
  await bring(content(page), 'paste', Buffer.from('no picture'), 'broken.png', 'image/png')
  await said(page, 'The image could not be uploaded.')
  await expect(content(page)).not.toContainText('Uploading')
})

test('a cover that is no image or too large is refused before it is sent', async ({ page, desk, staff }) => {
  const cover = new Blob([new Uint8Array(await picture())], { type: 'image/png' })
  const { id } = await staff.create({ title: unique('Covered'), coverImage: cover })
  let sent = 0
  page.on(
    'request',
    (request) => (sent += Number(request.method() !== 'GET' && !request.url().endsWith('/preview'))),
  )
  await open(page, id)
  const image = form(page).getByRole('group', { name: 'Cover image' })
  const replace = image.getByRole('button', { name: 'Replace image' })
  await choose(page, replace, { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(image.getByRole('alert')).toHaveText('The image must be a PNG, JPEG or WebP file.')
  await choose(page, replace, {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  })
  await expect(image.getByRole('alert')).toHaveText('The image is larger than 5 MB.')
  expect(sent).toBe(0)
  await bring(image.getByRole('img'), 'drop', await picture(), 'new.png', 'image/png')
  await expect(image.getByRole('alert')).toHaveCount(0)
  await expect(image.getByRole('img')).toHaveAttribute('src', /^blob:/)

  await image.getByRole('button', { name: 'Remove image' }).click()
  await expect(image.getByRole('img')).toHaveCount(0)
  await button(page, 'Publish').click()
  await inList(page, 'Blog post updated successfully!')
  expect((await desk.read(id)).cover).toBeNull()
})

test('tells how far the upload of a cover is', async ({ page, desk }) => {
  const name = unique('Slowly')
  await open(page)
  await title(page).fill(name)
  await write(page, 'Text')
  const image = form(page).getByRole('group', { name: 'Cover image' })
  const noise = {
    width: 700,
    height: 700,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
  }
  const buffer = await sharp({ create: { ...noise, background: 'black' } })
    .png()
    .toBuffer()
  await choose(page, image.getByRole('button', { name: 'Choose image' }), {
    name: 'a.png',
    mimeType: 'image/png',
    buffer,
  })
  const network = await page.context().newCDPSession(page)
  const uploadThroughput = buffer.length / 3
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
  await network.send('Network.emulateNetworkConditions', conditions)
  const seen: number[] = []
  await page.exposeFunction('sawProgress', (value: number) => seen.push(value))
  await page.evaluate(() => {
    const look = () => {
      const bar = document.querySelector('progress')
      if (bar) Reflect.get(window, 'sawProgress')(bar.value)
    }
    new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true })
  })
  await button(page, 'Publish').click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await inList(page, 'Blog post created successfully!')
  expect(seen.some((share) => share > 0 && share < 1)).toBe(true)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect((await desk.find(name))[0]?.cover).not.toBeNull()
})

test('a double click saves once', async ({ page, desk }) => {
  const name = unique('Once')
  await open(page)
  await title(page).fill(name)
  await write(page, 'Text')
  await button(page, 'Publish').dblclick()
  await inList(page, 'Blog post created successfully!')
  expect(await desk.find(name)).toHaveLength(1)
})

test('a post whose answer was lost is saved once, as it was typed last', async ({ page, desk, allowed }) => {
  allowed.push(/ERR_FAILED/)
  const name = unique('Lost answer')
  await open(page)
  await title(page).fill(name)
  await write(page, 'First')
  await page.route('**/api/blogs', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Publish').click()
  await said(page, 'Failed to save blog post. Please try again.')
  await page.unroute('**/api/blogs')
  await write(page, 'Second')
  await button(page, 'Publish').click()
  await inList(page, 'Blog post created successfully!')
  const posts = await desk.find(name)
  expect(posts).toHaveLength(1)
  expect((await desk.read(posts[0]?.id ?? '')).content).toBe('Second')
})

test('unsaved text is offered again after a reload', async ({ page, staff }) => {
  const { id } = await staff.create({ title: unique('Kept') })
  await open(page, id)
  await write(page, 'Typed and never saved')
  await kept(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(offer(page)).toContainText(/kept unsaved text from \w+ \d+, \d{4} at/)
  await expect(content(page)).toHaveText('A paragraph about halyards.')
  await offer(page).getByRole('button', { name: 'Restore' }).click()
  await expect(content(page)).toHaveText('Typed and never saved')
  await button(page, 'Publish').click()
  await inList(page, 'Blog post updated successfully!')
  await open(page, id)
  await expect(content(page)).toHaveText('Typed and never saved')
  await expect(offer(page)).toHaveCount(0)

  await write(page, 'Not worth keeping')
  await kept(page)
  await page.reload()
  await offer(page).getByRole('button', { name: 'Discard' }).click()
  await expect(offer(page)).toHaveCount(0)
  await page.reload()
  await expect(content(page)).toHaveText('Typed and never saved')
  await expect(offer(page)).toHaveCount(0)
})

test('kept text does not go over a newer version unasked', async ({ page, desk, staff, allowed }) => {
  allowed.push(networkNote(412))
  const { id } = await staff.create({ title: unique('Newer') })
  await open(page, id)
  await write(page, 'Mine, unsaved')
  await kept(page)
  await staff.update(id, { content: 'Theirs, saved' })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(offer(page)).toContainText('The post was saved by someone since then')
  await expect(content(page)).toHaveText('Theirs, saved')
  await offer(page).getByRole('button', { name: 'Restore' }).click()
  await button(page, 'Publish').click()
  await expect(page.getByRole('dialog')).toContainText('changed in the meantime')
  expect((await desk.read(id)).content).toBe('Theirs, saved')
})

test('the second of two people decides what becomes of both', async ({ page, desk, staff, allowed }) => {
  allowed.push(networkNote(412))
  const { id } = await staff.create({ title: unique('Two people'), content: 'Shared\n\nOld line' })
  await open(page, id)
  await staff.update(id, { content: 'Shared\n\nTheir line' })
  await write(page, 'Shared\n\nMy line')
  await button(page, 'Publish').click()
  const dialog = page.getByRole('dialog', { name: 'This post was changed in the meantime' })
  await expect(dialog).toContainText(/Editorial team saved it on \w+ \d+, \d{4} at/)
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await expect(dialog.locator('.diff-theirs')).toHaveText(/Their line$/)
  await expect(dialog.locator('.diff-mine')).toHaveText(/My line$/)
  await page.keyboard.press('Escape')
  await expect(content(page)).toContainText('My line')
  await button(page, 'Publish').click()
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect(content(page)).toContainText('Their line')

  await staff.update(id, { content: 'Theirs again' })
  await write(page, 'Mine at last')
  await button(page, 'Publish').click()
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await inList(page, 'Blog post updated successfully!')
  expect((await desk.read(id)).content).toBe('Mine at last')
})

test('leaving with unsaved changes asks first', async ({ page, staff }) => {
  const { id } = await staff.create({ title: unique('Leaving') })
  await open(page, id)
  await write(page, 'Unsaved')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(new RegExp(id))
  await page.getByRole('searchbox', { name: 'Search posts' }).first().fill('rope')
  await page.keyboard.press('Enter')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')

  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await closing

  await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/blogs$/)
})

test('going back with unsaved changes asks first', async ({ page, staff }) => {
  const { id } = await staff.create({ title: unique('Back') })
  await page.goto('/admin/blogs')
  await page.goto(`/admin/blogs/edit/${id}`)
  await form(page).getByRole('link', { name: 'Preview page' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await write(page, 'Unsaved')
  await page.evaluate(() => history.back())
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/preview\//)
})

test('a session that ends under the hands costs no text', async ({ page, staff, allowed }) => {
  allowed.push(networkNote(401))
  const { id } = await staff.create({ title: unique('Session') })
  await open(page, id)
  await page.context().clearCookies()
  await write(page, 'Typed when the session was over')
  await expect(page).toHaveURL(/\/admin\/login\?/)
  await fillSignIn(page)
  await expect(page).toHaveURL(new RegExp(`/admin/blogs/edit/${id}`))
  await offer(page).getByRole('button', { name: 'Restore' }).click()
  await expect(content(page)).toHaveText('Typed when the session was over')
})

test('an unknown post is said to have failed, and the list is shown', async ({ page }) => {
  for (const id of ['no-such-post', '%2e%2e%2fetc']) {
    await page.goto(`/admin/blogs/edit/${id}`)
    await inList(page, 'Failed to load blog post. Please try again.')
  }
})

test('a draft has a preview for staff alone', async ({ page, staff, request }) => {
  const { id, slug, title } = await staff.create({ title: unique('Previewed'), published: false })
  const response = await page.goto(`/admin/blogs/preview/${id}`)
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  })
  await expect(page.getByRole('note')).toContainText('Draft preview')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow')
  expect((await request.get(`/blog/${slug}`)).status()).toBe(404)
  const anonymous = await fetch(`${new URL(page.url()).origin}/admin/blogs/preview/${id}`, {
    redirect: 'manual',
  })
  expect(anonymous.status).toBe(307)
  expect(anonymous.headers.get('location')).toContain('/admin/login?from=')
})

test('only staff can have text rendered, from a page of ours', async ({ site, context }) => {
  const [cookie] = await context.cookies()
  const render = (headers: Record<string, string>, body: unknown = { content: '**x**' }) =>
    fetch(`${site.url}/api/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const session = { cookie: `${cookie?.name}=${cookie?.value}`, origin: site.url }
  expect((await render({})).status).toBe(401)
  expect((await render({ authorization: 'Bearer made-up' })).status).toBe(401)
  expect((await render({ ...session, origin: 'https://evil.example' })).status).toBe(403)
  expect((await render(session, { content: 1 })).status).toBe(422)
  const answer = await render(session)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({ html: '<p><strong>x</strong></p>\n' })
})

test('a post is written by keyboard alone', async ({ page, desk }) => {
  const name = unique('By keyboard')
  await open(page)
  await title(page).focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await expect(form(page).getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(form(page).getByRole('button', { name: 'Italic' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(content(page)).toBeFocused()
  await page.keyboard.type('- one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await rendered(article(page).getByRole('listitem')).toHaveText(['one', 'two'])
  await page.keyboard.press('Tab')
  await expect(content(page)).not.toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(content(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+s')
  await inList(page, 'Blog post created successfully!')
  expect(await desk.find(name)).toMatchObject([{ published: false }])
})

test('the editor is accessible at every width and in both themes', async ({ page, staff, allowed }) => {
  allowed.push(noScript)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { id } = await staff.create({
    title: unique('Axe'),
    tags: ['Process'],
    content: '## Head\n\n`code` and [link](https://a.example)',
  })
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, id)
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        localStorage.setItem('theme', name)
        document.documentElement.dataset['theme'] = name
      }, theme)
      const { violations } = await new AxeBuilder({ page }).exclude('iframe').setLegacyMode().analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
      )
      expect(found, `${width} px, ${theme}`).toEqual([])
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  }
})
