// `npm run bench -- editor` measures the time from a key to the next paint in a post of 10,000 words, beside a plain textarea.
import { rmSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { freePort } from '#testing/free-port.ts'
import { findBrowser } from '../scripts/browser.mjs'
import { failLimits } from './limits.ts'
import { median, percentile } from './load.ts'
import { buildSite, startSite, stop, untilOk } from './processes.ts'
import { temporaryFolder } from './project-copy.ts'
import { admin, ownerHeaders, signIn } from './sign-in.ts'

const MAX_P95_MS = 50
const KEYS = 200
const KEY_INTERVAL_MS = 100
/** Leaves time for the first preview. */
const SETTLE_MS = 5000

const section =
  '## A heading of five words\n\nA paragraph with **bold** and _italic_ words, a [link](/blog) and `code`, long enough to wrap.\n\n- one item\n- another item\n\n'
const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length
const text = section.repeat(Math.ceil(10_000 / wordsIn(section)))

async function keyTimes(page: Page, field: string): Promise<number[]> {
  await page.locator(field).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.waitForTimeout(SETTLE_MS)
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel()
    const starts: number[] = []
    port1.onmessage = () => {
      for (const start of starts.splice(0)) performance.measure('key', { start, end: performance.now() })
    }
    const onKey = ({ timeStamp }: KeyboardEvent) =>
      requestAnimationFrame(() => {
        starts.push(timeStamp)
        port2.postMessage(null)
      })
    window.addEventListener('keydown', onKey, true)
  })
  const typed = 'words that a fast author types without a pause, '
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press(typed.charAt(key % typed.length))
    await page.waitForTimeout(KEY_INTERVAL_MS)
  }
  return page.evaluate(() => performance.getEntriesByName('key').map(({ duration }) => duration))
}

async function createPost(base: string): Promise<string> {
  const created = await fetch(`${base}/api/blogs`, {
    method: 'POST',
    headers: await ownerHeaders(base),
    body: JSON.stringify({ title: 'A long post', content: text }),
  })
  return (await created.json()).data.id
}

const data = temporaryFolder()
const port = await freePort()
const base = `http://localhost:${port}`

const closing: (() => unknown)[] = [() => rmSync(data, { recursive: true, force: true })]

try {
  buildSite()
  const server = startSite(
    { PORT: String(port), DATA_DIR: data, ADMIN_PASSWORD: admin.password, LOG_LEVEL: 'error' },
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  closing.unshift(() => stop(server))
  await untilOk(`${base}/api/ready`, server)
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
  closing.unshift(() => browser.close())
  const context = await browser.newContext({ storageState: await signIn(browser, base) })
  const page = await context.newPage()
  const measure = async (name: string, field: string) => {
    const times = await keyTimes(page, field)
    const p95 = percentile(times, 0.95)
    console.log(
      `${name.padEnd(20)} median ${median(times).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, max ${Math.max(...times).toFixed(0)} ms`,
    )
    return p95
  }
  console.log(`Key to paint, ${wordsIn(text).toLocaleString('en-US')} words, ${KEYS} keys`)
  await page.setContent(`<textarea rows="30" cols="80">${text}</textarea>`)
  await measure('Plain textarea', 'textarea')
  await page.goto(`${base}/admin/blogs/edit/${await createPost(base)}`)
  const p95 = await measure('Editor', '.cm-content')
  if (p95 > MAX_P95_MS) failLimits(`p95 is above ${MAX_P95_MS} ms.`)
} finally {
  for (const close of closing) await close()
}
