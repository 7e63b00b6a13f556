import { existsSync } from 'node:fs'

/** Prefers Playwright's browser over the system's. */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  const paths = [chromium.executablePath(), '/usr/bin/chromium', '/usr/bin/google-chrome']
  return paths.find((path) => existsSync(path))
}
