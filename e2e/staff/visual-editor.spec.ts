import type { Locator, Page } from '@playwright/test'
import { account } from '../support/account.ts'
import { appearances, expectAccessible, setAppearance } from '../support/accessibility.ts'
import { button, clockTime, content, form, open } from '../support/editor-page.ts'
import { expect, unique } from '../support/fixtures.ts'
import { test } from '../support/staff-fixtures.ts'

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

/** Moves the caret and waits until ProseMirror knows it: `selectionchange` may come after the next key. */
async function caretAtEndOf(text: Locator) {
  await text.click()
  await text.evaluate(
    (element) =>
      new Promise((resolve) => {
        document.addEventListener('selectionchange', resolve, { once: true })
        getSelection()?.selectAllChildren(element)
        getSelection()?.collapseToEnd()
      }),
  )
}

/** The visual editor stays the choice of this account. */
const preferVisual = (page: Page) =>
  page.addInitScript((email) => {
    // The preview's sandboxed frame has no storage.
    if (window === window.top) localStorage.setItem(`halyard:editor-mode:${email}`, 'visual')
  }, account.email)

async function save(page: Page) {
  await page.keyboard.press('ControlOrMeta+s')
  await expect(form(page).getByText(new RegExp(`^Saved ${clockTime}$`))).toBeVisible()
}

const start = '* One\n* Two\n\n\n__Bold__ and *slanted*\n# Heading\n'
const end = [
  '',
  '<figure>\n<img src="/icon.svg" alt="A flag">\n<figcaption>Raised</figcaption>\n</figure>',
  '<details>\n<summary>More</summary>\nHidden\n</details>',
  'Press <kbd>Ctrl</kbd>, see [the docs][docs].',
  '[docs]: https://example.com/docs\n',
].join('\n\n')

test('an edited paragraph changes its own bytes only, in either editor', async ({
  page,
  staff,
  storedPosts,
}) => {
  const original = `${start}The words change here.${end}`
  const { id } = await staff.create({ title: unique('Visual'), content: original, published: false })
  await open(page, id)
  await button(page, 'Visual').click()
  const text = content(page)
  await expect(text.getByRole('heading', { name: 'Heading' })).toBeVisible()
  await caretAtEndOf(text.getByText('The words change here.'))
  await page.keyboard.insertText(' More.')
  await expect(form(page).getByText(/^Not saved yet/)).toBeVisible()
  await press(page, 'ControlOrMeta+z')
  await expect(form(page).getByText(/^Not saved yet/)).toBeHidden()
  await caretAtEndOf(text.getByText('The words change here.'))
  await page.keyboard.insertText(' Better.')
  await save(page)
  const saved = `${start}The words change here. Better.${end}`
  expect((await storedPosts.read(id)).content).toBe(saved)

  await button(page, 'Markdown').click()
  await expect(text).toContainText('__Bold__ and *slanted*')
  // CodeMirror takes the caret of a click at once, but that of a focus only within 200 ms.
  await text.getByText('The words change here. Better.').click()
  await press(page, 'End')
  await page.keyboard.insertText(' Best.')
  await button(page, 'Visual').click()
  await expect(text).toContainText('The words change here. Better. Best.')

  await text.getByText('Hidden').dblclick()
  const dialog = page.getByRole('dialog', { name: 'Edit source' })
  const source = dialog.getByLabel('Markdown or HTML')
  await expect(source).toHaveValue('<details>\n<summary>More</summary>\nHidden\n</details>')
  await source.fill('<details>\n<summary>More</summary>\nShown\n</details>')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(text).toBeFocused()
  await expect(form(page).getByText(/^Not saved yet/)).toBeVisible()
  await save(page)
  expect((await storedPosts.read(id)).content).toBe(
    saved.replace('Better.', 'Better. Best.').replace('Hidden', 'Shown'),
  )
})

