import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request as httpRequest } from 'node:http'
import { foreignPost, token } from '../support/failing-upstream.ts'
import { test as faultyTest } from '../support/failing-upstream-fixtures.ts'
import { expect, test, unique } from '../support/fixtures.ts'
import { rawRequest } from '../support/raw-request.ts'
import { startServer } from '../support/server-process.ts'
import { accountEnv, METRICS_TOKEN } from '../support/session.ts'
import { Staff } from '../support/staff-client.ts'

const textOf = async (url: string) => (await fetch(url)).text()

async function metric(url: string, pattern: RegExp): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${url}/api/metrics`, { headers })).text()
  return Number(pattern.exec(text)?.[1] ?? 0)
}

const misses = /page_cache_total\{result="miss"\} (\d+)/
const entries = /page_cache_entries (\d+)/

test('a publish, a change, an unpublish and a deletion show in the next request', async ({ site, staff }) => {
  const tag = unique('Fresh')
  const sibling = await staff.create({ title: unique('Sibling'), tags: [tag] })
  const title = unique('Overnight')
  const draft = await staff.create({ title, tags: [tag], published: false, content: 'Old words.' })
  const tagPage = `/blog?tag=${encodeURIComponent(tag)}`
  const documents = [
    '/blog',
    tagPage,
    '/blog?search=Overnight',
    '/feed.xml',
    '/atom.xml',
    '/feed.json',
    '/sitemap.xml',
    `/blog/${sibling.slug}`,
  ]
  // Sitemaps name posts by their path, everything else by its title as well.
  const shows = async (path: string, text: string) => {
    const body = await textOf(site.url + path)
    return body.includes(path === '/sitemap.xml' ? `/blog/${draft.slug}<` : text)
  }
  const expectShown = async (text: string, shown: boolean, step: string, hiddenStatus = 404) => {
    for (const path of documents) expect(await shows(path, text), `${step}: ${path}`).toBe(shown)
    // Another document is the first to be requested after the next change.
    documents.push(...documents.splice(0, 1))
    expect((await fetch(`${site.url}/blog/${draft.slug}`)).status, step).toBe(shown ? 200 : hiddenStatus)
  }

  await expectShown(title, false, 'draft')
  await staff.update(draft.id, { published: true })
  await expectShown(title, true, 'published')
  expect(await textOf(`${site.url}/blog/${draft.slug}`)).toContain('Old words.')
  const renamed = unique('Overnight again')
  await staff.update(draft.id, { title: renamed, content: 'New words.' })
  await expectShown(renamed, true, 'changed')
  const article = await textOf(`${site.url}/blog/${draft.slug}`)
  expect(article).toContain(renamed)
  expect(article).toContain('New words.')
  expect(article).not.toContain('Old words.')
  await staff.update(draft.id, { published: false })
  await expectShown(renamed, false, 'unpublished')
  await staff.update(draft.id, { published: true })
  await expectShown(renamed, true, 'published again')
  await staff.archive(draft.id)
  await expectShown(renamed, false, 'archived', 410)
  await staff.trash(draft.id)
  await expectShown(renamed, false, 'in the trash')
  await staff.restore(draft.id)
  await expectShown(renamed, false, 'archived again', 410)
  await staff.restore(draft.id)
  await expectShown(renamed, true, 'restored')
  await staff.delete(draft.id)
  await expectShown(renamed, false, 'deleted')
  await staff.delete(sibling.id)
  expect((await fetch(site.url + tagPage)).status, 'the last post of a tag is deleted').toBe(404)
})

faultyTest.describe('a render that a publish overtakes', { tag: '@once' }, () => {
  faultyTest('is not served to later requests', async ({ front, foreign }) => {
    const title = unique('Before')
    const post = foreignPost({ title })
    foreign.posts.push(post)
    const url = `${front.url}/blog/${post.slug}`
    const release = foreign.hold(new RegExp(`^/api/blogs/${post.slug}$`))
    const slow = textOf(url)
    const isHeld = () => foreign.received.some(({ path }) => path.endsWith(post.slug))
    // The held response times out after eight seconds.
    await expect.poll(isHeld, { intervals: [20] }).toBe(true)

    post.title = unique('After')
    const form = new FormData()
    form.set('published', 'true')
    const saved = await fetch(`${front.url}/api/blogs/${post.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    expect(saved.status).toBe(200)
    release()
    expect(await slow).toContain(title)
    for (let read = 0; read < 3; read += 1) expect(await textOf(url)).toContain(post.title)
  })
})

