import {
  article,
  content,
  expectText,
  form,
  open,
  rendered,
  title,
  write,
  noScript,
} from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { test } from '../support/staff-fixtures.ts'
import { openHydrated } from '../support/staff-page.ts'

test(
  'the preview matches the public page and runs no scripts',
  { tag: '@once' },
  async ({ page, allowed }) => {
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
  },
)

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

test('previews wait until long articles are rendered', { tag: '@once' }, async ({ page, staff }) => {
  const texts = await Promise.all(
    ['hemp', 'flax', 'silk'].map(async (rope) => {
      const content = `${`A line about [${rope}](/services) that holds. `.repeat(20)}\n\n`.repeat(220)
      const { id } = await staff.create({ title: unique('Long'), content, published: false })
      return (await page.request.get(`/admin/blogs/preview/${id}`)).text()
    }),
  )
  for (const text of texts) expect(text.match(/<\/a> that holds\./g)).toHaveLength(4400)
})

test(
  'the preview follows when the connection is back',
  { tag: '@once' },
  async ({ page, context, allowed }) => {
    allowed.push(/ERR_INTERNET_DISCONNECTED/)
    await open(page)
    await write(page, 'Before')
    await rendered(article(page).getByText('Before')).toBeVisible()
    await context.setOffline(true)
    await write(page, 'In the tunnel')
    const failure = form(page).getByText('The preview is not available at the moment.')
    await expect(failure).toBeVisible()
    await context.setOffline(false)
    await rendered(article(page).getByText('In the tunnel')).toBeVisible()
    await expect(failure).toBeHidden()
  },
)

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
