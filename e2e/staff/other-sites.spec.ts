import { once } from 'node:events'
import { createServer } from 'node:http'
import sharp from 'sharp'
import { content } from '../support/editor-page.ts'
import { expect, unique } from '../support/fixtures.ts'
import { test as base } from '../support/staff-fixtures.ts'
import { openHydrated as open } from '../support/staff-page.ts'

interface OtherSite {
  url: string
  host: string
  requests: string[]
  /** Paths of images that are there. */
  pictures: Set<string>
}

/** A site on this machine, which the server under test may request. */
const test = base.extend<{ other: OtherSite }>({
  other: async ({ baseURL: _ }, provide) => {
    const picture = sharp({ create: { width: 500, height: 300, channels: 3, background: '#c33' } })
    const image = await picture.png().toBuffer()
    const requests: string[] = []
    const pictures = new Set(['/wp-content/uploads/a.png'])
    const server = createServer(({ method, url = '' }, response) => {
      requests.push(`${method} ${url}`)
      if (pictures.has(url)) response.end(image)
      else response.writeHead(url === '/about' ? 200 : 404).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    await provide({ url: `http://${host}`, host, requests, pictures })
    server.closeAllConnections()
    server.close()
  },
})
test.use({ nodeOptions: ['--import', './e2e/support/accept-loopback.mjs'] })

const wxr = (title: string, html: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Old</title><item><title>${title}</title><guid>${title}</guid>
<content:encoded><![CDATA[${html}]]></content:encoded><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
</item></channel></rss>`

test(
  'an import fetches images from the servers that were chosen',
  { tag: '@once' },
  async ({ page, other, storedPosts }) => {
    const title = unique('With pictures')
    const missing = `${other.url}/wp-content/uploads/gone.png`
    const html = `<p><img src="${other.url}/wp-content/uploads/a-300x200.png" alt="A"><img src="${missing}" alt="B"></p>
<p><img src="https://stays.example/c.png" alt="C"></p>`
    await open(page, '/admin/import')
    const buffer = Buffer.from(wxr(title, html))
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'old.xml', mimeType: 'text/xml', buffer })
    await page.getByRole('button', { name: 'Check file' }).click()
    const hosts = page.getByRole('group', { name: 'Fetch images from other servers' })
    const chosen = hosts.getByRole('checkbox', { name: `${other.host} (2 images)` })
    await expect(chosen).not.toBeChecked()
    await expect(hosts.getByRole('checkbox', { name: 'stays.example (1 image)' })).not.toBeChecked()
    const row = page.getByRole('row').filter({ hasText: title })
    await expect(row).toContainText('On another server: https://stays.example/c.png')
    expect(other.requests).toEqual([])

    await chosen.press('Space')
    await page.getByRole('button', { name: 'Import 1 post' }).click()
    await expect(page.getByText('1 post imported, 0 skipped, 0 not imported.')).toBeVisible()
    await expect(row).toContainText(
      `Not in the file, stays on its server: ${missing} (The server responded with status 404.)`,
    )
    await expect(row).toContainText('Not in the file, stays on its server: https://stays.example/c.png')
    const [found] = await storedPosts.find(title)
    const stored = await storedPosts.read(found?.id ?? '')
    expect(stored.content).toMatch(/^!\[A\]\(\/api\/media\/[\w-]+\.webp\)!\[B\]\(http:\/\/127/)
    expect(stored.content).toContain('![C](https://stays.example/c.png)')

    other.pictures.add('/wp-content/uploads/gone.png')
    await expect(
      page.getByText('1 image could not be fetched. The reason is shown at each post below.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(page.getByText('1 post imported, 0 skipped, 0 not imported.')).toBeVisible()
    await expect(row).not.toContainText(missing)
    expect((await storedPosts.read(found?.id ?? '')).content).toMatch(
      /^!\[A\]\(\/api\/media\/[\w-]+\.webp\)!\[B\]\(\/api\/media/,
    )
  },
)

test(
  'external links that respond are told from those without a page',
  { tag: '@once' },
  async ({ page, other, staff }) => {
    const text = `[About](${other.url}/about) and [gone](${other.url}/gone)`
    const post = await staff.create({ title: unique('With links'), content: text, published: false })
    await open(page, `/admin/blogs/edit/${post.id}`)
    await expect(content(page)).toBeVisible()
    const checks = page.getByRole('region', { name: 'Checks' })
    await checks.getByRole('button', { name: 'Check external links' }).click()
    await expect(checks.getByRole('status')).toHaveText('2 links checked, 1 without a page.')
    const results = checks.getByRole('list', { name: 'External links' }).getByRole('listitem')
    await expect(results.filter({ hasText: `${other.url}/about` })).toContainText('200')
    await expect(results.filter({ hasText: `${other.url}/gone` })).toContainText('404')
    expect(other.requests.toSorted()).toEqual(['GET /gone', 'HEAD /about', 'HEAD /gone'])
  },
)
