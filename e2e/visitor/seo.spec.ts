import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test, unique } from '../support/fixtures.ts'

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
const dataOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)/g)].map(([, json = '']) => json)

test(
  'each page has a canonical URL, a unique title and description, and a preview',
  { tag: '@once' },
  async ({ site, request }) => {
    const seen = { titles: new Set<string>(), descriptions: new Set<string>() }
    const paths = ['/', '/about', '/services', '/work', '/blog', '/contact']
    for (const path of paths) {
      const html = await (await request.get(path)).text()
      expect(canonicalOf(html), path).toMatch(new RegExp(`^${site.url}${path === '/' ? '/?' : path}$`))
      expect(metaOf(html, 'robots'), path).toMatch(/^index, follow.*max-image-preview:large/)
      seen.titles.add(/<title>([^<]+)/.exec(html)?.[1] ?? '')
      seen.descriptions.add(metaOf(html, 'description') ?? '')
      expect(metaOf(html, 'og:image:alt'), path).toMatch(/.+/)
      expect(await sizeOfPng(request, metaOf(html, 'og:image') ?? '')).toEqual({ width: 1200, height: 630 })
      expect(dataOf(html).join(), path).not.toMatch(/FAQPage|aggregateRating|"Review"/)
    }
    expect(seen.titles.size).toBe(paths.length)
    expect(seen.descriptions.size).toBe(paths.length)
  },
)

/** The first chunk of a PNG contains width and height. */
async function sizeOfPng(request: APIRequestContext, address: string) {
  const response = await request.get(address)
  expect(response.status(), address).toBe(200)
  expect(response.headers()['content-type']).toBe('image/png')
  const bytes = await response.body()
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

test(
  'pages of the list are indexed separately, searches and thin tags are not',
  { tag: '@once' },
  async ({ request, site, staff }) => {
    const [thin, thick] = [unique('Thin'), unique('Thick')]
    await staff.create({ title: unique('One'), tags: [thin, thick] })
    await staff.create({ title: unique('Two'), tags: [thick] })
    const states = [
      { path: '/blog?page=2', address: '/blog?page=2', index: true },
      { path: '/blog?page=1', address: '/blog', index: true },
      {
        path: `/blog?tag=${thick.replace(' ', '+')}`,
        address: `/blog?tag=${thick.replace(' ', '+')}`,
        index: true,
      },
      {
        path: `/blog?tag=${thick.toLowerCase().replace(' ', '%20')}`,
        address: `/blog?tag=${thick.replace(' ', '+')}`,
        index: true,
      },
      {
        path: `/blog?tag=${thin.replace(' ', '+')}`,
        address: `/blog?tag=${thin.replace(' ', '+')}`,
        index: false,
      },
      { path: '/blog?search=sail', address: '/blog?search=sail', index: false },
    ]
    for (const { path, address, index } of states) {
      const html = await (await request.get(path)).text()
      expect(canonicalOf(html), path).toBe(`${site.url}${address}`)
      expect(metaOf(html, 'robots'), path).toMatch(index ? /^index, follow/ : /^noindex, follow/)
    }
  },
)

test('Home has structured data about the organization', { tag: '@once' }, async ({ request, site }) => {
  const [data] = dataOf(await (await request.get('/')).text())
  const graph: { '@type': string; url: string }[] = JSON.parse(data ?? '')['@graph']
  expect(graph.map((item) => item['@type']).toSorted()).toEqual(['Organization', 'WebSite'])
  for (const item of graph) expect(new URL(item.url).origin).toBe(site.url)
})

test('an author without profiles has no list of them', { tag: '@once' }, async ({ request }) => {
  const page = await (await request.get('/authors/tomas-reyes')).text()
  expect(page).toContain('"@type":"ProfilePage"')
  expect(page).not.toContain('"sameAs":[]')
})

async function publishedSlugs(request: APIRequestContext): Promise<string[]> {
  const answer = await (await request.get('/api/blogs?limit=1000&status=published')).json()
  return answer.data.blogs.map((post: { slug: string }) => post.slug)
}

/** Parses XML in the browser; throws when it is not well-formed. */
async function parseXml(page: Page, request: APIRequestContext, path: string) {
  const response = await request.get(path)
  expect(response.status(), path).toBe(200)
  const source = await response.text()
  return page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'application/xml')
    const error = parsed.querySelector('parsererror')
    if (error) throw new Error(error.textContent ?? 'not well-formed')
    const texts = (name: string) =>
      [...parsed.getElementsByTagName(name)].map((element) => element.textContent ?? '')
    return {
      root: parsed.documentElement.tagName,
      locations: texts('loc'),
      changed: texts('lastmod'),
      titles: [...texts('item'), ...texts('entry')].length,
      contents: [...texts('content:encoded'), ...texts('content')],
      text: parsed.documentElement.textContent ?? '',
    }
  }, source)
}

