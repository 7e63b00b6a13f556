import type { Page } from '@playwright/test'

/** A view is counted when all handlers of the page are attached. */
const hasCountedView = () =>
  performance
    .getEntriesByType('resource')
    .some(({ name }) => /\/api\/(analytics\/events|blogs\/[^/]+\/views)$/.test(name))

/** Opens a public page and waits for its scripts, because the browser itself handles what comes before. */
export async function visit(page: Page, address: string) {
  const response = await page.goto(address)
  await untilHydrated(page)
  return response
}

export const untilHydrated = (page: Page) => page.waitForFunction(hasCountedView)
