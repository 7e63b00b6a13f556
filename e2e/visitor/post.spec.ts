import type { Page } from '@playwright/test'
import { expect, networkError, test, unique } from '../support/fixtures.ts'
import { visit } from '../support/visit.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')
const article = (page: Page) => page.getByRole('main').getByRole('article').first()

const longContent = `<p>${words(230)}</p>
<h2>First reef</h2><p>Early.</p>
<h3>By hand</h3><p>Slowly.</p>
<h2>First reef</h2><p>Again.</p>
<pre><code class="language-js">const reef = 'early'</code></pre>
<blockquote><p>The wind decides.</p></blockquote>
<table><thead><tr><th>Wind</th></tr></thead><tbody><tr><td>7</td></tr></tbody></table>`

test('an article shows all its parts', async ({ page, staff }) => {
  const title = unique('Reefing & <early> "always"')
  const post = await staff.create({
    title,
    excerpt: 'Why the first reef goes in before the wind does.',
    content: longContent,
    tags: ['Process', 'Sea Room'],
  })
  const response = await page.goto(`/blog/${post.slug}`)
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle(`${title} | Halyard Blog`)
  await expect(article(page).getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(article(page)).toContainText('Why the first reef goes in before the wind does.')
  await expect(article(page)).toContainText('Editorial team')
  await expect(article(page)).toContainText(/[A-Z][a-z]+ \d{1,2}, \d{4}/)
  await expect(article(page)).toContainText(/ \d{4} 2 min read \d+ views?/)

  for (const list of ['Tags', 'Tags of this article']) {
    const links = article(page).getByRole('list', { name: list, exact: true }).getByRole('link')
    await expect(links).toHaveText(['Process', 'Sea Room'])
    await expect(links.last()).toHaveAttribute('href', '/blog?tag=Sea+Room')
  }
  await expect(article(page).getByRole('blockquote')).toContainText('The wind decides.')
  await expect(article(page).getByRole('table')).toContainText('Wind')
  await expect(article(page).locator('pre code span').first()).toBeVisible()

  const author = page.getByRole('region', { name: 'About the author' })
  await expect(author).toContainText('Editorial team')
  await expect(page.getByRole('link', { name: 'Back to Blog' }).first()).toHaveAttribute('href', '/blog')
})

test('an article states the same reading time as its card', { tag: '@once' }, async ({ request }) => {
  const { data } = await (await request.get('/api/blogs?limit=100')).json()
  expect(data.blogs.length).toBeGreaterThan(20)
  for (const { slug, readingMinutes } of data.blogs) {
    const html = await (await request.get(`/blog/${slug}`)).text()
    expect(html, slug).toMatch(new RegExp(`>${readingMinutes}(<!-- -->)? min read<`))
  }
})

test(
  'hostile content does not break its page, its feeds or the next article',
  { tag: '@once' },
  async ({ request, staff }) => {
    const post = await staff.create({
      title: unique('Hostile'),
      excerpt: 'Calm.',
      // Expands to more HTML than the limit.
      content: `[a]: /${'x'.repeat(1000)}\n\n${'[a] '.repeat(5000)}`,
    })
    const next = await staff.create({
      title: unique('Next'),
      content: '**whole** <frameset><img name=ownerDocument>',
    })
    expect(await (await request.get(`/blog/${post.slug}`)).text()).toContain('<p>[a]: /xxx')
    expect(await (await request.get(`/blog/${next.slug}`)).text()).toContain('<strong>whole</strong>')
    const { items } = await (await request.get('/feed.json')).json()
    expect(items).toContainEqual(
      expect.objectContaining({ title: post.title, summary: 'Calm.', content_text: 'Calm.' }),
    )
  },
)

test(
  'the table of contents links to the sections, and Back shows the article again',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { slug, title } = await staff.create({ title: unique('Sections'), content: longContent })
    await visit(page, `/blog/${slug}`)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await expect(contents.getByRole('link')).toHaveText(['First reef', 'By hand', 'First reef'])
    await contents.getByRole('link').last().click()
    await expect(page).toHaveURL(/#section-first-reef-2$/)
    await expect(page.locator('#section-first-reef-2')).toBeInViewport()
    await expect(page.getByRole('link', { name: 'Link to “By hand”' })).toHaveAttribute(
      'href',
      '#section-by-hand',
    )

    await page.getByRole('link', { name: 'Back to Blog' }).first().click()
    await expect(page).toHaveURL('/blog')
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title)
    await page.goBack()
    await expect(page).toHaveURL(/#section-first-reef-2$/)
    await expect(article(page).getByRole('heading', { level: 1 })).toHaveText(title)
    await page.goBack()
    await expect(page).toHaveURL(`/blog/${slug}`)
    await expect(article(page).getByRole('heading', { level: 1 })).toHaveText(title)

    await page.setViewportSize({ width: 375, height: 740 })
    await expect(contents.getByRole('link')).toHaveCount(0)
    await contents.locator('summary').click()
    await expect(contents.getByRole('link')).toHaveText(['First reef', 'By hand', 'First reef'])
  },
)

test(
  'an article in Markdown has metadata for search engines and previews',
  { tag: '@once' },
  async ({ page, staff, site }) => {
    const title = unique('Meta </script><b>"x"')
    const content =
      '## A knot\n\nTie it *twice*.\n\n- one\n- two\n\n```ts\nconst knot = 1\n```\n\n> Said Ashley.\n'
    const excerpt = 'An excerpt & more.'
    const post = await staff.create({ title, excerpt, tags: ['Process', 'SEO'], content })
    await page.goto(`/blog/${post.slug}`)
    await expect(article(page).getByRole('heading', { name: 'A knot', level: 2 })).toBeVisible()
    await expect(article(page).getByRole('listitem').filter({ hasText: 'two' })).toBeVisible()
    await expect(article(page).locator('em')).toHaveText('twice')
    await expect(article(page).locator('pre code')).toContainText('const knot = 1')

    const address = `${site.url}/blog/${post.slug}`
    const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address)
    await expect(meta('description')).toHaveAttribute('content', 'An excerpt & more.')
    await expect(meta('robots')).toHaveAttribute('content', /index, follow.*max-image-preview:large/)
    await expect(meta('og:type')).toHaveAttribute('content', 'article')
    await expect(meta('og:title')).toHaveAttribute('content', title)
    await expect(meta('og:description')).toHaveAttribute('content', 'An excerpt & more.')
    await expect(meta('og:url')).toHaveAttribute('content', address)
    await expect(meta('og:image')).toHaveAttribute('content', `${site.url}/og/blog/${post.slug}`)
    await expect(meta('og:image:width')).toHaveAttribute('content', '1200')
    await expect(meta('og:image:height')).toHaveAttribute('content', '630')
    await expect(meta('og:image:alt')).toHaveAttribute('content', title)
    await expect(meta('article:published_time')).toHaveAttribute('content', /^\d{4}-\d\d-\d\dT/)
    await expect(meta('article:modified_time')).toHaveAttribute('content', /^\d{4}-\d\d-\d\dT/)
    await expect(meta('article:author')).toHaveAttribute('content', 'Editorial team')
    await expect(meta('article:tag')).toHaveCount(2)
    await expect(meta('twitter:card')).toHaveAttribute('content', 'summary_large_image')
    await expect(meta('twitter:image')).toHaveAttribute('content', `${site.url}/og/blog/${post.slug}`)

    const [data] = await page.locator('script[type="application/ld+json"]').allTextContents()
    const graph = JSON.parse(data ?? '')['@graph']
    expect(graph).toContainEqual(
      expect.objectContaining({
        '@type': 'BlogPosting',
        headline: title,
        mainEntityOfPage: address,
        image: [`${site.url}/og/blog/${post.slug}`],
        datePublished: expect.stringMatching(/Z$|[+-]\d\d:\d\d$/),
        dateModified: expect.stringMatching(/Z$|[+-]\d\d:\d\d$/),
        author: expect.objectContaining({
          '@type': 'Person',
          name: 'Editorial team',
          url: expect.stringContaining('http'),
        }),
      }),
    )
    const crumbs = graph.find((item: { '@type': string }) => item['@type'] === 'BreadcrumbList')
    expect(crumbs.itemListElement.map((step: { name: string }) => step.name)).toEqual(['Home', 'Blog', title])
  },
)