test(
  'a post is written by keyboard: blocks, a table, tasks, links and code',
  { tag: '@once' },
  async ({ page, staff, storedPosts }) => {
    const linked = await staff.create({ title: unique('Rope knots') })
    const { id } = await staff.create({ title: unique('Visual'), content: 'First', published: false })
    await preferVisual(page)
    await open(page, id)
    const text = content(page)
    const { keyboard } = page
    const options = page.getByRole('listbox', { name: 'Blocks' }).getByRole('option')
    await caretAtEndOf(text.getByText('First'))
    await press(page, 'Enter')
    await keyboard.type('/head')
    await expect(options).toHaveText(['Heading 2', 'Heading 3'])
    await press(page, 'ArrowDown', 'Enter')
    await keyboard.type('Second')
    await press(page, 'Enter')
    await keyboard.type('/tab')
    await press(page, 'Enter')
    await expect(text.getByRole('table')).toBeVisible()
    await keyboard.type('Name')
    await press(page, 'Tab', 'Tab')
    await keyboard.type('Rope')
    await expect(page.getByRole('button', { name: 'Add row' })).toBeVisible()
    await press(page, 'ControlOrMeta+Enter')
    await keyboard.type('/task')
    await press(page, 'Enter')
    await keyboard.type('Coil it')
    await press(page, 'ControlOrMeta+Enter')
    await expect(text.getByRole('checkbox', { name: 'Done' })).toBeChecked()
    await press(page, 'Enter', 'Enter')
    await keyboard.type('See [[')
    const postSearch = page.getByRole('combobox', { name: 'Search your posts' })
    await postSearch.fill(linked.title)
    const found = page.getByRole('listbox', { name: 'Posts' }).getByRole('option')
    await expect(found).toHaveText([linked.title])
    await expect(page.getByText('1 post', { exact: true })).toBeAttached()
    await press(page, 'ArrowDown', 'Enter')
    await expect(text.getByRole('link', { name: linked.title })).toBeVisible()
    await expect(text).toBeFocused()
    await press(page, 'Enter')
    await keyboard.type('/code')
    await press(page, 'Enter')
    await keyboard.type('const a = 1')
    await expect(page.getByLabel('Language')).toBeVisible()
    await press(page, 'Escape', 'Shift+Tab')
    await expect(page.getByLabel('Language')).toBeFocused()
    await keyboard.type('ts')
    await press(page, 'Tab')
    await expect(text).toBeFocused()
    await press(page, 'Escape', 'Tab')
    await expect(text).not.toBeFocused()
    await save(page)
    expect((await storedPosts.read(id)).content).toBe(
      [
        'First',
        '### Second',
        '| Name | Column 2 |\n| --- | --- |\n| Rope | |',
        '- [x] Coil it',
        `See [${linked.title}](/blog/${linked.slug})`,
        '```ts\nconst a = 1\n```',
      ].join('\n\n'),
    )
  },
)

test(
  'a text that the visual editor cannot show opens in Markdown and says why',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { id } = await staff.create({
      title: unique('Visual'),
      content: 'Text\n\n```ts\nconst a = 1',
      published: false,
    })
    await preferVisual(page)
    await open(page, id)
    await expect(
      form(page).getByText(
        'This text can only be edited as Markdown, because the block that starts on line 3 has no end.',
      ),
    ).toBeVisible()
    await expect(button(page, 'Markdown')).toHaveAttribute('aria-pressed', 'true')
    await content(page).press('ControlOrMeta+End')
    await page.keyboard.insertText('\n```')
    await button(page, 'Visual').click()
    await expect(content(page).locator('pre')).toHaveText('const a = 1')
  },
)

test(
  'an image gets its alternative text and caption where it is, and the page shows them',
  { tag: '@once' },
  async ({ page, staff, storedPosts }) => {
    const { id, slug } = await staff.create({
      title: unique('Visual'),
      content: 'Text\n\n![](/icon.svg)\n\n<figure><img src="/icon.svg"><figcaption>Old</figcaption></figure>',
      published: true,
    })
    await preferVisual(page)
    await open(page, id)
    const text = content(page)
    await text.getByRole('button', { name: 'Describe the image' }).click()
    const dialog = page.getByRole('dialog', { name: 'Image' })
    await dialog.getByLabel('Alternative text').fill('A flag')
    await dialog.getByRole('button', { name: 'Save image' }).click()
    await expect(text.getByRole('button', { name: 'Alternative text: A flag' })).toBeVisible()
    await caretAtEndOf(text.getByText('Text', { exact: true }))
    await press(page, 'ArrowDown')
    await expect(page.getByRole('button', { name: 'Edit image' })).toBeVisible()
    await page.keyboard.type('Raised at *noon*')
    await press(page, 'Enter')
    await page.keyboard.type('After')
    await press(page, 'ControlOrMeta+z', 'ControlOrMeta+y')
    await text.getByText('Old').dblclick()
    await dialog.getByLabel('Alternative text').fill('An old flag')
    await dialog.getByLabel('Alternative text').press('Enter')
    await expect(text.locator('figcaption')).toHaveText(['Raised at *noon*', 'Old'])
    await button(page, 'Publish changes').click()
    const markdown =
      'Text\n\n![A flag](/icon.svg "Raised at *noon*")\n\nAfter\n\n![An old flag](/icon.svg "Old")'
    await expect.poll(async () => (await storedPosts.read(id)).content).toBe(markdown)
    const source = await page.request.get(`/blog/${slug}.md`)
    expect(await source.text()).toContain(markdown)
    await page.goto(`/blog/${slug}`)
    const figures = page.locator('.article figure')
    await expect(figures.locator('figcaption')).toHaveText(['Raised at *noon*', 'Old'])
    await expect(figures.first().getByRole('img', { name: 'A flag' })).toHaveAttribute('src', '/icon.svg')
  },
)

