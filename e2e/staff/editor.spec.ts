import type { Locator, Page, Route } from '@playwright/test'
import AxeBuilder from '@axe-core/playwright'
import sharp from 'sharp'
import { findViolations } from '../support/accessibility.ts'
import {
  button,
  changesSaved,
  clockTime,
  content,
  form,
  kept,
  offer,
  open,
  title,
  write,
} from '../support/editor-page.ts'
import { test } from '../support/staff-fixtures.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { fillSignIn } from '../support/session.ts'
import { openHydrated } from '../support/staff-page.ts'
import { hold, undoButton } from '../support/toast.ts'

const article = (page: Page) =>
  page.frameLocator('iframe[title="Preview of the article"]').locator('.article')
const savedInPlace = (page: Page) =>
  expect(form(page).getByText(new RegExp(`^Saved ${clockTime}$`))).toBeVisible()
const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
/** The browser's message when a test evaluates script in the sandboxed preview. */
const noScript = /Blocked script execution in 'about:srcdoc'/
/** The first render loads the renderer, which takes seconds on a busy machine. */
const rendered = expect.configure({ timeout: 60_000 })

async function inList(page: Page, text: string) {
  await expectText(page, text)
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

test('a new post with all fields is published and returns to the list', async ({ page, storedPosts }) => {
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

  const [post] = await storedPosts.find(name)
  expect(post).toMatchObject({ excerpt: 'About rope.', published: true })
  expect(post?.cover).toMatchObject({ alt: 'A red field', width: 480 })
  await page.goto(`/blog/${post?.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('img', { name: 'A red field' })).toBeVisible()
})

test('nothing is sent without a title and content', { tag: '@once' }, async ({ page }) => {
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/api/blogs'))))
  await open(page)
  await button(page, 'Publish').click()
  await expectText(page, 'Please fill in the title and content fields.')
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

test('server errors appear under their fields', async ({ page, staff, allowed }) => {
  allowed.push(networkError(409))
  const taken = await staff.create({ title: unique('Taken') })
  await open(page)
  await title(page).fill('Another')
  await write(page, 'Text')
  await form(page).getByLabel('URL').fill('Not An Address')
  await button(page, 'Save Draft').click()
  await expect(form(page).getByLabel('URL')).toHaveAccessibleDescription(/a-z, 0-9 and single hyphens/)
  await form(page).getByLabel('URL').fill(taken.slug)
  await button(page, 'Save Draft').click()
  await expectText(page, 'Failed to save blog post. Please try again.')
  await expect(form(page).getByLabel('URL')).toHaveAccessibleDescription(/This URL is already taken\./)
  await expect(form(page).getByLabel('URL')).toBeFocused()
  await expect(content(page)).toHaveText('Text')
})

test(
  'the buttons set the status, and submitting the form follows the checkbox',
  { tag: '@once' },
  async ({ page, staff, request }) => {
    const { id, slug } = await staff.create({ title: unique('States'), published: false })
    await open(page, id)
    await expect(button(page, 'Save Draft')).toBeVisible()
    await form(page).getByLabel('Publish immediately').check()
    await title(page).press('Enter')
    await expect(content(page)).toBeFocused()
    await form(page).getByLabel('URL').press('Enter')
    await inList(page, 'Blog post updated successfully!')
    expect((await request.get(`/blog/${slug}`)).status()).toBe(200)

    await open(page, id)
    await expect(form(page).getByLabel('Publish immediately')).toHaveCount(0)
    await button(page, 'Unpublish').click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('This post is live.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect((await request.get(`/blog/${slug}`)).status()).toBe(200)
    await button(page, 'Unpublish').click()
    await question.getByRole('button', { name: 'Unpublish' }).click()
    await inList(page, 'Blog post updated successfully!')
    expect((await request.get(`/blog/${slug}`)).status()).toBe(404)

    await open(page, id)
    await button(page, 'Publish').click()
    await inList(page, 'Blog post updated successfully!')
    expect((await request.get(`/blog/${slug}`)).status()).toBe(200)
  },
)

test('a changed slug redirects from the old URL at once', async ({ page, staff, request }) => {
  const { id, slug } = await staff.create({ title: unique('Moving') })
  expect((await request.get(`/blog/${slug}`)).status()).toBe(200)
  await open(page, id)
  await form(page).getByLabel('URL').fill(`${slug}-moved`)
  await button(page, 'Publish changes').click()
  await inList(page, 'Blog post updated successfully!')
  const old = await request.get(`/blog/${slug}`, { maxRedirects: 0 })
  expect(old.status()).toBe(308)
  expect(old.headers()['location']).toBe(`/blog/${slug}-moved`)
  // The redirect must not be cached, because the slug can be reused, as below.
  expect(old.headers()['cache-control']).toMatch(/\bmax-age=0, /)
  expect((await request.get(`/blog/${slug}-moved`)).status()).toBe(200)
  await open(page, id)
  await form(page).getByLabel('URL').fill(slug)
  await button(page, 'Publish changes').click()
  await inList(page, 'Blog post updated successfully!')
  expect((await request.get(`/blog/${slug}`, { maxRedirects: 0 })).status()).toBe(200)
  const back = await request.get(`/blog/${slug}-moved`, { maxRedirects: 0 })
  expect(back.headers()['location']).toBe(`/blog/${slug}`)
})

test(
  'tags are added by button, Enter and comma, unique, and removable by keyboard',
  { tag: '@once' },
  async ({ page, storedPosts, staff }) => {
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

    const long = 'A tag that is longer than a tag of a post can ever be'
    await input.fill(long)
    await button(page, 'Publish changes').click()
    await expect(input).toHaveAccessibleDescription(/A tag can have at most 50 characters/)
    await expect(input).toHaveValue(long)
    await expect(input).toBeFocused()
    await input.fill('typed, but not added')
    await button(page, 'Publish changes').click()
    await inList(page, 'Blog post updated successfully!')
    expect((await storedPosts.read(id)).tags).toEqual(['Process', 'Sails', 'typed', 'but not added'])
  },
)

test('the preview matches the public page and runs no scripts', async ({ page, allowed }) => {
  allowed.push(networkError(422), noScript)
  await open(page)
  await expect(form(page).getByText('The preview appears here.')).toBeVisible()
  await expect(form(page).getByText('0 words', { exact: true })).toBeVisible()
  await write(page, 'one two three')
  await expect(form(page).getByText('The preview appears here.')).toBeHidden()
  await expect(form(page).getByText('3 words · 1 min read')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+b')
  await rendered(article(page).locator('strong')).toHaveText('one two three')
  await form(page).getByRole('button', { name: 'Bold' }).click()
  await form(page).getByRole('button', { name: 'Heading 2' }).click()
  await rendered(article(page).getByRole('heading', { level: 2 })).toContainText('one two three')
  await expect(content(page)).toBeFocused()

  await write(
    page,
    '<img src=x onerror="parent.harmed = 1"><script>parent.harmed = 1</script>\n\n```js\nlet a\n```',
  )
  await rendered(article(page).locator('.hljs-keyword')).toHaveText('let')
  await rendered(article(page).locator('script, [onerror]')).toHaveCount(0)
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  await expectText(page, 'Removed from the page: onerror attributes, <script>')
  await write(page, '<div>'.repeat(120))
  await expect(page.getByText('Content is nested more than 100 levels deep')).toBeVisible()
})

test(
  'the preview follows the cursor and shows that it is loading',
  { tag: '@once' },
  async ({ page, allowed }) => {
    allowed.push(noScript)
    await open(page)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/preview', async (route) => {
      await released
      await route.continue()
    })
    await write(page, Array.from({ length: 90 }, (_, number) => `Paragraph ${number}`).join('\n\n'))
    const loading = form(page).getByText(/^(Loading|Updating) preview…$/)
    await expect(loading).toBeVisible()
    release()
    await rendered(loading).toHaveCount(0)
    const scrolled = () =>
      page.evaluate(() => document.querySelector('iframe')?.contentDocument?.scrollingElement?.scrollTop)
    await expect.poll(scrolled).toBeGreaterThan(500)
    await page.keyboard.press('ControlOrMeta+Home')
    await expect.poll(scrolled).toBe(0)
  },
)

test(
  'formatted text is pasted as Markdown, and found and replaced',
  { tag: '@once' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page)
    await page.evaluate(async () => {
      const html = '<h2>Ropes</h2><ul><li>one <b>rope</b></li></ul>'
      const types = { 'text/html': html, 'text/plain': 'Ropes one rope' }
      const blobs = Object.entries(types).map(([type, text]) => [type, new Blob([text], { type })])
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
    })
    await write(page, 'Before ')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(content(page).locator('.cm-line')).toHaveText([
      'Before ',
      '',
      '## Ropes',
      '',
      '- one **rope**',
    ])
    await page.keyboard.press('ControlOrMeta+z')
    await expect(content(page)).toHaveText('Before ')
    await page.keyboard.press('ControlOrMeta+Shift+v')
    await expect(content(page)).toHaveText('Before Ropes one rope')

    await page.keyboard.press('ControlOrMeta+f')
    const find = form(page).getByRole('textbox', { name: 'Find' })
    await expect(find).toBeFocused()
    await find.pressSequentially('rope')
    await expect(form(page).getByText('2 matches', { exact: true })).toBeVisible()
    await find.press('Enter')
    await expect(form(page).getByText(/^[12] of 2$/)).toBeVisible()
    await find.press('ControlOrMeta+a')
    await find.pressSequentially('rope(')
    await form(page).getByRole('checkbox', { name: 'Regular expression' }).check()
    await expect(form(page).getByText('This is not a valid regular expression.')).toBeVisible()
    await form(page).getByRole('checkbox', { name: 'Regular expression' }).uncheck()
    await expect(form(page).getByText('No matches', { exact: true })).toBeVisible()
    await find.press('ControlOrMeta+a')
    await find.pressSequentially('rope')
    await expect(form(page).getByText(/of 2$|^2 matches$/)).toBeVisible()
    await form(page).getByRole('textbox', { name: 'Replace' }).fill('line')
    await form(page).getByRole('button', { name: 'Replace all' }).click()
    await expect(content(page)).toHaveText('Before lines one line')
    await find.press('Escape')
    await expect(content(page)).toBeFocused()
  },
)

test('a post is linked by its title, also before it is published', async ({ page, staff }) => {
  const target = await staff.create({ title: unique('Knots') })
  const draft = await staff.create({ title: `${target.title} draft`, published: false })
  await open(page)
  await write(page, 'See ')
  await form(page).getByRole('button', { name: 'Link to a post' }).click()
  await page.getByRole('combobox', { name: 'Search your posts' }).fill(target.title)
  const found = page.getByRole('dialog', { name: 'Link to a post' }).getByRole('option')
  await expect(found).toHaveCount(2)
  await expect(found.filter({ hasText: /draft$/ })).toHaveText(`${draft.title}draft`)
  await found.filter({ hasNotText: 'draft' }).click()
  await expect(content(page)).toHaveText(`See [${target.title}](/blog/${target.slug})`)
  await expect(content(page)).toBeFocused()
})

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
  await page.keyboard.press('Enter')
  expect((await (await described).json()).data).toMatchObject({
    ...{ alt: 'A [flag]', deletedAt: expect.any(String) },
  })
  await expect(content(page)).toContainText(/Before!\[A \\\[flag\\\]\]\(\/api\/media\/[\w-]+-480\.webp\)/)
  await expect(content(page)).toBeFocused()
  const shown = article(page).getByRole('img', { name: 'A [flag]' })
  await rendered(shown).toBeVisible()
  expect((await request.get((await shown.getAttribute('src')) ?? '')).status()).toBe(200)

  const large = { width: 3000, height: 1500, channels: 3 as const, background: 'black' }
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const photo = await sharp({ create: { ...large, noise } })
    .png()
    .toBuffer()
  expect(photo.length).toBeGreaterThan(6 * 1024 * 1024)
  const upload = page.waitForRequest('**/api/media')
  await choose(page, button(page, 'Image'), {
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: photo,
  })
  await question.getByRole('button', { name: 'Insert image' }).click()
  expect((await (await upload).allHeaders())['content-length']).toMatch(/^[1-4]?\d{1,6}$/)
  await rendered(content(page)).toContainText(/!\[\]\(\/api\/media\/[\w-]+-2400\.webp\)/)

  const held = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await held.promise
    await route.continue()
  }
  await page.route('**/api/media', hold, { times: 1 })
  await bring(content(page), 'drop', await picture(300, 300), 'square.png', 'image/png')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await bring(content(page), 'paste', await picture(), 'second.png', 'image/png')
  await expect(alt).toBeFocused()
  held.resolve()
  // Not found by role, because the dialog hides it from assistive technology.
  await expect(page.locator('.cm-content')).not.toContainText('Uploading square.png')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await bring(content(page), 'paste', Buffer.from('no picture'), 'broken.png', 'image/png')
  await expect(question.getByRole('alert')).toContainText('The image could not be uploaded.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(content(page)).not.toContainText(/Uploading|300/)
})

for (const editor of ['Markdown', 'Visual'])
  test(
    `a failed upload keeps the description for another try in the ${editor} editor`,
    { tag: '@once' },
    async ({ page, allowed }) => {
      allowed.push(networkError(503), /^response: 503/)
      const question = page.getByRole('dialog', { name: 'Add image' })
      const alt = question.getByLabel('Alternative text')
      const uploading = '**/api/media'
      const held = Promise.withResolvers<void>()
      await open(page)
      await button(page, editor).click()
      await content(page).click()
      await page.route(uploading, async (route) => {
        await held.promise
        await route.fulfill({ status: 503, json: { error: 'Try again later.' } })
      })
      await bring(content(page), 'paste', await picture(), 'flag.png', 'image/png')
      await alt.fill('A red flag')
      await question.getByRole('button', { name: 'Insert image' }).click()
      await expect(question).toHaveCount(0)
      held.resolve()
      await expect(question.getByRole('alert')).toHaveText(
        'The image could not be uploaded. Try again later.',
      )
      await expect(alt).toHaveValue('A red flag')
      await question.getByRole('button', { name: 'Try again' }).click()
      await expect(question.getByRole('alert')).toHaveText(
        'The image could not be uploaded. Try again later.',
      )
      await page.unroute(uploading)
      await question.getByRole('button', { name: 'Try again' }).click()
      await expect(question).toHaveCount(0)
      await expect(content(page)).not.toContainText('Uploading')
      await button(page, 'Markdown').click()
      await expect(content(page)).toContainText(/!\[A red flag\]\(\/api\/media\/[\w-]+-480\.webp\)/)
    },
  )

test(
  'an invalid or too large cover is rejected before it is sent',
  { tag: '@once' },
  async ({ page, storedPosts, staff }) => {
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
    expect((await storedPosts.read(id)).cover).toBeNull()
  },
)

test(
  'another cover does not keep the alternative text',
  { tag: '@once' },
  async ({ page, staff, storedPosts }) => {
    const cover = new Blob([new Uint8Array(await picture())], { type: 'image/png' })
    const { id } = await staff.create({
      ...{ title: unique('Described'), coverImage: cover, coverAlt: 'A red field', published: false },
    })
    const image = form(page).getByRole('group', { name: 'Cover image' })
    const alt = image.getByLabel('Alternative text')
    await open(page, id)
    await expect(alt).toHaveValue('A red field')
    const blue = { name: 'blue.png', mimeType: 'image/png', buffer: await picture(500, 300) }
    await choose(page, image.getByRole('button', { name: 'Replace image' }), blue)
    await expect(alt).toHaveValue('')
    await button(page, 'Save Draft').click()
    await inList(page, 'Blog post updated successfully!')
    expect((await storedPosts.read(id)).cover).toMatchObject({ alt: '' })

    await open(page, id)
    await choose(page, image.getByRole('button', { name: 'Replace image' }), blue)
    await alt.fill('A blue field')
    await button(page, 'Save Draft').click()
    await inList(page, 'Blog post updated successfully!')
    expect((await storedPosts.read(id)).cover).toMatchObject({ alt: 'A blue field' })
  },
)

test('the upload of a cover shows its progress', { tag: '@once' }, async ({ page, storedPosts }) => {
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
      const bar = document.querySelector<HTMLProgressElement>('.editor-progress')
      if (bar) Reflect.get(window, 'sawProgress')(bar.value)
    }
    new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true })
  })
  await button(page, 'Publish').click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await inList(page, 'Blog post created successfully!')
  expect(seen.some((share) => share > 0 && share < 1)).toBe(true)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect((await storedPosts.find(name))[0]?.cover).not.toBeNull()
})

test('a double click saves once', { tag: '@once' }, async ({ page, storedPosts }) => {
  const name = unique('Once')
  await open(page)
  await title(page).fill(name)
  await write(page, 'Text')
  await button(page, 'Publish').dblclick()
  await inList(page, 'Blog post created successfully!')
  expect(await storedPosts.find(name)).toHaveLength(1)
})

test(
  'a post whose response was lost is saved once, with the latest text',
  { tag: '@once' },
  async ({ page, storedPosts, allowed }) => {
    allowed.push(/ERR_FAILED/)
    const name = unique('Lost response')
    await open(page)
    await title(page).fill(name)
    await write(page, 'First')
    await page.route('**/api/blogs', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await button(page, 'Publish').click()
    await expectText(page, 'Failed to save blog post. Please try again.')
    await page.unroute('**/api/blogs')
    await write(page, 'Second')
    await button(page, 'Publish').click()
    await inList(page, 'Blog post created successfully!')
    const posts = await storedPosts.find(name)
    expect(posts).toHaveLength(1)
    expect((await storedPosts.read(posts[0]?.id ?? '')).content).toBe('Second')
  },
)

test(
  'the preview shows all blocks, as visitors see them, also after a navigation',
  { tag: '@once' },
  async ({ page, staff }) => {
    const blocks = ['First', '<div>Second</div>', '<div>Third</div>', 'Fourth', '- Fifth', 'Sixth']
    const post = await staff.create({
      title: unique('Blocks'),
      content: blocks.join('\n\n'),
      published: false,
    })
    await openHydrated(page, `/admin/blogs?search=${encodeURIComponent(post.title)}`)
    await page.getByRole('link', { name: post.title, exact: true }).click()
    await rendered(article(page).locator('> *')).toHaveText(
      blocks.map((text) => text.replace(/<.+?>|- /g, '')),
    )
    await expect(article(page).getByText('First')).toHaveCSS('font-family', /Literata/)
  },
)

test('unsaved text is offered again after a reload', { tag: '@once' }, async ({ page, staff }) => {
  const { id } = await staff.create({ title: unique('Kept'), published: false })
  await open(page, id)
  await write(page, 'Typed and never saved')
  await kept(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(offer(page)).toContainText(new RegExp(`4 words · \\w+ \\d+, \\d{4} at ${clockTime}`))
  await expect(content(page)).toHaveText('A paragraph about halyards.')
  await offer(page).getByRole('button', { name: 'Restore' }).click()
  await expect(content(page)).toHaveText('Typed and never saved')
  await expect(title(page)).toBeFocused()
  await button(page, 'Save Draft').click()
  await inList(page, 'Blog post updated successfully!')
  await open(page, id)
  await expect(content(page)).toHaveText('Typed and never saved')
  await expect(offer(page)).toHaveCount(0)

  await write(page, 'Not worth keeping')
  await kept(page)
  await page.reload()
  await offer(page).getByRole('button', { name: 'Discard' }).click()
  await hold(page, 'Draft discarded.')
  await expect(offer(page)).toHaveCount(0)
  await expect(title(page)).toBeFocused()
  await undoButton(page, 'Draft discarded.').click()
  await offer(page).getByRole('button', { name: 'Discard' }).click()
  await expect(offer(page)).toHaveCount(0)
  await page.reload()
  await expect(content(page)).toHaveText('Typed and never saved')
  await expect(offer(page)).toHaveCount(0)
})

test(
  'each tab has its own draft, with its cover, and a closed one is offered',
  { tag: '@once' },
  async ({ page, context, storedPosts }) => {
    const [first, second] = [unique('First tab'), unique('Second tab')]
    const other = await context.newPage()
    for (const [tab, name] of [[page, first] as const, [other, second] as const]) {
      await open(tab)
      await title(tab).fill(name)
      await write(tab, `Text of ${name}`)
    }
    await choose(other, button(other, 'Choose image'), {
      name: 'rope.png',
      mimeType: 'image/png',
      buffer: await picture(),
    })
    await form(other).getByLabel('Alternative text').fill('A red field')
    await expect.poll(() => other.evaluate(() => JSON.stringify(localStorage))).toContain('A red field')
    await kept(page)
    await expect(offer(page)).toHaveCount(0)
    await other.close()
    await expect(offer(page)).toContainText(`“${second}”`)
    await expect(offer(page)).toContainText('cover image')
    await offer(page)
      .getByRole('button', { name: `Restore “${second}”` })
      .click()
    await expect(content(page)).toHaveText(`Text of ${second}`)
    await expect(page.getByRole('img', { name: 'A red field' })).toHaveAttribute('src', /^blob:/)
    await expect(offer(page).getByRole('listitem')).toHaveText(new RegExp(`“${first}”New post`))
    await button(page, 'Save Draft').click()
    await inList(page, 'Blog post created successfully!')
    expect((await storedPosts.find(second))[0]?.cover).toMatchObject({ alt: 'A red field' })
    await open(page)
    await expect(offer(page).getByRole('listitem')).toHaveCount(1)
    await offer(page)
      .getByRole('button', { name: `Restore “${first}”` })
      .click()
    await expect(content(page)).toHaveText(`Text of ${first}`)
  },
)

test('signing out with unsaved drafts asks first', { tag: '@once' }, async ({ page }) => {
  const name = unique('Signing out')
  await open(page)
  await title(page).fill(name)
  const account = page.getByRole('button', { name: 'Your account' })
  const question = page.getByRole('alertdialog', { name: 'Discard the unsaved draft?' })
  await account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(question).toContainText(`“${name}”`)
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(account).toBeFocused()
  await expect(title(page)).toHaveValue(name)
  await account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Discard and sign out' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await fillSignIn(page)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await open(page)
  await expect(title(page)).toHaveValue('')
  await expect(offer(page)).toHaveCount(0)
})

test('the save shortcut saves a draft in place', { tag: '@once' }, async ({ page, storedPosts }) => {
  const name = unique('In place')
  await open(page)
  await title(page).fill(name)
  await form(page).getByLabel('Publish immediately').check()
  await write(page, 'One')
  await page.keyboard.press('ControlOrMeta+s')
  await savedInPlace(page)
  await expect(page).toHaveURL(/\/admin\/blogs\/edit\//)
  await expect(content(page)).toBeFocused()
  await page.keyboard.type(' two')
  await page.keyboard.press('ControlOrMeta+s')
  await savedInPlace(page)
  const [post] = await storedPosts.find(name)
  expect(post?.published).toBe(false)
  expect((await storedPosts.read(post?.id ?? '')).content).toBe('One two')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(content(page)).not.toHaveText('One two')
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await savedInPlace(page)

  // Without changes, leaving does not ask; coming back shows the saved post.
  await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
  await expect(page).toHaveURL(/\/admin\/blogs$/)
  await page.evaluate(() => history.back())
  await expect(content(page)).toHaveText('One two')
  await expect(title(page)).toHaveValue(name)
})

test('the buttons of a live post explain their effect', { tag: '@once' }, async ({ page, staff }) => {
  const live = await staff.create({ title: unique('Live') })
  const draft = await staff.create({ title: unique('Draft'), published: false })
  await open(page, live.id)
  for (const name of ['Save', 'Publish changes', 'Unpublish']) await expect(button(page, name)).toBeVisible()
  for (const name of ['Save Draft', 'Publish', 'Discard changes'])
    await expect(button(page, name)).toHaveCount(0)
  await expect(button(page, 'Publish changes')).toBeDisabled()
  await button(page, 'Publish changes').press('Enter')
  await expectText(page, 'There are no changes to publish.')
  await page.setViewportSize({ width: 375, height: 800 })
  await expect(button(page, 'Publish changes')).toBeInViewport()
  await open(page, draft.id)
  for (const name of ['Save Draft', 'Publish']) await expect(button(page, name)).toBeVisible()
})

test(
  'the save shortcut does not change a live post',
  { tag: '@once' },
  async ({ page, staff, storedPosts }) => {
    const { id } = await staff.create({ title: unique('Live') })
    await open(page, id)
    await write(page, 'Half a sentence')
    await page.keyboard.press('ControlOrMeta+s')
    await changesSaved(page)
    await expect(page).toHaveURL(new RegExp(`/edit/${id}$`))
    expect(await storedPosts.read(id)).toMatchObject({
      content: 'A paragraph about halyards.',
      published: true,
    })
  },
)

test('unsaved text has a page preview in a new tab', { tag: '@once' }, async ({ page, context }) => {
  const name = unique('Previewed before saving')
  await open(page)
  await title(page).fill(name)
  await write(page, '## Rope\n\nSome **words**.')
  const opened = context.waitForEvent('page')
  await form(page).getByRole('link', { name: 'Preview page' }).click()
  const preview = await opened
  await expect(preview.getByRole('note')).toContainText('Preview of unsaved text')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(name)
  await rendered(preview.locator('.article strong')).toHaveText('words')
  await expect(preview.getByText('Editorial team').first()).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
  await title(page).fill(`${name} again`)
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(`${name} again`)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('the author can be chosen', { tag: '@once' }, async ({ page, storedPosts, request }) => {
  const name = unique('By Tomás')
  await open(page)
  await title(page).fill(name)
  await write(page, 'Text')
  const author = form(page).getByLabel('Author', { exact: true })
  await expect(author).toHaveValue('')
  await author.selectOption('Tomás Reyes')
  await button(page, 'Publish').click()
  await inList(page, 'Blog post created successfully!')
  const [post] = await storedPosts.find(name)
  expect(await (await request.get(`/blog/${post?.slug}`)).text()).toContain('Mobile lead')
  await open(page, post?.id)
  await author.selectOption('Ines Calloway')
  await button(page, 'Publish changes').click()
  await inList(page, 'Blog post updated successfully!')
  expect(await (await request.get(`/blog/${post?.slug}`)).text()).toContain('Founder and engineering lead')
})

test(
  'on a phone the state and the buttons stay in a bar of 48 px',
  { tag: '@once' },
  async ({ page, staff }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    const { id } = await staff.create({ title: unique('Phone'), published: false })
    await open(page, id)
    await title(page).fill('Longer on a phone')
    await form(page).getByLabel('URL').focus()
    const bar = page.locator('.editor-save')
    await expect(button(page, 'Publish')).toBeInViewport()
    await expect(bar.getByText('Not saved yet.')).toBeInViewport()
    const { y = 0, height } = (await bar.boundingBox()) ?? {}
    expect([y, height]).toEqual([64, 48])
    await form(page)
      .getByLabel('Excerpt')
      .evaluate((field) => field.scrollIntoView({ block: 'start' }))
    const excerpt = await form(page).getByLabel('Excerpt').boundingBox()
    expect(excerpt?.y).toBeGreaterThanOrEqual(64 + 48)
  },
)

test(
  'on a tablet the links, the state and the buttons share a bar of 48 px',
  { tag: '@once' },
  async ({ page, staff }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    const { id } = await staff.create({ title: unique('Tablet'), published: false })
    await open(page, id)
    await title(page).fill('Longer on a tablet')
    const bar = page.locator('.editor-save-bar')
    await expect(bar.getByText('Not saved yet.')).toBeVisible()
    const { y = 0, height } = (await bar.boundingBox()) ?? {}
    expect([y, height]).toEqual([64, 48])
    for (const part of [
      'Back to Blogs',
      'draft',
      'Preview page',
      'Not saved yet.',
      'Save Draft',
      'Publish',
    ]) {
      const box = await bar
        .getByText(part, { exact: part !== 'Preview page' && part !== 'Not saved yet.' })
        .first()
        .boundingBox()
      expect(box?.y, part).toBeGreaterThanOrEqual(64)
      expect((box?.y ?? 0) + (box?.height ?? 0), part).toBeLessThanOrEqual(112)
    }
  },
)

test(
  'a restored draft does not overwrite a newer version without asking',
  { tag: '@once' },
  async ({ page, storedPosts, staff, allowed }) => {
    allowed.push(networkError(412))
    const { id } = await staff.create({ title: unique('Newer'), published: false })
    await open(page, id)
    await write(page, 'Mine, unsaved')
    await kept(page)
    await staff.update(id, { content: 'Theirs, saved' })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(offer(page)).toContainText('The post was saved since then')
    await expect(content(page)).toHaveText('Theirs, saved')
    await offer(page).getByRole('button', { name: 'Restore' }).click()
    await expect(content(page)).toHaveText('Mine, unsaved')
    await button(page, 'Publish').click()
    await expect(page.getByRole('dialog')).toContainText('edited in another tab or browser')
    expect((await storedPosts.read(id)).content).toBe('Theirs, saved')
  },
)

test('the second of two tabs resolves the conflict', async ({ page, storedPosts, staff, allowed }) => {
  allowed.push(networkError(412))
  const { id } = await staff.create({
    title: unique('Two tabs'),
    content: 'Shared\n\nOld line',
    published: false,
  })
  await open(page, id)
  await staff.update(id, { content: 'Shared\n\nTheir line' })
  await write(page, 'Shared\n\nMy line')
  await button(page, 'Publish').click()
  const dialog = page.getByRole('dialog', { name: 'This post was edited in another tab or browser' })
  await expect(dialog).toContainText(/You saved it there on \w+ \d+, \d{4} at/)
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await expect(dialog.locator('p.diff-theirs')).toHaveText(/Their line$/)
  await expect(dialog.locator('p.diff-mine')).toHaveText(/My line$/)
  await page.keyboard.press('Escape')
  await expect(content(page)).toContainText('My line')
  await button(page, 'Publish').click()
  await dialog.getByRole('button', { name: 'Use their version' }).click()
  await expect(content(page)).toContainText('Their line')

  await staff.update(id, { content: 'Theirs again' })
  await write(page, 'Mine at last')
  await button(page, 'Publish').click()
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await inList(page, 'Blog post updated successfully!')
  expect((await storedPosts.read(id)).content).toBe('Mine at last')
})

test('leaving with unsaved changes asks first', { tag: '@once' }, async ({ page, staff }) => {
  const { id } = await staff.create({ title: unique('Leaving'), published: false })
  await open(page, id)
  await write(page, 'Unsaved')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await form(page).getByRole('link', { name: 'Back to Blogs' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(new RegExp(id))
  const search = page.getByRole('searchbox', { name: 'Search posts' }).first()
  await search.fill('zyx')
  const palette = page.getByRole('combobox', { name: 'Search and commands' })
  await expect(palette).toHaveValue('zyx')
  const all = page.getByRole('option', { name: 'Search all posts for “zyx”' })
  await expect(all).toHaveAttribute('aria-selected', 'true')
  await palette.press('Enter')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()

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

test('going back with unsaved changes asks first', { tag: '@once' }, async ({ page, staff }) => {
  const { id } = await staff.create({ title: unique('Back'), published: false })
  await openHydrated(page, `/admin/blogs/preview/${id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await write(page, 'Unsaved')
  await page.evaluate(() => history.back())
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/preview\//)
})

test('an expired session loses no text', async ({ page, staff, allowed }) => {
  allowed.push(networkError(401))
  const { id } = await staff.create({ title: unique('Session'), published: false })
  await open(page, id)
  await write(page, 'Typed before the session was over')
  // The last request that the page sends by itself.
  await rendered(article(page).getByRole('paragraph')).toHaveText('Typed before the session was over')
  await page.context().clearCookies()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page).toHaveURL(/\/admin\/login\?/)
  await fillSignIn(page)
  await expect(page).toHaveURL(new RegExp(`/admin/blogs/edit/${id}`))
  await offer(page).getByRole('button', { name: 'Restore' }).click()
  await expect(content(page)).toHaveText('Typed before the session was over')
})

test('an unknown post shows an error and returns to the list', async ({ page }) => {
  for (const id of ['no-such-post', '%2e%2e%2fetc']) {
    await page.goto(`/admin/blogs/edit/${id}`)
    await inList(page, 'Failed to load blog post. Please try again.')
  }
})

test('a draft has a preview for staff only', async ({ page, staff, request }) => {
  const { id, slug, title } = await staff.create({ title: unique('Previewed'), published: false })
  const response = await page.goto(`/admin/blogs/preview/${id}`)
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  })
  await expect(page.getByRole('note')).toContainText('Draft preview')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Share on/ })).toHaveCount(0)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow')
  expect((await request.get(`/blog/${slug}`)).status()).toBe(404)
  const anonymous = await fetch(`${new URL(page.url()).origin}/admin/blogs/preview/${id}`, {
    redirect: 'manual',
  })
  expect(anonymous.status).toBe(307)
  expect(anonymous.headers.get('location')).toContain('/admin/login?from=')
})