test('a cover is the first image, in several sizes, and the preview image', async ({
  page,
  staff,
  site,
  request,
}) => {
  const { default: sharp } = await import('sharp')
  // Enlarged noise has soft forms, like a photograph, which AVIF makes smaller.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const image = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c4241f', noise } })
    .resize(1600, 1000, { fit: 'fill' })
    .png()
    .toBuffer()
  const coverImage = new Blob([new Uint8Array(image)], { type: 'image/png' })
  const { slug } = await staff.create({ title: unique('Covered'), coverImage })
  const loaded = page.waitForResponse(/\/api\/media\/.*-(480|800|1200)\.webp$/)
  await page.goto(`/blog/${slug}`)
  expect((await loaded).headers()).toMatchObject({
    'content-type': 'image/avif',
    vary: expect.stringContaining('Accept'),
  })
  const file = (await loaded).url()
  const { etag = '' } = (await request.get(file)).headers()
  const statusFor = async (condition: string) =>
    (await request.get(file, { headers: { 'if-none-match': condition } })).status()
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect(await statusFor(known), known).toBe(304)
  expect(await statusFor('"other"')).toBe(200)
  const cover = article(page).locator('.article-cover img')
  await expect(cover).toHaveAttribute('alt', '')
  await expect(cover).toHaveJSProperty('complete', true)
  await expect(cover).toHaveAttribute('fetchpriority', 'high')
  await expect(cover).toHaveAttribute('srcset', /\d+w, .*\d+w/)
  const source = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect(source, 'LinkedIn shows no WebP').toMatch(new RegExp(`^${site.url}/og/image/.*\\.jpg$`))
  const response = await request.get(source ?? '')
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toBe('image/jpeg')
  const { format, width } = await sharp(await response.body()).metadata()
  expect([format, width]).toEqual(['jpeg', 1200])
  expect((await request.get((source ?? '').replace(/[^/]+$/, 'no-such-image-of-ours.jpg'))).status()).toBe(
    404,
  )
})

