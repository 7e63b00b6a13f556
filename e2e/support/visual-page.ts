import type { Locator, Page } from '@playwright/test'

export async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

/** Moves the caret and waits until ProseMirror knows it: `selectionchange` may come after the next key. */
export async function caretAtEndOf(text: Locator) {
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
