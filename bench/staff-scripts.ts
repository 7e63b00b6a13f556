import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'

interface Sum {
  path: string
  bytes: number
}

/** Compressed script that a signed-in browser fetches until each staff page can be used, what it imports later included. */
export async function staffScripts(base: string, email: string, password: string): Promise<Sum[]> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext()
    const entrance = await context.newPage()
    await entrance.goto(`${base}/admin/login`)
    await entrance.getByLabel('Email Address').fill(email)
    await entrance.getByLabel('Password', { exact: true }).fill(password)
    await entrance.getByRole('button', { name: 'Sign in' }).click()
    await entrance.waitForURL('**/admin/dashboard')

    const sums: Sum[] = []
    for (const [path, usable] of [
      ['/admin/blogs', 'table'],
      ['/admin/blogs/new', '.cm-content'],
    ] as const) {
      const page = await context.newPage()
      // What another page has fetched before counts as well.
      await (await context.newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true })
      let bytes = 0
      page.on('response', async (response) => {
        if (response.request().resourceType() === 'script') bytes += gzipSync(await response.body()).length
      })
      await page.goto(`${base}${path}`)
      await page.locator(usable).first().waitFor()
      await page.waitForLoadState('networkidle')
      sums.push({ path, bytes })
      await page.close()
    }
    return sums
  } finally {
    await browser.close()
  }
}
