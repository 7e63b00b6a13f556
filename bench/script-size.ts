import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { countBytes } from '#testing/page-bytes.ts'
import { findBrowser } from '../scripts/browser.mjs'

interface Size {
  path: string
  bytes: number
}

/** What the browser loads before the page is usable and idle, including dynamic imports. */
async function scriptBytes(context: BrowserContext, url: string, usable: string): Promise<number> {
  const page = await context.newPage()
  const { script } = await countBytes(page, async () => {
    await page.goto(url)
    await page.locator(usable).first().waitFor()
  })
  return script
}

interface Credentials {
  email: string
  password: string
}

export async function signIn(browser: Browser, base: string, { email, password }: Credentials) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${base}/admin/login`)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/admin/dashboard')
  const storageState = await context.storageState()
  await context.close()
  return storageState
}

/** Each page gets a new context, because pages of one context share a cache that the protocol does not disable. */
export async function scriptSizes(base: string, publicPaths: string[], credentials: Credentials) {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
  try {
    const storageState = await signIn(browser, base, credentials)
    const pages = [
      ...publicPaths.map((path) => [path, 'body'] as const),
      ['/admin/dashboard', 'main'] as const,
      ['/admin/blogs', 'table'] as const,
      ['/admin/blogs/new', '.cm-content'] as const,
    ]
    const sizes: Size[] = []
    for (const [path, usable] of pages) {
      const context = await browser.newContext({ storageState })
      sizes.push({ path, bytes: await scriptBytes(context, base + path, usable) })
      await context.close()
    }
    return sizes
  } finally {
    await browser.close()
  }
}
