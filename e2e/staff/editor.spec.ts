import AxeBuilder from '@axe-core/playwright'
import {
  changeAppearance,
  expectAccessibleInBoth,
  expectNoOverflow,
  findViolations,
} from '../support/accessibility.ts'
import {
  article,
  button,
  changesSaved,
  content,
  expectText,
  form,
  inList,
  open,
  rendered,
  title,
  write,
  noScript,
  saveByKey,
} from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { createUser } from '../support/people.ts'
import { chooseFile, picture } from '../support/picture-files.ts'
import { chooseEditor, signIn } from '../support/session.ts'
import { test } from '../support/staff-fixtures.ts'
import { holdToast, openHydrated, toast } from '../support/staff-page.ts'

test('a new post with all fields is published once and returns to the list', async ({
  page,
  storedPosts,
}) => {
  const name = unique('Whole post')
  const release = await holdRequests(page, '**/api/blogs')
  await open(page)
  await expect(page).toHaveTitle(/^New Post \| /)
  await title(page).fill(name)
  await write(page, 'Some words about **rope**.')
  await form(page).getByLabel('Excerpt').fill('About rope.')
  await chooseFile(page, button(page, 'Choose image'), {
    name: 'rope.png',
    mimeType: 'image/png',
    buffer: await picture(),
  })
  await form(page).getByLabel('Alternative text').fill('A red field')
  const author = form(page).getByLabel('Author', { exact: true })
  await expect(author).toHaveValue('')
  await author.selectOption('Tomás Reyes')
  await button(page, 'Publish').dblclick()
  await expect(form(page).getByRole('progressbar')).toBeVisible()
  await title(page).focus()
  await page.keyboard.type('Too late')
  await expect(title(page)).toHaveValue(name)
  release()
  await inList(page, 'Blog post created successfully!')

  const [post, ...others] = await storedPosts.find(name)
  expect(others, 'of the double click').toEqual([])
  expect(post).toMatchObject({ excerpt: 'About rope.', published: true })
  expect(post?.cover).toMatchObject({ alt: 'A red field', width: 640 })
  await page.goto(`/blog/${post?.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('img', { name: 'A red field' })).toBeVisible()
  await expect(page.getByText('Mobile lead').first()).toBeVisible()
})

test('nothing is sent without a title and content, and server errors appear under their fields', async ({
  page,
  staff,
  allowed,
}) => {
  allowed.push(networkError(409))
  const taken = await staff.create({ title: unique('Taken') })
  const missing = 'Please fill in the title and content fields.'
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/api/blogs'))))
  await open(page)
  await button(page, 'Publish').click()
  await holdToast(page, missing)
  await expectText(page, missing)
  await expect(title(page)).toHaveAccessibleDescription('Title is required')
  await expect(title(page)).toBeFocused()
  await toast(page, missing).evaluate((shown) => shown.setAttribute('data-first', ''))
  await button(page, 'Save Draft').press('Enter')
  await expect(page.locator('[data-first]')).toHaveCount(0)
  await title(page).fill('Only a title')
  await expect(form(page).getByText('Title is required')).toHaveCount(0)
  await write(page, ' \u200b ')
  await button(page, 'Save Draft').click()
  await expect(content(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(content(page)).toHaveAccessibleDescription(/Content is required/)
  await expect(content(page)).toBeFocused()
  expect(sent).toBe(0)

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

    await page.goBack()
    await expect(button(page, 'Unpublish')).toBeVisible()
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

    await page.goBack()
    await button(page, 'Publish').click()
    await inList(page, 'Blog post updated successfully!')
    expect((await request.get(`/blog/${slug}`)).status()).toBe(200)
  },
)

test('another author is shown and a changed slug redirects from the old URL at once', async ({
  page,
  staff,
  request,
}) => {
  const { id, slug } = await staff.create({ title: unique('Moving') })
  expect((await request.get(`/blog/${slug}`)).status()).toBe(200)
  await open(page, id)
  await form(page).getByLabel('Author', { exact: true }).selectOption('Ines Calloway')
  await form(page).getByLabel('URL').fill(`${slug}-moved`)
  await button(page, 'Publish changes').click()
  await inList(page, 'Blog post updated successfully!')
  const old = await request.get(`/blog/${slug}`, { maxRedirects: 0 })
  expect(old.status()).toBe(308)
  expect(old.headers()['location']).toBe(`/blog/${slug}-moved`)
  // The redirect must not be cached, because the slug can be reused, as below.
  expect(old.headers()['cache-control']).toMatch(/\bmax-age=0, /)
  const moved = await request.get(`/blog/${slug}-moved`)
  expect(moved.status()).toBe(200)
  expect(await moved.text()).toContain('Founder and engineering lead')
  await page.goBack()
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
  async ({ page, context, storedPosts, staff }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
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
    await page.evaluate(() => navigator.clipboard.writeText('Cleat\r\nMain sheet\r\nsails\r\n'))
    await page.keyboard.press('ControlOrMeta+v')
    await expect(tags).toHaveText(['Process', 'Sails', 'Cleat', 'Main sheet'])
    await page.keyboard.press('Backspace')
    await page.keyboard.type('ab')
    for (let repeated = 0; repeated < 4; repeated += 1) await page.keyboard.down('Backspace')
    await page.keyboard.up('Backspace')
    await expect(input).toHaveValue('')
    await expect(tags).toHaveText(['Process', 'Sails', 'Cleat'])
    await page.keyboard.type('replaced')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(tags).toHaveText(['Process', 'Sails', 'Cleat', 'Main sheet'])
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')

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

test(
  'formatted text is pasted as Markdown, found and replaced, and linked to a post by its title',
  { tag: '@once' },
  async ({ page, context, staff }) => {
    const target = await staff.create({ title: unique('Knots') })
    const draft = await staff.create({ title: `${target.title} draft`, published: false })
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

    await write(page, 'See ')
    await form(page).getByRole('button', { name: 'Link to a post' }).click()
    await page.getByRole('combobox', { name: 'Search your posts' }).fill(target.title)
    const found = page.getByRole('dialog', { name: 'Link to a post' }).getByRole('option')
    await expect(found).toHaveCount(2)
    await expect(found.filter({ hasText: /draft$/ })).toHaveText(`${draft.title}draft`)
    await found.filter({ hasNotText: 'draft' }).click()
    await expect(content(page)).toHaveText(`See [${target.title}](/blog/${target.slug})`)
    await expect(content(page)).toBeFocused()
  },
)

test(
  'a post is found for a link behind newer drafts of others',
  { tag: '@once' },
  async ({ browser, site, staff, token }) => {
    const person = await createUser(site.url, token, 'author')
    const target = await staff.create({ title: unique('Splices') })
    for (let number = 1; number <= 8; number += 1)
      await staff.create({ title: `${target.title} ${number}`, published: false })
    const context = await browser.newContext({ baseURL: site.url })
    await signIn(context, site, false, person)
    await chooseEditor(context, 'markdown')
    const page = await context.newPage()
    await openHydrated(page, '/admin/blogs')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill(target.title)
    const option = page.getByRole('option', { name: target.title })
    await expect(option.filter({ hasText: 'published' })).toHaveCount(1)
    await open(page)
    await form(page).getByRole('button', { name: 'Link to a post' }).click()
    await page.getByRole('combobox', { name: 'Search your posts' }).fill(target.title)
    const found = page.getByRole('dialog', { name: 'Link to a post' }).getByRole('option')
    await expect(found).toHaveText([target.title])
    await context.close()
    await person.remove()
  },
)

test(
  'a post whose response was lost is saved once, with the latest text',
  { tag: '@once' },
  async ({ page, storedPosts, allowed }) => {
    // The newest text is rejected, because the lost request created the post.
    allowed.push(/ERR_FAILED/, networkError(422))
    const name = unique('Lost response')
    await page.route('**/api/blogs', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await open(page)
    await title(page).fill(name)
    await write(page, 'First')
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
  'the buttons of a live post explain their effect, and the save shortcut does not change it',
  { tag: '@once' },
  async ({ page, staff, storedPosts }) => {
    const live = await staff.create({ title: unique('Live') })
    await open(page, live.id)
    for (const name of ['Save', 'Publish changes', 'Unpublish'])
      await expect(button(page, name)).toBeVisible()
    for (const name of ['Save Draft', 'Publish', 'Discard changes'])
      await expect(button(page, name)).toHaveCount(0)
    await expect(button(page, 'Publish changes')).toBeDisabled()
    await button(page, 'Publish changes').press('Enter')
    await expectText(page, 'There are no changes to publish.')
    await page.setViewportSize({ width: 375, height: 800 })
    await expect(button(page, 'Publish changes')).toBeInViewport()
    await write(page, 'Half a sentence')
    await page.keyboard.press('ControlOrMeta+s')
    await changesSaved(page)
    await expect(page).toHaveURL(new RegExp(`/edit/${live.id}$`))
    expect(await storedPosts.read(live.id)).toMatchObject({
      content: 'A paragraph about halyards.',
      published: true,
    })
  },
)

test(
  'on a phone and a tablet the state and the buttons stay in a bar of 48 px, and a long title is shown whole',
  { tag: '@once' },
  async ({ page, staff }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    const { id } = await staff.create({ title: 'Phone', published: false })
    await open(page, id)
    const rows = () => title(page).evaluate(({ clientHeight }) => clientHeight)
    const before = await rows()
    await title(page).fill('What a phone taught us about')
    await title(page).press('End')
    await page.keyboard.insertText(' long\n posts')
    const text = 'What a phone taught us about long posts'
    await expect(title(page)).toHaveValue(text)
    expect(await rows()).toBeGreaterThan(before)
    const hidden = ({ scrollHeight, clientHeight }: Element) => scrollHeight - clientHeight
    expect(await title(page).evaluate(hidden)).toBe(0)
    await title(page).evaluate((field: HTMLTextAreaElement) => {
      field.setSelectionRange('What '.length, 'What a'.length)
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'my new\r\n\r\n')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(title(page)).toHaveValue(text.replace('a phone', 'my new phone'))
    const caret = await title(page).evaluate((field: HTMLTextAreaElement) => field.selectionStart)
    expect(caret).toBe('What my new'.length)
    await title(page).press('ControlOrMeta+z')
    await expect(title(page)).toHaveValue(text)

    await form(page).getByLabel('URL').focus()
    const phoneBar = page.locator('.editor-save')
    await expect(button(page, 'Publish')).toBeInViewport()
    await expect(phoneBar.getByText('Not saved yet.')).toBeInViewport()
    expect(await phoneBar.boundingBox()).toMatchObject({ y: 64, height: 48 })
    await form(page)
      .getByLabel('Excerpt')
      .evaluate((field) => field.scrollIntoView({ block: 'start' }))
    const excerpt = await form(page).getByLabel('Excerpt').boundingBox()
    expect(excerpt?.y).toBeGreaterThanOrEqual(64 + 48)

    await page.setViewportSize({ width: 768, height: 1024 })
    await page.evaluate(() => window.scrollTo(0, 0))
    const bar = page.locator('.editor-save-bar')
    await expect(bar.getByText('Not saved yet.')).toBeVisible()
    expect(await bar.boundingBox()).toMatchObject({ y: 64, height: 48 })
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

test('an unknown post shows an error and returns to the list', async ({ page }) => {
  for (const id of ['no-such-post', '%2e%2e%2fetc']) {
    await page.goto(`/admin/blogs/edit/${id}`)
    await inList(page, 'Failed to load blog post. Please try again.')
  }
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
  await saveByKey(page)
  await expect(content(page)).toBeFocused()
  expect(await storedPosts.find(name)).toMatchObject([{ published: false }])
})

test(
  'the editor and its panels are accessible at every width and in both themes',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    // Axe tries to run in the preview, too.
    allowed.push(noScript)
    const { id } = await staff.create({
      title: unique('Axe'),
      tags: ['Process'],
      content: '### Jump\n\nTODO: `code` and [link](https://a.example)',
    })
    await open(page, id)
    await expect(form(page).getByRole('region', { name: 'Checks' }).getByRole('button')).toHaveCount(4)
    await form(page).getByRole('button', { name: 'Find and replace' }).click()
    for (const width of [375, 1440])
      for (const theme of ['light', 'dark'] as const) {
        await changeAppearance(page, { width, theme })
        const axe = new AxeBuilder({ page }).exclude('iframe').setLegacyMode()
        expect(await findViolations(axe), `${width} px, ${theme}`).toEqual([])
        await expectNoOverflow(page, `${width} px`)
        const tools = await page.getByRole('toolbar', { name: 'Formatting' }).boundingBox()
        expect(tools?.height).toBeLessThan(64)
      }
    const find = form(page).getByRole('textbox', { name: 'Find' })
    await find.press('Escape')
    await expect(find).toHaveCount(0)
    await expectAccessibleInBoth(page, 'the editor', { exclude: 'iframe' })
    await button(page, 'Focus mode').click()
    await expect(title(page)).toBeHidden()
    await expectAccessibleInBoth(page, 'focus mode', { exclude: 'iframe' })
    await page.keyboard.press('Escape')
    await button(page, 'Keyboard shortcuts').click()
    await expect(page.getByRole('dialog')).toContainText('Search and commands')
    await expectAccessibleInBoth(page, 'the list of shortcuts', { include: '[role="dialog"]' })
  },
)
