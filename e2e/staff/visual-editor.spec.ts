import type { Page } from '@playwright/test'
import { changeAppearance, expectAccessibleInBoth } from '../support/accessibility.ts'
import { button, content, form, open, saveByKey } from '../support/editor-page.ts'
import { expect, unique } from '../support/fixtures.ts'
import { createUser } from '../support/people.ts'
import { chooseEditor, signIn } from '../support/session.ts'
import { test } from '../support/staff-fixtures.ts'
import { toast } from '../support/staff-page.ts'
import { caretAtEndOf, press, showVisual } from '../support/visual-page.ts'

const start = '* One\n* Two\n\n\n__Bold__ and *slanted*\n# Heading\n'
const end = [
  '',
  '<figure>\n<img src="/icon.svg" alt="A flag">\n<figcaption>Raised</figcaption>\n</figure>',
  '<details>\n<summary>More</summary>\nHidden\n</details>',
  'Press <kbd>Ctrl</kbd>, see [the docs][docs].',
  '[docs]: https://example.com/docs\n',
].join('\n\n')

test('Enter in the tools of the text does not save the post', { tag: '@once' }, async ({ page, staff }) => {
  const text = 'Some words.\n\n```\nlet a = 1\n```\n'
  const { id } = await staff.create({ title: unique('Tools'), content: text, published: false })
  await open(page, id)
  await content(page).click()
  await press(page, 'ControlOrMeta+f')
  await page.getByLabel('match case').focus()
  await press(page, 'Enter', 'Escape')
  await showVisual(page)
  await content(page).getByText('let a = 1').click()
  await form(page).getByLabel('Language').fill('js')
  await press(page, 'Enter')
  await expect(content(page)).toBeFocused()
  await press(page, 'ControlOrMeta+f')
  await page.getByLabel('Match case').focus()
  await press(page, 'Enter', 'Escape')
  await saveByKey(page)
  await expect(page).toHaveURL(`/admin/blogs/edit/${id}`)
  await button(page, 'Markdown').click()
  await expect(content(page)).toContainText('```js')
})

test(
  'editing a paragraph changes only its own bytes, in either editor',
  { tag: '@once' },
  async ({ page, staff, storedPosts }) => {
    const original = `${start}The words change here.${end}`
    const { id } = await staff.create({ title: unique('Visual'), content: original, published: false })
    await open(page, id)
    await showVisual(page)
    const text = content(page)
    await expect(text.getByRole('heading', { name: 'Heading' })).toBeVisible()
    await caretAtEndOf(text.getByText('The words change here.'))
    await page.keyboard.insertText(' More.')
    await expect(form(page).getByText(/^Not saved yet/)).toBeVisible()
    await press(page, 'ControlOrMeta+z')
    await expect(form(page).getByText(/^Not saved yet/)).toBeHidden()
    await caretAtEndOf(text.getByText('The words change here.'))
    await page.keyboard.insertText(' Better.')
    await saveByKey(page)
    const saved = `${start}The words change here. Better.${end}`
    expect((await storedPosts.read(id)).content).toBe(saved)

    await button(page, 'Markdown').click()
    await expect(text).toContainText('__Bold__ and *slanted*')
    // CodeMirror takes the caret of a click at once, but that of a focus only within 200 ms.
    await text.getByText('The words change here. Better.').click()
    await press(page, 'End')
    await page.keyboard.insertText(' Best.')
    await showVisual(page)
    await expect(text).toContainText('The words change here. Better. Best.')

    await text.getByText('Hidden').dblclick()
    const dialog = page.getByRole('dialog', { name: 'Edit source' })
    const source = dialog.getByLabel('Markdown or HTML')
    await expect(source).toHaveValue('<details>\n<summary>More</summary>\nHidden\n</details>')
    await source.fill('<details>\n<summary>More</summary>\nShown\n</details>')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(text).toBeFocused()
    await expect(form(page).getByText(/^Not saved yet/)).toBeVisible()
    await saveByKey(page)
    expect((await storedPosts.read(id)).content).toBe(
      saved.replace('Better.', 'Better. Best.').replace('Hidden', 'Shown'),
    )
  },
)

