import type { Locator, Page } from '@playwright/test'
import { button, form } from './editor-page.ts'
import { expect } from './fixtures.ts'

export async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

/** Changes to the visual editor, and waits until it has loaded: until then Markdown shows the same text. */
export async function showVisual(page: Page) {
  await button(page, 'Visual').click()
  await expect(form(page).getByRole('toolbar', { name: 'Selection' })).toBeVisible()
}

/** Selects text and waits until ProseMirror knows it: `selectionchange` may come after the next key. */
export async function select(text: Locator, { collapse = false } = {}) {
  await text.click()
  await text.evaluate(
    (element, collapse) =>
      new Promise((resolve, reject) => {
        if (!element.isConnected) reject(new Error('The text was replaced.'))
        document.addEventListener('selectionchange', resolve, { once: true })
        getSelection()?.selectAllChildren(element)
        if (collapse) getSelection()?.collapseToEnd()
      }),
    collapse,
  )
}

export const caretAtEndOf = (text: Locator) => select(text, { collapse: true })
