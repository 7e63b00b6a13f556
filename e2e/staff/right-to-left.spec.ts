import type { Locator } from '@playwright/test'
import { button, form, open, title, write } from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { test } from '../support/staff-fixtures.ts'
import { createUser } from '../support/people.ts'
import { openHydrated } from '../support/staff-page.ts'

const arabic = 'هذه فقرة بالعربية'
const text = `${arabic}\n\nAn English paragraph\n\n- عنصر\n`

const directionOf = (block: Locator) =>
  block.evaluate((element) => {
    const { direction, textAlign } = getComputedStyle(element)
    return `${direction} ${textAlign.replace('start', direction === 'rtl' ? 'right' : 'left')}`
  })

async function expectDirections(blocks: Locator) {
  await expect.poll(() => directionOf(blocks.filter({ hasText: arabic }).last())).toBe('rtl right')
  expect(await directionOf(blocks.filter({ hasText: 'An English paragraph' }).last())).toBe('ltr left')
  expect(await directionOf(blocks.filter({ hasText: 'عنصر' }).last())).toBe('rtl right')
}

test(
  'Arabic text is aligned to the right in both editors and their preview',
  { tag: '@once' },
  async ({ page }) => {
    await open(page)
    await title(page).fill(arabic)
    expect(await directionOf(title(page))).toBe('rtl right')
    await write(page, text)
    await expectDirections(page.locator('.cm-line'))
    await expectDirections(page.frameLocator('iframe[title="Preview of the article"]').locator('p, li'))
    // Other tests choose their editor in the same preferences.
    const chosen = page.waitForResponse('**/api/auth/preferences')
    await form(page).getByRole('button', { name: 'Visual' }).click()
    await chosen
    await expectDirections(page.locator('.visual-text').locator('p, li'))
  },
)

test('a published Arabic post is aligned to the right', { tag: '@once' }, async ({ page, staff }) => {
  const post = await staff.create({ title: `${arabic} ${unique('rtl')}`, content: text, published: true })
  await page.goto(`/blog/${post.slug}`)
  await expectDirections(page.locator('.article').locator('p, li'))
  const heading = page.getByRole('heading', { level: 1 })
  expect(await directionOf(heading)).toBe('rtl right')
  const edges = await page
    .locator('h1, .article > *')
    .evaluateAll((blocks) => blocks.map((block) => Math.round(block.getBoundingClientRect().right)))
  expect(new Set(edges).size, 'right edges').toBe(1)
  const author = page.getByRole('region', { name: 'About the author' })
  expect(await directionOf(author)).toBe('rtl right')
  expect(await directionOf(author.getByText(/^Writes for/))).toBe('ltr left')

  await page.goto(`/blog?search=${encodeURIComponent(post.title)}`)
  const card = page.getByRole('article').filter({ hasText: post.title })
  expect(await directionOf(card.locator('time'))).toBe('rtl right')
})

/** Whether the first character of a line is to the right of its last one. */
const isRightToLeft = (block: Locator, line: string) =>
  block.evaluate((element, searched) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const node = texts.currentNode
      const start = node.textContent?.indexOf(searched) ?? -1
      if (start < 0) continue
      const leftOf = (offset: number) => {
        const range = new Range()
        range.setStart(node, offset)
        range.setEnd(node, offset + 1)
        return range.getBoundingClientRect().left
      }
      return leftOf(start) > leftOf(start + searched.length - 1)
    }
    throw new Error(`${searched} is not shown`)
  }, line)

async function expectHebrew(block: Locator, line: string) {
  await expect(block).toContainText(line)
  expect(await isRightToLeft(block, line), line).toBe(true)
}

const english = 'An English line.'

/** Ends with a mark that is shown at the left when the text has its own direction. */
const hebrew = () => `${unique('שלום')}!`

