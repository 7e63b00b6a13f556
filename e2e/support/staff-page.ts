import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const hasCounts = () =>
  performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === '/api/stats')

/** Clicks and keys are lost before hydration, which the request for the counts of the frame shows. */
export const hydrated = (page: Page) =>
  expect.poll(() => page.evaluate(hasCounts), 'the page is hydrated').toBe(true)

/** Opens a page of the staff area; not under a fake clock, which hides the requests of the page. */
export async function openHydrated(page: Page, url: string) {
  await page.goto(url)
  await hydrated(page)
}

export async function reloadHydrated(page: Page) {
  await page.reload()
  await hydrated(page)
}
