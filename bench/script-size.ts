import { chromium, type Page } from '@playwright/test'
import { countBytes } from '#testing/page-bytes.ts'
import { visit } from '../e2e/support/visit.ts'
import { findBrowser } from '../scripts/browser.mjs'
import { signIn } from './sign-in.ts'

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

/** Each page gets a new context, because pages of one context share a cache that the protocol does not disable. */
export async function scriptSizes(base: string, publicPaths: string[]) {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
  try {
    const storageState = await signIn(browser, base)
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
