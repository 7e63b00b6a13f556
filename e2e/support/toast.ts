import { expect, type Page } from '@playwright/test'

export const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: text })

/** Keeps the pointer over the toast, so that it does not close. */
export async function hold(page: Page, text: string) {
  await expect(toast(page, text)).toBeVisible()
  await toast(page, text).hover()
}

export const undoButton = (page: Page, text: string) =>
  toast(page, text).getByRole('button', { name: 'Undo' })