test('only staff can render a preview, and only from our pages', async ({ site, context }) => {
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
  const response = await render(session)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    headings: [],
    html: '<p><strong>x</strong></p>\n',
    lines: [1],
    removed: [],
  })
})

test('a post can be written with the keyboard only', { tag: '@once' }, async ({ page, storedPosts }) => {
  const name = unique('By keyboard')
  await open(page)
  await title(page).focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(content(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(form(page).getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(form(page).getByRole('button', { name: 'Italic' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(content(page)).toBeFocused()
  await page.keyboard.type('- one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('After')
  await rendered(article(page).getByRole('listitem')).toHaveText(['one', 'two'])
  await rendered(article(page).getByRole('paragraph')).toHaveText('After')
  await page.keyboard.press('Tab')
  await expect(content(page)).not.toBeFocused()
  const pane = page.locator('.editor-pane', { has: page.locator('iframe') })
  await expect(pane).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Shift+Tab')
  await expect(pane).toHaveCSS('outline-style', 'none')
  await expect(content(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+s')
  await savedInPlace(page)
  await expect(content(page)).toBeFocused()
  expect(await storedPosts.find(name)).toMatchObject([{ published: false }])
})

test(
  'the editor is accessible at every width and in both themes',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
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
      await form(page).getByRole('button', { name: 'Find and replace' }).click()
      for (const theme of ['light', 'dark']) {
        await page.evaluate((name) => {
          localStorage.setItem('theme', name)
          document.documentElement.dataset['theme'] = name
        }, theme)
        const axe = new AxeBuilder({ page }).exclude('iframe').setLegacyMode()
        expect(await findViolations(axe), `${width} px, ${theme}`).toEqual([])
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
      const tools = await page.getByRole('toolbar', { name: 'Formatting' }).boundingBox()
      expect(tools?.height).toBeLessThan(64)
    }
  },
)