test('the sitemap lists every published post with its last change', async ({
  page,
  request,
  site,
  staff,
}) => {
  const draft = await staff.create({ title: unique('Draft'), published: false })
  const fresh = await staff.create({ title: unique('Fresh & <new>') })
  const { locations, changed, root } = await parseXml(page, request, '/sitemap.xml')
  expect(root).toBe('urlset')
  const slugs = await publishedSlugs(request)
  expect(slugs).toContain(fresh.slug)
  for (const slug of slugs) expect(locations).toContain(`${site.url}/blog/${slug}`)
  for (const path of ['/', '/about', '/services', '/blog', '/contact'])
    expect(locations.map((location) => new URL(location).pathname)).toContain(path)
  expect(locations.join()).not.toContain(draft.slug)
  expect(locations.every((location) => location.startsWith(site.url))).toBe(true)
  expect(new Set(locations).size).toBe(locations.length)
  expect(changed.length).toBeGreaterThanOrEqual(slugs.length)
  for (const date of changed) expect(Date.parse(date)).toBeLessThanOrEqual(Date.now())
})

test(
  'robots.txt excludes the API and the staff area and links the sitemap',
  { tag: '@once' },
  async ({ request, site }) => {
    const text = await (await request.get('/robots.txt')).text()
    expect(text).toContain('User-Agent: *')
    expect(text).toMatch(/^Disallow: \/api\/$/m)
    expect(text).toMatch(/^Disallow: \/admin\/$/m)
    expect(text).toMatch(/^Disallow: \/admin\$$/m)
    expect(text, 'some crawlers follow the first rule that matches').not.toMatch(/^Allow: \/$/m)
    expect(text).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  },
)

const feeds = [
  { path: '/feed.xml', type: 'application/rss+xml', root: 'rss' },
  { path: '/atom.xml', type: 'application/atom+xml', root: 'feed' },
]

for (const { path, type, root } of feeds)
  test(`${path} is well-formed and contains complete articles`, async ({ page, request, staff, site }) => {
    const { title } = await staff.create({
      title: unique('Feed & <b>"me"</b> \u0007'.replace('\u0007', '')),
      content: '<h2>Head</h2><p>Body with <a href="/about">a link</a>.</p><script>alert(1)</script>',
    })
    expect((await request.get(path)).headers()['content-type']).toContain(type)
    const feed = await parseXml(page, request, path)
    expect(feed.root).toBe(root)
    expect(feed.titles).toBe(20)
    expect(feed.text).toContain(title)
    const content = feed.contents.find((html) => html.includes('Body with'))
    expect(content).toContain(`href="${site.url}/about"`)
    expect(content).not.toContain('<script')
    expect(feed.contents.filter((html) => html.length > 1_000).length).toBeGreaterThan(15)
  })

test('the JSON feed contains complete articles', async ({ request, staff, site }) => {
  const post = await staff.create({ title: unique('JSON'), excerpt: 'Short.', tags: ['Process'] })
  const response = await request.get('/feed.json')
  expect(response.headers()['content-type']).toContain('application/feed+json')
  const feed = await response.json()
  expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
  expect(feed.feed_url).toBe(`${site.url}/feed.json`)
  expect(feed.items).toContainEqual(
    expect.objectContaining({
      id: `urn:uuid:${post.id}`,
      url: `${site.url}/blog/${post.slug}`,
      title: post.title,
      summary: 'Short.',
      tags: ['Process'],
      content_html: expect.stringContaining('halyards'),
    }),
  )
})

