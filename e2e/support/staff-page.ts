import { type Locator, type Page, expect } from '@playwright/test'

const countsLoaded = () =>
  new Promise<true>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => new URL(name).pathname === '/api/stats')) resolve(true)
    })
    observer.observe({ type: 'resource', buffered: true })
  })

/** Clicks and keys are lost before hydration, which the request for the counts of the frame shows. */
export async function hydrated(page: Page) {
  await page.waitForFunction(countsLoaded, undefined, { timeout: 120_000 })
}

/** Opens a page of the staff area; not under a fake clock, which hides the requests of the page. */
export async function openHydrated(page: Page, url: string) {
  await page.goto(url)
  await hydrated(page)
}

export async function reloadHydrated(page: Page) {
  await page.reload()
  await hydrated(page)
}

/** Makes the page load its data again as after a lost connection, without failing its open requests. */
export const reconnect = (page: Page) =>
  page.evaluate(() => {
    for (const type of ['offline', 'online']) window.dispatchEvent(new Event(type))
  })

export const dialog = (page: Page) => page.getByRole('dialog')

export const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: text })

/** Clicks a retry that fails: its message comes back, with the focus on its button. */
export async function retryInVain(button: Locator) {
  const former = await button.elementHandle()
  await button.click()
  await expect.poll(() => former?.evaluate(({ isConnected }) => isConnected)).toBe(false)
  await expect(button).toBeFocused()
}

/** Keeps the pointer over the toast, so that it does not close. */
export async function holdToast(page: Page, text: string) {
  // At once: hovering waits until the toast stands still, when it may be gone.
  await toast(page, text).dispatchEvent('mouseover')
  await expect(toast(page, text)).toBeVisible()
  await toast(page, text).hover()
}

export const undoButton = (page: Page, text: string) =>
  toast(page, text).getByRole('button', { name: 'Undo' })
