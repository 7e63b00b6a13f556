import { existsSync } from 'node:fs'

/** Where a browser for the tests may be: Playwright's own first, then what the system installed. */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  const places = [chromium.executablePath(), '/usr/bin/chromium', '/usr/bin/google-chrome']
  return places.find((place) => existsSync(place))
}