test('undo goes on with the steps of the other editor', { tag: '@once' }, async ({ page, staff }) => {
  const { id } = await staff.create({ title: unique('Visual'), content: 'One', published: false })
  await open(page, id)
  const text = content(page)
  await text.getByText('One').click()
  await press(page, 'End')
  await page.keyboard.insertText(' two')
  await button(page, 'Visual').click()
  await expect(text.getByText('One two')).toBeVisible()
  await caretAtEndOf(text.getByText('One two'))
  await page.keyboard.insertText(' three')
  await expect(text).toHaveText('One two three')
  await press(page, 'ControlOrMeta+z')
  await expect(text).toHaveText('One two')
  await press(page, 'ControlOrMeta+z')
  await expect(text).toHaveText('One')
  await expect(text).toBeFocused()
  await press(page, 'ControlOrMeta+y')
  await expect(text).toHaveText('One two')
  await expect(text).toBeFocused()
  await press(page, 'ControlOrMeta+z')
  await expect(text).toHaveText('One')
  await button(page, 'Markdown').click()
  await expect(text).toHaveText('One')
  await expect(button(page, 'Markdown')).toBeFocused()
  await press(page, 'ControlOrMeta+y')
  await expect(text).toHaveText('One two')
  await expect(text).toBeFocused()
})

test('words are found and replaced in the text as it looks', { tag: '@once' }, async ({ page, staff }) => {
  const lines = [
    'A **sail**or',
    ...Array.from({ length: 60 }, () => 'Words'),
    '![](/icon.svg "Sail on")',
    'sail',
  ]
  const { id } = await staff.create({
    title: unique('Visual'),
    content: lines.join('\n\n'),
    published: false,
  })
  await preferVisual(page)
  await open(page, id)
  const text = content(page)
  await expect(text.getByText('Sail on')).toBeAttached()
  await text.getByText('Words').first().click()
  await press(page, 'ControlOrMeta+f')
  const panel = page.getByRole('search', { name: 'Text' })
  const status = panel.getByRole('status')
  await expect(panel.getByLabel('Find')).toBeFocused()
  await page.keyboard.type('sail')
  await expect(status).toHaveText('3 matches')
  await press(page, 'Enter')
  await expect(status).toHaveText('2 of 3')
  await expect(text.getByText('Sail', { exact: true })).toBeInViewport()
  await panel.getByLabel('Match case').check()
  await expect(status).toHaveText('2 matches')
  await panel.getByRole('textbox', { name: 'Replace' }).fill('tail')
  await panel.getByRole('button', { name: 'Replace all' }).click()
  await expect(status).toHaveText('2 replaced')
  await press(page, 'Escape')
  await expect(panel).toBeHidden()
  await expect(text).toBeFocused()
  await expect(text.locator('p').first()).toHaveText('A tailor')
  await expect(text.locator('strong')).toHaveText('tail')
  await press(page, 'ControlOrMeta+z')
  await expect(text.locator('p').first()).toHaveText('A sailor')
})

test(
  'a video is a card that loads nothing before it is played',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { id } = await staff.create({
      title: unique('Visual'),
      content: 'Text\n\nhttps://youtu.be/dQw4w9WgXcQ\n\nhttps://vimeo.com/76979871',
      published: false,
    })
    const hosts: string[] = []
    await page.route(/youtube|vimeo/, (route) => {
      hosts.push(new URL(route.request().url()).hostname)
      return route.fulfill({ contentType: 'text/html', body: 'Player' })
    })
    await preferVisual(page)
    await open(page, id)
    const text = content(page)
    const card = text.getByRole('group', { name: 'Video on YouTube' })
    await expect(card.getByRole('link')).toHaveText('youtu.be/dQw4w9WgXcQ')
    await expect(text.getByRole('group', { name: 'Video on Vimeo' })).toBeVisible()
    await caretAtEndOf(text.getByText('Text', { exact: true }))
    await page.keyboard.type(' more')
    expect(hosts).toEqual([])
    await card.getByRole('button', { name: 'Play here' }).press('Enter')
    await expect(card.frameLocator('iframe').getByText('Player')).toBeVisible()
    await caretAtEndOf(text.getByText('Text more', { exact: true }))
    await page.keyboard.type(' text')
    await expect(card.frameLocator('iframe').getByText('Player')).toBeVisible()
    expect(hosts).toEqual(['www.youtube-nocookie.com'])
  },
)

for (const appearance of appearances)
  test(
    `the visual editor is accessible, ${appearance.width} px, ${appearance.theme}`,
    { tag: '@once' },
    async ({ page, staff }) => {
      const everything = `${start}Words${end}\n- [ ] Task\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n> Quote\n\nhttps://youtu.be/dQw4w9WgXcQ\n\n![](/icon.svg)\n`
      const { id } = await staff.create({ title: unique('Visual'), content: everything, published: false })
      await preferVisual(page)
      await setAppearance(page, appearance)
      await open(page, id)
      await expect(content(page).getByRole('table')).toBeVisible()
      await expectAccessible(page)
      await button(page, 'Find and replace').click()
      await expect(page.getByRole('search', { name: 'Text' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await caretAtEndOf(content(page).getByText('Words', { exact: true }))
      await press(page, 'Enter')
      await page.keyboard.type('/')
      await expect(page.getByRole('option', { name: 'Table' })).toBeVisible()
      await expectAccessible(page)
    },
  )
