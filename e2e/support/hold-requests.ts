import type { Page, Request } from '@playwright/test'

/** The first request with this method is served, but its response never arrives. */
export async function loseResponse(page: Page, method: string, url: string) {
  let isLost = false
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

interface HeldRequests {
  matches?: (request: Request) => boolean
  times?: number
}

/** Holds the requests of the page back until the returned function is called. */
export async function holdRequests(
  page: Page,
  url: Parameters<Page['route']>[0],
  { matches = () => true, ...options }: HeldRequests = {},
): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(
    url,
    async (route) => {
      if (matches(route.request())) await held.promise
      await route.fallback()
    },
    options,
  )
  return held.resolve
}
