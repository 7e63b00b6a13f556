import { type Browser, chromium, type Page } from '@playwright/test'
import { countBytes } from '#testing/page-bytes.ts'
import { visit } from '../e2e/support/visit.ts'
import { findBrowser } from '../scripts/browser.mjs'

/** Scripts of public pages load at the first action: those of a page that is only read, and of one that is used. */
interface Size {
  path: string
  read: number
  used: number
}

type Open = (page: Page, url: string) => Promise<unknown>

const read: Open = (page, url) => page.goto(url)
/** The empty page has no code that reports that it is hydrated. */
const useEmpty: Open = async (page, url) => {
  await page.goto(url)
  await page.evaluate(() => dispatchEvent(new Event('pointerup')))
}
const untilVisible =
  (selector: string): Open =>
  async (page, url) => {
    await page.goto(url)
    await page.locator(selector).first().waitFor()
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
    const pages: [path: string, use: Open][] = [
      ['/empty', useEmpty],
      ...publicPaths.map((path): [string, Open] => [path, visit]),
      ['/admin/dashboard', untilVisible('main')],
      ['/admin/blogs', untilVisible('table')],
      ['/admin/blogs/new', untilVisible('.cm-content')],
    ]
    const scriptBytes = async (path: string, open: Open) => {
      const context = await browser.newContext({ storageState })
      const page = await context.newPage()
      const { script } = await countBytes(page, () => open(page, base + path))
      await context.close()
      return script
    }
    const sizes: Size[] = []
    for (const [path, use] of pages)
      sizes.push({ path, read: await scriptBytes(path, read), used: await scriptBytes(path, use) })
    return sizes
  } finally {
    await browser.close()
  }
}
