import { button, content, open, saveByKey } from '../support/editor-page.ts'
import { expect, unique } from '../support/fixtures.ts'
import { chooseEditor } from '../support/session.ts'
import { test } from '../support/staff-fixtures.ts'
import { caretAtEndOf, press } from '../support/visual-page.ts'

test(
  'an image gets its alternative text and caption where it is, and the page shows them',
  { tag: '@once' },
  async ({ page, staff, storedPosts }) => {
    const { id, slug } = await staff.create({
      title: unique('Visual'),
      content: 'Text\n\n![](/icon.svg)\n\n<figure><img src="/icon.svg"><figcaption>Old</figcaption></figure>',
      published: true,
    })
    await chooseEditor(page.context(), 'visual')
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

test(
  'focus mode shows the formatted text, and the search for posts beside the caret',
  { tag: '@once' },
  async ({ page, staff }) => {
    const linked = await staff.create({ title: unique('Rope knots') })
    const { id } = await staff.create({ title: unique('Visual'), content: 'One', published: false })
    await chooseEditor(page.context(), 'visual')
    await open(page, id)
    // Not within the form, which is hidden in focus mode.
    const text = page.getByRole('textbox', { name: 'Content' })
    await button(page, 'Focus mode').click()
    await expect(text).toBeVisible()
    await expect(text).toBeFocused()
    await expect(page.getByRole('toolbar')).toHaveCount(0)
    await press(page, 'End')
    await page.keyboard.type(' [[')
    const search = page.getByRole('dialog', { name: 'Link to a post' })
    const distance = async () => {
      const caret = await text.getByText('One').boundingBox()
      const box = await search.boundingBox()
      return Math.abs((box?.y ?? 0) - (caret?.y ?? 0) - (caret?.height ?? 0))
    }
    await expect.poll(distance).toBeLessThan(40)
    await expect(search.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(search).toHaveCount(0)
    await expect(text).toBeFocused()
    await press(page, 'Backspace')
    await page.keyboard.type('[')
    await search.getByRole('combobox').fill(linked.title)
    await expect(page.getByText('1 post', { exact: true })).toBeAttached()
    await press(page, 'Enter')
    await expect(text.getByRole('link', { name: linked.title })).toBeVisible()
    await expect(text).toBeFocused()
    await press(page, 'Enter')
    await page.keyboard.type('/')
    const blocks = page.getByRole('listbox', { name: 'Blocks' })
    await expect(blocks).toBeVisible()
    await press(page, 'Escape')
    await expect(blocks).toHaveCount(0)
    await expect(button(page, 'Focus mode')).toHaveCount(0)
    await press(page, 'Escape')
    await expect(button(page, 'Focus mode')).toBeVisible()
    await page.keyboard.type(' or')
    await expect(text.locator('p')).toHaveText([`One ${linked.title}`, '/ or'])
  },
)

test(
  'the menu of blocks leaves its line free at the end of a long text',
  { tag: '@once' },
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 })
    await chooseEditor(page.context(), 'visual')
    await open(page)
    await content(page).click()
    for (let line = 0; line < 14; line += 1) {
      await page.keyboard.type(`Line ${line}`)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.type('/')
    const menu = page.getByRole('listbox', { name: 'Blocks' })
    const line = content(page).getByText('/', { exact: true })
    const space = async () => {
      const [list, text] = [await menu.boundingBox(), await line.boundingBox()]
      return list && text && Math.max(text.y - list.y - list.height, list.y - text.y - text.height)
    }
    await expect.poll(space).toBeGreaterThanOrEqual(0)
    await content(page).evaluate((text) => text.scrollIntoView({ block: 'end' }))
    const before = await line.boundingBox()
    await page.evaluate(() => window.scrollBy(0, -60))
    await expect.poll(() => line.boundingBox()).not.toEqual(before)
    await expect.poll(space).toBeGreaterThanOrEqual(0)
  },
)

test('words are found and replaced in the formatted text', { tag: '@once' }, async ({ page, staff }) => {
  const lines = [
    'A **sail**or',
    ...Array.from({ length: 60 }, () => 'Words'),
    '![](/icon.svg "Sail on")',
    'sail',
    '<div><i>sail</i>, <b>sail</b></div>',
  ]
  const { id } = await staff.create({
    title: unique('Visual'),
    content: lines.join('\n\n'),
    published: false,
  })
  await chooseEditor(page.context(), 'visual')
  await open(page, id)
  const text = content(page)
  await expect(text.getByText('Sail on')).toBeAttached()
  await caretAtEndOf(text.getByText('Words').first())
  await press(page, 'ControlOrMeta+f')
  const panel = page.getByRole('search', { name: 'Text' })
  const status = panel.getByRole('status')
  await expect(panel.getByLabel('Find')).toBeFocused()
  await page.keyboard.type('sail')
  await expect(status).toHaveText('4 matches')
  await press(page, 'Enter')
  await expect(status).toHaveText('2 of 4')
  await expect(text.getByText('Sail', { exact: true })).toBeInViewport()
  await panel.getByLabel('Match case').check()
  await expect(status).toHaveText('3 matches')
  await panel.getByRole('button', { name: 'Next' }).click()
  await panel.getByRole('button', { name: 'Next' }).click()
  await expect(status).toHaveText('3 of 3')
  await expect(text.getByRole('group', { name: 'HTML' })).toBeInViewport()
  await panel.getByLabel('Regular expression').check()
  await panel.getByLabel('Find').fill('q*')
  await expect(status).toHaveText('No matches')
  await panel.getByLabel('Find').fill('sai[l]')
  await expect(status).toHaveText('3 of 3')
  await panel.getByRole('textbox', { name: 'Replace' }).fill('tail')
  await press(page, 'ControlOrMeta+f')
  const find = panel.getByLabel('Find')
  await expect(find).toBeFocused()
  const selection = () =>
    find.evaluate((field) => field instanceof HTMLInputElement && [field.selectionStart, field.selectionEnd])
  expect(await selection()).toEqual([0, 'sai[l]'.length])
  await panel.getByRole('button', { name: 'Replace all' }).click()
  await expect(status).toHaveText('3 replaced')
  await expect(text.getByRole('group', { name: 'HTML' })).toContainText('<i>tail</i>, <b>tail</b>')
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
      if (route.request().frame().parentFrame() === page.mainFrame())
        hosts.push(new URL(route.request().url()).hostname)
      return route.fulfill({ contentType: 'text/html', body: 'Player' })
    })
    await chooseEditor(page.context(), 'visual')
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
    await expect(card.locator('iframe'), 'its links open in a tab').toHaveAttribute(
      'sandbox',
      /allow-popups /,
    )
    await caretAtEndOf(text.getByText('Text more', { exact: true }))
    await page.keyboard.type(' text')
    await expect(card.frameLocator('iframe').getByText('Player')).toBeVisible()
    expect(hosts).toEqual(['www.youtube-nocookie.com'])
  },
)

test(
  'text copied from the visual editor is the same Markdown in another post',
  { tag: '@once' },
  async ({ page, staff, storedPosts }) => {
    const markdown =
      '* [A post](/blog/a)\n* [x] H<sub>2</sub>O[^1]\n\n![A](/icon.svg "Flag")\n\n| A |\n| -: |\n| 1 |\n\n```js\nlet a\n```\n\n[^1]: Note'
    const { id } = await staff.create({ title: unique('Visual'), content: markdown, published: false })
    const target = await staff.create({ title: unique('Visual'), content: 'Old', published: false })
    await chooseEditor(page.context(), 'visual')
    await open(page, id)
    await caretAtEndOf(content(page).getByText('Flag'))
    await press(page, 'ControlOrMeta+a', 'ControlOrMeta+c')
    await open(page, target.id)
    await button(page, 'Markdown').click()
    await content(page).click()
    await press(page, 'ControlOrMeta+a', 'ControlOrMeta+v')
    await saveByKey(page)
    expect((await storedPosts.read(target.id)).content).toBe(markdown)
  },
)
