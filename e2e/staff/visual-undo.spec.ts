import type { Page } from '@playwright/test'
import { button, content, open } from '../support/editor-page.ts'
import { expect, unique } from '../support/fixtures.ts'
import type { Staff } from '../support/staff-client.ts'
import { test } from '../support/staff-fixtures.ts'
import { caretAtEndOf, press, showVisual } from '../support/visual-page.ts'

/** Opens a post with the text “One”, and adds “ two” in Markdown and “ three” in Visual. */
async function writeInBoth(page: Page, staff: Staff) {
  const { id } = await staff.create({ title: unique('Visual'), content: 'One', published: false })
  await open(page, id)
  const text = content(page)
  await text.getByText('One').click()
  await press(page, 'End')
  await page.keyboard.insertText(' two')
  await showVisual(page)
  await caretAtEndOf(text.getByText('One two'))
  await page.keyboard.insertText(' three')
  await expect(text).toHaveText('One two three')
  return text
}

test('undo continues with the steps of the other editor', { tag: '@once' }, async ({ page, staff }) => {
  const text = await writeInBoth(page, staff)
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

test(
  'undo in Markdown goes back through the steps of both editors',
  { tag: '@once' },
  async ({ page, staff }) => {
    const text = await writeInBoth(page, staff)
    await button(page, 'Markdown').click()
    await text.getByText('One two three').click()
    await press(page, 'End')
    await page.keyboard.insertText(' four')
    for (const before of ['One two three', 'One two', 'One']) {
      await press(page, 'ControlOrMeta+z')
      await expect(text).toHaveText(before)
    }
    await press(page, 'ControlOrMeta+z')
    await expect(text).toHaveText('One')
    for (const after of ['One two', 'One two three', 'One two three four']) {
      await press(page, 'ControlOrMeta+y')
      await expect(text).toHaveText(after)
    }
  },
)

test(
  'keys that follow an undo of the other editor are not lost',
  { tag: '@once' },
  async ({ page, staff }) => {
    const more = 'Words'.concat('\n\n- Words'.repeat(400))
    const { id } = await staff.create({
      title: unique('Visual'),
      content: `One\n\n${more}`,
      published: false,
    })
    await open(page, id)
    const text = content(page)
    await text.getByText('One').click()
    for (const word of [' two', ' three', ' four']) {
      await press(page, 'ArrowLeft', 'End')
      await page.keyboard.insertText(word)
    }
    await showVisual(page)
    await caretAtEndOf(text.getByText('One two three four'))
    await press(page, 'ControlOrMeta+z', 'ControlOrMeta+z', 'ControlOrMeta+z')
    await page.keyboard.type('!')
    await expect(text.getByText('One')).toHaveText('!One')
    await expect(text).toBeFocused()
    await press(page, 'ControlOrMeta+z')
    await expect(text.getByText('One')).toHaveText('One')
    await button(page, 'Markdown').click()
    await text.getByText('One').click()
    await press(page, 'ControlOrMeta+y')
    await page.keyboard.type('?')
    await expect(text.getByText('One')).toHaveText('?!One')
  },
)

test(
  'keys that follow an undo to a text that only Markdown can show are not lost',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { id } = await staff.create({ title: unique('Visual'), content: 'One', published: false })
    await open(page, id)
    const text = content(page)
    await text.getByText('One').click()
    await press(page, 'ControlOrMeta+End')
    await press(page, 'ControlOrMeta+a')
    await page.keyboard.insertText('---\ntitle: Rope\n---\n\nOne')
    await press(page, 'ArrowLeft', 'ControlOrMeta+a')
    await page.keyboard.insertText('Two')
    await showVisual(page)
    await caretAtEndOf(text.getByText('Two'))
    await press(page, 'ControlOrMeta+z')
    await page.keyboard.type('letters')
    await expect(page.getByText(/can only be edited as Markdown/)).toBeVisible()
    await expect(text).toContainText('letters')
    await expect(text).toBeFocused()
    await expect(text).toContainText('title: Rope')
  },
)