test(
  'the share links open popups, and the URL is copied',
  { tag: '@once' },
  async ({ page, staff, site, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { slug, title } = await staff.create({ title: unique('Shared') })
    const address = `${site.url}/blog/${slug}`
    await page.addInitScript(() => {
      const opened: unknown[] = []
      Object.assign(window, { opened })
      window.open = (url, _target, features) => {
        opened.push({ url: String(url), features })
        return window
      }
    })
    await visit(page, `/blog/${slug}#somewhere`)
    for (const name of ['Facebook', 'Twitter', 'LinkedIn']) {
      const link = page.getByRole('link', { name: `Share on ${name}` })
      await expect(link).toHaveAttribute('href', /^https:\/\//)
      await link.click()
    }
    const opened: { url: string; features: string }[] = await page.evaluate(() =>
      'opened' in window && Array.isArray(window.opened) ? window.opened : [],
    )
    expect(opened).toHaveLength(3)
    for (const { url, features } of opened) {
      expect(features).toContain('width=600,height=400')
      expect([...new URL(url).searchParams.values()]).toContain(address)
    }
    expect(opened.map(({ url }) => new URL(url).searchParams.get('text'))).toEqual([null, title, null])
    await expect(page).toHaveURL(`/blog/${slug}#somewhere`)

    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByRole('status').filter({ hasText: /copied/i })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error('no')) },
      }),
    )
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'could not be copied' })).toBeVisible()
  },
)

test.describe('views', () => {
  const counted = (page: Page) => page.waitForResponse(/\/views$/)

  test('count a visitor once, even when the page is reloaded', async ({
    page,
    staff,
    site,
    browser,
    allowed,
  }) => {
    allowed.push(/^failed: POST .*\/views/)
    const { slug } = await staff.create({ title: unique('Viewed') })
    const first = counted(page)
    await page.goto(`/blog/${slug}`)
    await first
    await expect(page.getByText('1 view', { exact: true })).toBeVisible()
    const again = counted(page)
    await page.reload()
    await again
    await expect(page.getByText('1 view', { exact: true })).toBeVisible()

    const other = await browser.newContext({
      baseURL: site.url,
      extraHTTPHeaders: { 'x-forwarded-for': site.newVisitor() },
    })
    const otherPage = await other.newPage()
    await otherPage.goto(`/blog/${slug}`)
    await expect(otherPage.getByText('2 views')).toBeVisible()
    await other.close()
  })

  test('do not count bots', { tag: '@once' }, async ({ browser, staff, site }) => {
    const { slug, id } = await staff.create({ title: unique('Crawled') })
    const context = await browser.newContext({
      baseURL: site.url,
      userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      extraHTTPHeaders: { 'x-forwarded-for': site.newVisitor() },
    })
    const page = await context.newPage()
    const asked = counted(page)
    await page.goto(`/blog/${slug}`)
    expect((await asked).status()).toBe(200)
    await expect(page.getByText('0 views')).toBeHidden()
    const post = await (await page.request.get(`/api/blogs/${id}`)).json()
    expect(post.data.views).toBe(0)
    await context.close()
  })
})

test(
  'related articles share a tag, are newest first and at most three',
  { tag: '@once' },
  async ({ page, staff }) => {
    const tag = unique('Kin')
    const { slug } = await staff.create({ title: unique('Head of the family'), tags: [tag] })
    const kin: string[] = []
    for (const name of ['Ann', 'Ben', 'Cid', 'Dee'])
      kin.push((await staff.create({ title: unique(name), excerpt: `${name} writes.`, tags: [tag] })).title)
    await page.goto(`/blog/${slug}`)
    const related = page.getByRole('region', { name: 'Related articles' })
    await expect(related.getByRole('heading', { level: 3 })).toHaveText(kin.slice(1).toReversed())
    const first = related.getByRole('listitem').first()
    await expect(first).toContainText('Dee writes.')
    await expect(first).toContainText(tag)
    await expect(first).toContainText('Editorial team')
    await expect(first).toContainText(/[A-Z][a-z]+ \d{1,2}, \d{4}/)
    await first.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(kin.at(-1) ?? '')
  },
)