for (const path of ['/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml'])
  test(`${path} returns 304 when it is unchanged`, { tag: '@once' }, async ({ request, staff }) => {
    const { etag } = (await request.get(path)).headers()
    expect(etag).toMatch(/^(W\/)?".+"$/)
    const again = await request.get(path, { headers: { 'if-none-match': etag ?? '' } })
    expect(again.status()).toBe(304)
    expect(await again.text()).toBe('')
    await staff.create({ title: unique('Changed') })
    const changed = await request.get(path, { headers: { 'if-none-match': etag ?? '' } })
    expect(changed.status()).toBe(200)
  })

test('pages link the feeds', { tag: '@once' }, async ({ page, request }) => {
  await page.goto('/blog')
  for (const type of ['application/rss+xml', 'application/atom+xml', 'application/feed+json']) {
    const href = await page.locator(`link[rel="alternate"][type="${type}"]`).getAttribute('href')
    expect((await request.get(href ?? '')).headers()['content-type']).toContain(type)
  }
})

test('the manifest and its icons exist', { tag: '@once' }, async ({ page, request }) => {
  await page.goto('/')
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const response = await request.get(address ?? '')
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await response.json()
  expect(manifest.name).toBe('Halyard')
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src)
    expect(icon.status(), src).toBe(200)
    expect(icon.headers()['content-type'], src).toContain(type)
  }
  expect((await request.get('/favicon.ico')).status()).toBe(200)
})

test(
  'a post without a cover has a share card, a missing post does not',
  { tag: '@once' },
  async ({ request, staff }) => {
    const { slug } = await staff.create({
      title: unique('Drawn: a rather long title that has to break somewhere, ünïcode too'),
    })
    expect(await sizeOfPng(request, `/og/blog/${slug}`)).toEqual({ width: 1200, height: 630 })
    expect((await request.get('/og/blog/no-such-article')).status()).toBe(404)
    expect((await request.get('/og/nothing', { maxRedirects: 0 })).ok()).toBe(false)
  },
)

test('a share card has one address', { tag: '@once' }, async ({ request, staff, site }) => {
  const { id, slug } = await staff.create({ title: unique('Carded') })
  const others = [id, id.toUpperCase(), `${id.toUpperCase()}?a=b`]
  const expectMoved = async (refs: string[], to: string) => {
    for (const ref of refs) {
      const response = await request.get(`/og/blog/${ref}`, { maxRedirects: 0 })
      const { location, 'content-type': type } = response.headers()
      expect([response.status(), location, type], ref).toEqual([308, `${site.url}/og/blog/${to}`, undefined])
    }
    const response = await request.get(`/og/blog/${to}`, { maxRedirects: 0 })
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/png'])
  }
  await expectMoved(others, slug)
  // Each change applies to the redirects that are cached by now.
  for (const [former, current] of [
    [slug, `${slug}-now`],
    [`${slug}-now`, `${slug}-again`],
  ] as const) {
    await staff.update(id, { slug: current })
    await expectMoved([...others, slug, former], current)
  }
  await staff.update(id, { published: false })
  for (const ref of [...others, slug])
    expect((await request.get(`/og/blog/${ref}`, { maxRedirects: 0 })).status(), ref).toBe(404)

  const { data } = await (await request.get('/api/case-studies/saas-dashboard')).json()
  for (const ref of [data.id, data.id.toUpperCase()]) {
    const moved = await request.get(`/og/work/${ref}`, { maxRedirects: 0 })
    expect([moved.status(), moved.headers()['location']]).toEqual([308, `${site.url}/og/work/saas-dashboard`])
  }
  expect((await request.get('/og/work/saas-dashboard', { maxRedirects: 0 })).status()).toBe(200)
})