test(
  'Hebrew messages and notes are shown in their own direction',
  { tag: '@once' },
  async ({ page, site, staff }) => {
    const [name, subject, message, note] = [hebrew(), hebrew(), hebrew(), hebrew()]
    const call = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${staff.token}` }
      const visitor = { 'x-forwarded-for': site.newVisitor() }
      const response = await fetch(`${site.url}/api${path}`, {
        ...{ method: 'POST', headers: { ...headers, ...visitor } },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(201)
      return (await response.json()).data
    }
    const [messageText, noteText] = [`${message}\n${english}`, `${note}\n${english}`]
    await call('/contact', { name, email: 'dana@example.com', subject, message: messageText })
    await openHydrated(page, '/admin/messages')
    const row = page.getByRole('link').filter({ hasText: subject })
    await expectHebrew(row, subject)
    await expectHebrew(row, name)
    await row.click()
    const view = page.getByRole('region', { name: subject })
    for (const line of [subject, name, message]) await expectHebrew(view, line)
    expect(await isRightToLeft(view, english)).toBe(false)

    const post = await staff.create({ title: unique('rtl'), published: false })
    await call(`/blogs/${post.id}/notes`, { text: noteText })
    const { url } = await call(`/blogs/${post.id}/previews`, { days: 1 })
    const { pathname } = new URL(url)
    const body = new URLSearchParams({ token: pathname.split('/').at(-1) ?? '', name, text: noteText })
    const sent = await fetch(`${site.url}/api/previews/notes`, { method: 'POST', body, redirect: 'manual' })
    expect(sent.headers.get('location')).toContain('note=sent')
    await open(page, post.id)
    await button(page, 'Notes (2 open)').click()
    const panel = form(page).getByRole('region', { name: 'Notes' })
    for (const line of [name, note]) await expectHebrew(panel, line)
    expect(await isRightToLeft(panel, english)).toBe(false)
    await page.goto(pathname)
    const notes = page.getByRole('region', { name: 'Notes' })
    for (const line of [name, note]) await expectHebrew(notes, line)
    expect(await isRightToLeft(notes, english)).toBe(false)
  },
)

test(
  'Hebrew posts are listed and compared in their own direction',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(networkError(412))
    const [excerpt, line, theirs, mine] = [hebrew(), hebrew(), hebrew(), hebrew()]
    const content = `${line}\n\n${english}`
    const post = await staff.create({ title: unique('rtl'), excerpt, content })
    await openHydrated(page, `/admin/blogs?search=${encodeURIComponent(post.title)}`)
    await expectHebrew(page.getByRole('row').filter({ hasText: post.title }), excerpt)

    await open(page, post.id)
    await staff.update(post.id, { excerpt: theirs, content: `${content}\n\n${theirs}` })
    await form(page).getByLabel('Excerpt').fill(mine)
    await write(page, `${content}\n\n${mine}`)
    await button(page, 'Publish changes').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Compare' }).click()
    await expectHebrew(dialog.locator('dd.diff-theirs'), theirs)
    await expectHebrew(dialog.locator('dd.diff-mine'), mine)
    await expectHebrew(dialog.locator('p.diff-theirs'), theirs)
    await expectHebrew(dialog.locator('p').filter({ hasText: line }), line)
    await dialog.getByRole('button', { name: 'Use their version' }).click()

    await openHydrated(page, `/admin/blogs/${post.id}/revisions?from=1&to=2`)
    const comparison = page.getByRole('region', { name: 'Text', exact: true })
    await expectHebrew(comparison, line)
    await expectHebrew(comparison, theirs)
    expect(await isRightToLeft(comparison, english)).toBe(false)
  },
)

test(
  'English tags and authors keep their order in an Arabic post',
  { tag: '@once' },
  async ({ page, site, staff }) => {
    const tags = ['.NET', 'C++']
    const person = await createUser(site.url, staff.token, 'author')
    const [name, title] = [`${person.name} Jr.`, 'Editor-in-chief (acting)']
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${person.token}` }
    const body = JSON.stringify({ name, title })
    const saved = await fetch(`${site.url}/api/auth/profile`, { method: 'PUT', headers, body })
    expect(saved.status).toBe(200)
    const posts = await Promise.all(
      [1, 2].map((number) =>
        staff.create({ title: `${arabic} ${number} ${person.name}`, tags, author: person.author }),
      ),
    )
    const expectEnglish = async (block: Locator, line: string) => {
      await expect(block).toContainText(line)
      expect(await isRightToLeft(block, line), line).toBe(false)
    }
    const [post] = posts
    await page.goto(`/blog?search=${encodeURIComponent(post?.title ?? '')}`)
    const card = page.getByRole('article').filter({ hasText: post?.title ?? '' })
    for (const line of [...tags, name]) await expectEnglish(card, line)

    await page.goto(`/blog/${post?.slug}`)
    await expectEnglish(page.locator('.article-facts'), name)
    const author = page.getByRole('region', { name: 'About the author' })
    for (const line of [name, title]) await expectEnglish(author, line)
    const related = page.getByRole('region', { name: 'Related articles' }).getByRole('listitem')
    await expectEnglish(related.filter({ hasText: posts[1]?.title ?? '' }), '.NET')
    for (const label of ['Tags', 'Tags of this article'])
      for (const tag of tags) await expectEnglish(page.getByRole('list', { name: label, exact: true }), tag)

    for (const { id } of posts) await staff.delete(id)
    await person.remove()
  },
)