test('a skeleton is shown while an article loads', { tag: '@once' }, async ({ page, staff }) => {
  const { slug, title } = await staff.create({ title: unique('Awaited') })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/blog/${slug}?*`, async (route) => {
    await held
    await route.continue()
  })
  await visit(page, '/blog')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('Loading article')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('Loading article')).toHaveCount(0)
})

test('an article that does not exist is a 404 with its view', async ({ page, request, allowed }) => {
  allowed.push(networkError(404))
  for (const slug of ['UPPER', 'a'.repeat(150), 'spaß', '_', 'null', 'admin%20']) {
    const response = await request.get(`/blog/${slug}`)
    expect(response.status(), slug).toBe(404)
    const lifetimes = response.headers()['cache-control']?.match(/\d+/g) ?? []
    expect(Math.max(0, ...lifetimes.map(Number)), 'seconds it may be kept').toBeLessThanOrEqual(120)
    expect(await response.text(), slug).toContain('<title>Blog Post Not Found | Halyard</title>')
  }
  const response = await page.goto('/blog/no-such-article')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveURL('/blog/no-such-article')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog Post Not Found')
  await expect(
    page.getByText("The blog post you're looking for doesn't exist or has been moved."),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Blog' })).toHaveAttribute('href', '/blog')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute('content', /noindex/)
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
})

test('an open list shows a new article when it is revisited', { tag: '@once' }, async ({ page, staff }) => {
  await visit(page, '/about')
  const { title } = await staff.create({ title: unique('Fresh') })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test.describe('hostile content', { tag: '@once' }, () => {
  const attacks = [
    '<script>window.hit = 1</script>',
    '<img src=x onerror="window.hit = 1">',
    '<svg onload="window.hit = 1"><a xlink:href="javascript:window.hit=1"><text>x</text></a></svg>',
    '<a href="javascript:window.hit=1" id="bait">bait</a>',
    '<a href=" java&#10;script:window.hit=1">bait</a>',
    '<iframe src="javascript:parent.hit=1"></iframe><iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
    '<form action="/api/auth/logout" method="post"><button>bait</button></form>',
    '<style>body { display: none }</style><p style="position:fixed;inset:0">over</p>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=window.hit=1&gt;">',
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<details open ontoggle="window.hit = 1"><summary>x</summary></details>',
    '[bait](javascript:window.hit=1)',
  ]

  test('does not run, stays text in titles, and frames only known video sites', async ({
    page,
    staff,
    allowed,
  }) => {
    // The images in the hostile content do not exist.
    allowed.push(networkError(404))
    await page.route(/youtube-nocookie\.com/, (route) =>
      route.fulfill({ body: '<p>video</p>', contentType: 'text/html' }),
    )
    const attack = '"><img src=x onerror=window.hit=1></script><script>window.hit=1</script>'
    const title = unique(`T${attack}`)
    const tag = unique('<i>x</i>')
    const video =
      '<iframe src="https://www.youtube-nocookie.com/embed/abc"></iframe><iframe src="https://evil.example/"></iframe>'
    const { slug } = await staff.create({
      title,
      excerpt: `E${attack}`,
      tags: [tag],
      content: `<p>before</p>${video}${attacks.join('\n')}<p>after</p>`,
    })
    for (const path of ['/blog', `/blog?tag=${encodeURIComponent(tag)}`, `/blog/${slug}`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.getByText(`E${attack}`).first()).toBeVisible()
      expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    }
    const body = article(page).locator('.article')
    await expect(body).toContainText('before')
    for (const link of await body.getByText('bait').all()) await link.click({ trial: true })
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    await expect(
      body.locator('script, style, svg, math, form, [style], [onerror], [onload], [ontoggle]'),
    ).toHaveCount(0)
    const addresses = await body
      .locator('[href], [src]')
      .evaluateAll((elements) => elements.map((one) => one.getAttribute('href') ?? one.getAttribute('src')))
    expect(addresses.filter((address) => /^\s*(java\s*script|data):/i.test(address ?? ''))).toEqual([])
    const frames = body.locator('iframe')
    await expect(frames).toHaveCount(1)
    await expect(frames).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\/abc/)
    await expect(frames).toHaveAttribute('sandbox', /allow-scripts/)
    await expect(frames).toHaveAttribute('title', 'Video')
  })
})
