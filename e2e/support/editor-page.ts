import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const form = (page: Page) => page.getByRole('form', { name: 'Blog post' })
export const title = (page: Page) => form(page).getByLabel('Title', { exact: true })
export const content = (page: Page) => form(page).getByRole('textbox', { name: 'Content' })
export const button = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true })
export const offer = (page: Page) => page.getByRole('region', { name: 'Drafts kept in this browser' })
export const clockTime = '\\d{1,2}:\\d{2} [AP]M E[SD]T'
export const kept = (page: Page) =>
  expect(
    form(page).getByText(new RegExp(`^Not saved yet\\. Backup in this browser, ${clockTime}$`)),
  ).toBeVisible()

export const article = (page: Page) =>
  page.frameLocator('iframe[title="Preview of the article"]').locator('.article')

/** The browser's message when a test evaluates script in the sandboxed preview. */
export const noScript = /Blocked script execution in 'about:srcdoc'/

export const savedInPlace = (page: Page) =>
  expect(form(page).getByText(new RegExp(`^Saved ${clockTime}$`))).toBeVisible()

export async function saveByKey(page: Page) {
  await page.keyboard.press('ControlOrMeta+s')
  await savedInPlace(page)
}

/** The first render loads the renderer, which takes seconds on a busy machine. */
export const rendered = expect.configure({ timeout: 60_000 })

export const expectText = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

export async function inList(page: Page, text: string) {
  // The toast of an earlier save may still be closing, after the new one in the document.
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/blogs$/)
}

export const keptOffline = (page: Page) =>
  expect(
    form(page).getByText(
      'You are offline. Your text is kept in this browser, and is saved when the connection is back.',
    ),
  ).toBeVisible()

export const changesSaved = (page: Page) =>
  expect(form(page).getByText(new RegExp(`^Saved ${clockTime} · changes not published$`))).toBeVisible()

export async function open(page: Page, id?: string) {
  await page.goto(id ? `/admin/blogs/edit/${id}` : '/admin/blogs/new')
  await expect(content(page)).toBeVisible()
}

export const fillLocalStorage = (page: Page) =>
  page.evaluate(() => {
    for (let size = 4 * 1024 * 1024; size >= 1; size = Math.floor(size / 2))
      try {
        for (let part = 0; ; part += 1) localStorage.setItem(`full:${size}:${part}`, 'x'.repeat(size))
      } catch {
        // The rest is filled with smaller parts.
      }
  })

export async function write(page: Page, text: string) {
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}
