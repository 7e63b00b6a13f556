import type { Page } from '@playwright/test'

/** Opens a public page and uses it, so that its scripts load. Without them the browser handles links and forms. */
export async function visit(page: Page, address: string) {
  const response = await page.goto(address)
  await untilHydrated(page)
  return response
}

const useAndCheck = () => {
  dispatchEvent(new Event('pointerup'))
  return document.documentElement.hasAttribute('data-hydrated')
}

export const untilHydrated = (page: Page) => page.waitForFunction(useAndCheck)

/** Browsers do not lay out the parts below the first screen, so their elements would have no size. */
export const layOutAll = (page: Page) =>
  page.addStyleTag({ content: '.below-fold { content-visibility: visible !important }' })
