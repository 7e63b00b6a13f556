import { countBytes, type PageBytes } from '#testing/page-bytes.ts'
import { expect, test } from '../support/fixtures.ts'
import { visit } from '../support/visit.ts'

/** Thousands of bytes on the wire of a page that is used, a few percent above what the page needs. `data` is what the document repeats as data for scripts, uncompressed. */
type Budget = PageBytes & { data: number }

const usual: Budget = { html: 25.2, data: 11.5, script: 134, style: 0, font: 45, image: 0 }

const contact: Budget = { ...usual, script: 137 }

const budgets: Record<string, Budget> = {
  '/': usual,
  '/services': usual,
  '/about': usual,
  '/blog': { ...usual, data: 13.8, script: 139, image: 17 },
  '/blog/measuring-lcp-on-real-phones': {
    ...usual,
    html: 27.5,
    data: 13.2,
    script: 137,
    font: 90,
    image: 22,
  },
  '/work': usual,
  '/work/healthcare-mobile-app': { ...usual, data: 12.5, font: 90 },
  '/authors/ines-calloway': { ...usual, image: 13 },
  '/contact': contact,
}

const inlineData = /<script>(?:\(self\.__next_f|self\.__next_f)[\s\S]*?<\/script>/g

for (const [path, budget] of Object.entries(budgets))
  test(`${path} stays within its size limit @once`, async ({ page, request }) => {
    // Compression runs in the background after the first render.
    await expect.poll(async () => (await request.get(path)).headers()['content-encoding']).toBe('br')
    const html = await (await request.get(path)).text()
    const data = html.match(inlineData)?.join('').length ?? 0
    const bytes = await countBytes(page, () => visit(page, path))
    for (const [kind, used] of Object.entries({ ...bytes, data }))
      expect
        .soft(used / 1000, `${kind} of ${path}`)
        .toBeLessThanOrEqual(new Map(Object.entries(budget)).get(kind) ?? 0)
    for (const kind of ['html', 'script', 'font'] as const)
      expect(bytes[kind], `${kind} is counted`).toBeGreaterThan(1000)
  })

for (const path of ['/', '/blog/measuring-lcp-on-real-phones'])
  test(`${path} needs hardly any script to be read @once`, async ({ page }) => {
    const { script } = await countBytes(page, async () => {
      const counted = page.waitForResponse(/\/api\/(analytics\/events|blogs\/[^/]+\/views)$/)
      await page.goto(path)
      await counted
    })
    expect(script, 'the script that counts the view is counted').toBeGreaterThan(1000)
    expect(script / 1000).toBeLessThanOrEqual(3)
  })

test('the fonts of bold and italic words are loaded after the page, and used @once', async ({ page }) => {
  await page.goto('/blog/measuring-lcp-on-real-phones')
  for (const [file, font] of [
    ['literata_bold', '700 1rem Literata'],
    ['literata_italic', 'italic 1rem LiterataItalic'],
  ] as const) {
    await expect.poll(() => page.evaluate((name) => document.fonts.check(name), font)).toBe(true)
    const early = await page.evaluate((name) => {
      const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const fonts = performance.getEntriesByType('resource').filter((entry) => entry.name.includes(name))
      return fonts.map(({ startTime }) => startTime < (load?.loadEventStart ?? Infinity))
    }, file)
    expect(early, file).toEqual([false])
  }
  const family = page.locator('.article em').first()
  await expect(family).toHaveCSS('font-family', /^LiterataItalic/)
})

test('the contact form loads little more when it is used @once', async ({ page }) => {
  const { script } = await countBytes(page, async () => {
    await visit(page, '/contact')
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
  })
  expect(script / 1000).toBeLessThanOrEqual(contact.script + 30)
  expect(script / 1000, 'the schema is counted').toBeGreaterThan(contact.script)
})

test('scripts are sent with the compression of the build, to browsers that accept it @once', async ({
  page,
  request,
}) => {
  await visit(page, '/blog')
  const script = await page.locator('script[src*="/_next/static/"]').first().getAttribute('src')
  const read = async (encoding: string) => {
    const response = await request.get(script ?? '', { headers: { 'accept-encoding': encoding } })
    const { vary, ...headers } = response.headers()
    expect(vary).toBe('Accept-Encoding')
    expect(headers['content-type']).toBe('application/javascript; charset=UTF-8')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    return { encoding: headers['content-encoding'], body: await response.text() }
  }
  const compressed = await read('br, gzip')
  expect(compressed.encoding).toBe('br')
  expect(await read('identity')).toEqual({ encoding: undefined, body: compressed.body })
  expect((await read('gzip, br;q=0')).encoding).not.toBe('br')
})

test('a page contains its styles, and names no script file @once', async ({ page, request }) => {
  const html = await (await request.get('/blog')).text()
  expect(html).not.toMatch(/<script(?![^>]*noModule)[^>]* src=/)
  expect(html.slice(0, 16_000), 'services that show links read only the beginning').toMatch(
    /og:image".*<style/,
  )
  const requested: string[] = []
  page.on('request', (sent) => requested.push(sent.resourceType()))
  await visit(page, '/blog')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle(/^About/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^Bricolage/)
  await page.waitForLoadState('networkidle')
  expect(requested.filter((type) => type === 'document')).toHaveLength(1)
  expect(requested).toContain('script')
  expect(requested).not.toContain('stylesheet')
})
