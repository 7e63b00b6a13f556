import { expect, type Page } from '@playwright/test'

export const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: text })

/** The pointer stays on the toast, which therefore stays. */
export async function hold(page: Page, text: string) {
  await expect(toast(page, text)).toBeVisible()
  await toast(page, text).hover()
}

export const undoButton = (page: Page, text: string) =>
  toast(page, text).getByRole('button', { name: 'Undo' })