test(
  'the choice of the editor follows the account to other browsers',
  { tag: '@once' },
  async ({ browser, site, staff, token }) => {
    const person = await createUser(site.url, token, 'editor')
    const { id } = await staff.create({ title: unique('Visual'), content: 'Text', published: false })
    const openElsewhere = async () => {
      const context = await browser.newContext({ baseURL: site.url })
      await signIn(context, site, false, person)
      const page = await context.newPage()
      await open(page, id)
      return page
    }
    const first = await openElsewhere()
    const pressed = (page: Page, name: string) =>
      expect(button(page, name)).toHaveAttribute('aria-pressed', 'true')
    await pressed(first, 'Markdown')
    const saved = first.waitForResponse('**/api/auth/preferences')
    await button(first, 'Visual').click()
    expect((await saved).status()).toBe(200)
    await first.context().close()

    const second = await openElsewhere()
    await pressed(second, 'Visual')
    await second.context().close()
    await person.remove()
  },
)

test(
  'a post is written by keyboard: blocks, a table, tasks, links and code',
  { tag: '@once' },
  async ({ page, staff, storedPosts }) => {
    const linked = await staff.create({ title: unique('Rope knots') })
    const { id } = await staff.create({ title: unique('Visual'), content: 'First', published: false })
    await chooseEditor(page.context(), 'visual')
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
    await button(page, 'Quote').click()
    await expect(toast(page, 'Quote cannot be used here.')).toBeVisible()
    await expect(text).toBeFocused()
    await press(page, 'ControlOrMeta+Enter')
    await keyboard.type('/task')
    await press(page, 'Enter')
    await keyboard.type('Coil it')
    await press(page, 'ControlOrMeta+Enter')
    const done = text.getByRole('checkbox', { name: 'Done' })
    await expect(done).toBeChecked()
    await expect(done).toHaveCSS('width', '16px')
    await expect(done).toHaveCSS('height', '16px')
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
    await press(page, 'ControlOrMeta+k')
    await expect(toast(page, 'Link cannot be used here.')).toBeVisible()
    await expect(page.getByLabel('Language')).toBeVisible()
    await press(page, 'Escape', 'Shift+Tab')
    await expect(page.getByLabel('Language')).toBeFocused()
    await keyboard.type('ts')
    await press(page, 'Tab')
    await expect(text).toBeFocused()
    await press(page, 'Escape', 'Tab')
    await expect(text).not.toBeFocused()
    await saveByKey(page)
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
    await chooseEditor(page.context(), 'visual')
    await open(page, id)
    await expect(
      form(page).getByText(
        'This text can only be edited as Markdown, because the block that starts on line 3 has no end.',
      ),
    ).toBeVisible()
    await expect(button(page, 'Markdown')).toHaveAttribute('aria-pressed', 'true')
    await content(page).press('ControlOrMeta+End')
    await page.keyboard.insertText('\n```')
    await showVisual(page)
    await expect(content(page).locator('pre')).toHaveText('const a = 1')
  },
)

test(
  'a selected block stays legible, with the ring of the site',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { id } = await staff.create({
      title: unique('Selected'),
      content: '<!-- Tide -->\n\nWords.\n',
      published: false,
    })
    await chooseEditor(page.context(), 'visual')
    await open(page, id)
    for (const { theme, ring } of [
      { theme: 'light', ring: 'rgb(31, 79, 163)' },
      { theme: 'dark', ring: 'rgb(242, 185, 29)' },
    ] as const) {
      await changeAppearance(page, { width: 1280, theme })
      const source = content(page).locator('.visual-island pre')
      await source.click()
      const block = content(page).locator('.ProseMirror-selectednode')
      await expect(block).toHaveCSS('outline', `${ring} solid 3px`)
      const [color, selected] = await source.evaluate((element) =>
        ['', '::selection'].map((part) => getComputedStyle(element, part).color),
      )
      expect(selected, theme).toBe(color)
    }
  },
)

test('the visual editor is accessible', { tag: '@once' }, async ({ page, staff }) => {
  const everything = `${start}Words${end}\n- [ ] Task\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n> Quote\n\nhttps://youtu.be/dQw4w9WgXcQ\n\n![](/icon.svg)\n`
  const { id } = await staff.create({ title: unique('Visual'), content: everything, published: false })
  await chooseEditor(page.context(), 'visual')
  await open(page, id)
  await expect(content(page).getByRole('table')).toBeVisible()
  await expectAccessibleInBoth(page)
  await button(page, 'Find and replace').click()
  await expect(page.getByRole('search', { name: 'Text' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await caretAtEndOf(content(page).getByText('Words', { exact: true }))
  await press(page, 'Enter')
  await page.keyboard.type('/')
  await expect(page.getByRole('option', { name: 'Table' })).toBeVisible()
  await expectAccessibleInBoth(page)
})
