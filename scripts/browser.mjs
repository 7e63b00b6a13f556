import { existsSync } from 'node:fs'

/** The shell is first, because a page in a browser without a window takes several times its CPU. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']
export const systemBrowser = places.find((place) => existsSync(place))

export async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : systemBrowser
}