test.describe('cached pages', { tag: '@once' }, () => {
  const load = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
      (resolve, reject) => {
        const outgoing = httpRequest(url, { method, headers }, (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: Buffer.concat(chunks),
            }),
          )
        })
        outgoing.on('error', reject).end()
      },
    )

  test('come in the encoding the client accepts, with a strong ETag of that encoding', async ({ site }) => {
    const url = `${site.url}/about`
    const plain = await load(url)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const accept = (encoding: string) => load(url, { 'accept-encoding': encoding })
    // Compression runs in the background after the first render.
    await expect.poll(async () => (await accept('br')).headers['content-encoding']).toBe('br')
    const brotli = await accept('gzip, deflate, br')
    const gzip = await accept('gzip, br;q=0')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true)
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
    for (const encoding of ['identity', 'deflate', 'br;q=0, gzip;q=0'])
      expect((await accept(encoding)).headers['content-encoding'], encoding).toBeUndefined()
    const etags = [plain, gzip, brotli].map(({ headers }) => String(headers['etag']))
    expect(new Set(etags).size).toBe(3)
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/)
    expect(plain.headers['vary']).toMatch(/accept-encoding/i)

    const unchanged = await load(url, { 'if-none-match': `"other", ${etags[2]}`, 'accept-encoding': 'br' })
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
    expect(unchanged.headers['etag']).toBe(etags[2])
    expect((await load(url, { 'if-none-match': etags[2] ?? '' })).status, 'another encoding').toBe(200)
    const uncompressed = { 'if-none-match': etags[0] ?? '', 'accept-encoding': 'br' }
    expect((await load(url, uncompressed)).status, 'the uncompressed body').toBe(304)
    const head = await load(url, { 'accept-encoding': 'gzip' }, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(String(gzip.body.length))
    expect(head.headers['etag']).toBe(etags[1])
  })

  test('allow exactly the inline scripts that they contain', async ({ site, staff }) => {
    const post = await staff.create({ title: unique('Policy') })
    for (const path of ['/', '/blog', `/blog/${post.slug}`, '/blog?search=x', '/contact', '/newsletter']) {
      const { headers, body } = await load(site.url + path)
      const sources =
        /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ') ?? []
      expect(sources, path).not.toContain("'unsafe-inline'")
      const scripts = [...body.toString().matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
      const inline = scripts.filter(([, attributes = '']) => !/\bsrc=|ld\+json/.test(attributes))
      const hashes = inline.map(
        ([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
      )
      expect(new Set(sources), path).toEqual(new Set(["'self'", ...hashes]))
    }
  })

  test('are the same for everyone, with any request headers', async ({ site }) => {
    const url = `${site.url}/blog`
    const { body: expected } = await load(url)
    const odd: Record<string, string>[] = [
      { cookie: 'next-auth.session-token=x; theme=dark' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-port': '1' },
      { host: 'evil.example' },
      { 'x-nonce': 'mine', 'x-path': '/admin', 'content-security-policy': "script-src 'unsafe-inline'" },
      { 'x-middleware-subrequest': 'middleware', 'x-invoke-path': '/admin', 'x-matched-path': '/admin' },
      { 'accept-language': 'de', 'user-agent': 'Googlebot/2.1', 'save-data': 'on' },
      { range: 'bytes=0-9', 'cache-control': 'no-cache', pragma: 'no-cache' },
      { authorization: 'Bearer x' },
    ]
    for (const headers of odd)
      expect((await load(url, headers)).body.equals(expected), JSON.stringify(headers)).toBe(true)
    const flight = await fetch(url, { headers: { rsc: '1' } })
    expect(flight.headers.get('content-type')).toContain('text/x-component')
    const after = await load(url)
    expect(String(after.headers['content-type'])).toContain('text/html')
    expect(after.body.equals(expected)).toBe(true)
    expect((await load(`${url}?utm_source=x&page=1&unknown=%`)).body.equals(expected)).toBe(true)
  })

  test('are rendered in advance, are the response to Flight requests for files, and are not evicted by made-up URLs', async () => {
    const start = (env: Record<string, string>) =>
      startServer({
        entry: '.next/site/start.mjs',
        portVariable: 'PORT',
        env: { ...accountEnv, METRICS_TOKEN, ...env },
      })
    const other = await start({ WARM_UP: 'false', PAGE_CACHE_MB: '1' })
    const site = await start({ WARM_UP: 'true' })

    await test.step('they are rendered while no requests come, unless WARM_UP is false', async () => {
      await expect.poll(() => metric(site.url, entries)).toBeGreaterThanOrEqual(30)
      for (const path of ['/', '/about', '/work', '/blog', '/blog?page=2', '/feed.xml'])
        expect((await load(site.url + path)).status, path).toBe(200)
      expect(await metric(site.url, misses)).toBe(0)
      expect(await metric(other.url, entries)).toBe(0)
    })

    await test.step('they are the response to a Flight request for a file', async () => {
      const hits = () => metric(site.url, /page_cache_total\{result="hit"\} (\d+)/)
      const { slug } = await new Staff(site.url, await Staff.signIn(site.url)).create({ title: 'Filed' })
      for (const path of [
        ...['/feed.xml', '/work/atom.xml', '/sitemap.xml', '/sitemaps/pages', '/robots.txt', '/llms.txt'],
        ...['/manifest.webmanifest', '/og/home', `/og/blog/${slug}`, `/blog/${slug}.md`],
      ]) {
        const { headers, body } = await load(site.url + path)
        const hitsBefore = await hits()
        for (const query of ['', '?_rsc=1']) {
          const flight = await load(site.url + path + query, { rsc: '1', 'next-router-prefetch': '1' })
          expect([flight.status, flight.headers['etag']], path).toEqual([200, headers['etag']])
          expect(flight.body.equals(body), path).toBe(true)
        }
        expect(await hits(), path).toBe(hitsBefore + 2)
      }
      await site.stop()
    })

    await test.step('they are not evicted by made-up slugs, queries and tags', async () => {
      await load(`${other.url}/blog`)
      const made: string[] = []
      // The cache has room for about ten pages.
      for (let number = 0; number < 10_000; number += 1) made.push(`/blog?utm_campaign=${number}&x=${number}`)
      for (let number = 0; number < 150; number += 1)
        made.push(`/blog/made-up-${number}`, `/blog?tag=made-up-${number}`, `/blog?page=${number + 5000}`)
      const workers = Array.from({ length: 8 }, async () => {
        for (let path = made.pop(); path !== undefined; path = made.pop())
          await rawRequest(other.url, path, { headers: { 'accept-encoding': 'gzip' } })
      })
      await Promise.all(workers)
      expect(await metric(other.url, entries), 'only pages that exist').toBeLessThan(5)
      expect(await metric(other.url, /page_cache_bytes (\d+)/)).toBeLessThanOrEqual(1024 * 1024)
      const missesBefore = await metric(other.url, misses)
      expect((await load(`${other.url}/blog`)).status).toBe(200)
      expect(await metric(other.url, misses), 'the hot page is still cached').toBe(missesBefore)
      await other.stop()
    })
  })

  test('follow a change that another process made, without traffic', async ({ twoSites: { b, client } }) => {
    const title = unique('Elsewhere')
    const created = await client.post('/api/blogs', { data: { title, content: 'Text', published: true } })
    const { id, slug } = (await created.json()).data
    await expect.poll(async () => (await fetch(`${b.url}/blog/${slug}`)).status).toBe(200)
    const unpublished = await client.put(`/api/blogs/${id}`, { data: { published: false } })
    expect(unpublished.status()).toBe(200)
    const changesReadAt = async () => {
      const asked = Date.now()
      return asked - (await metric(b.url, /changes_read_age_seconds ([\d.]+)/)) * 1000
    }
    // The first read that ends from now on may have begun before the change.
    for (let reads = 0; reads < 2; reads += 1) {
      const since = Date.now()
      await expect.poll(changesReadAt).toBeGreaterThan(since)
    }
    expect((await fetch(`${b.url}/blog/${slug}`)).status).toBe(404)
    expect(await textOf(`${b.url}/blog`)).not.toContain(title)
  })
})
