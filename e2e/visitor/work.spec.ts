import { expect, networkError, test } from '../support/fixtures.ts'

const study = '/work/saas-dashboard'

test('the work page links to the case studies', { tag: '@once' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'All case studies' }).click()
  await expect(page).toHaveURL('/work')
  await expect(page).toHaveTitle('Work | Halyard')
  const articles = page.getByRole('main').getByRole('article')
  await expect(articles.getByRole('heading', { level: 2 })).toHaveCount(3)
  await expect(articles.first()).toContainText(/150%\s*sales increase/)
  await expect(
    articles.first().getByRole('img', { name: /^A line that climbs from 100 to 250/ }),
  ).toBeVisible()

  await articles.last().getByRole('link').click()
  await expect(page).toHaveURL(study)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SaaS dashboard')
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('blockquote')).toContainText('It was the first time')
  await expect(page.getByRole('link', { name: 'Web Development', exact: true }).first()).toHaveAttribute(
    'href',
    '/services#web-development',
  )
  await page.getByRole('navigation', { name: 'Next case study' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('E-commerce redesign')
})

test(
  'a case study is described for search engines, feeds and previews',
  { tag: '@once' },
  async ({ page, request, site }) => {
    await page.goto(study)
    const json = await page.locator('script[type="application/ld+json"]').textContent()
    const [article, breadcrumb] = JSON.parse(json ?? '')['@graph']
    expect(article).toMatchObject({
      ...{ '@type': 'Article', headline: 'SaaS dashboard' },
      image: [`${site.url}/og${study}`],
    })
    expect(breadcrumb.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
      'Home',
      'Work',
      'SaaS dashboard',
    ])
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}${study}`)
    for (const title of ['meta[property="og:title"]', 'meta[name="twitter:title"]'])
      await expect(page.locator(title)).toHaveAttribute('content', 'SaaS dashboard')
    const card = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect(card).toBe(`${site.url}/og${study}`)
    for (const [path, type] of [
      [card ?? '', 'image/png'],
      ['/og/work', 'image/png'],
      ['/work/feed.xml', 'application/rss+xml'],
      ['/work/atom.xml', 'application/atom+xml'],
      ['/work/feed.json', 'application/feed+json'],
    ] as const) {
      const response = await request.get(path)
      expect([path, response.status()]).toEqual([path, 200])
      expect(response.headers()['content-type']).toContain(type)
    }
    const feed = await (await request.get('/work/feed.json')).json()
    expect(feed.items.map(({ url }: { url: string }) => url)).toContain(`${site.url}${study}`)
    expect(feed.items[0].content_html).toContain('<h2')
    const sitemap = await (await request.get('/sitemap.xml')).text()
    for (const path of ['/work', study]) expect(sitemap).toContain(`<loc>${site.url}${path}</loc>`)
  },
)

test('the bars of a case study have a border in forced colors', { tag: '@once' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(study)
  const bars = page.locator('.drawing-bars > p')
  await expect(bars).toHaveCount(2)
  for (const bar of await bars.all()) await expect(bar).toHaveCSS('border-top-width', '2px')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a missing case study is a 404 with its view', { tag: '@once' }, async ({ page, allowed }) => {
    allowed.push(networkError(404), /^failed: GET .*\.js csp$/)
    const response = await page.goto('/work/no-such-study')
    expect(response?.status()).toBe(404)
    expect(response?.headers()['cache-control']).toContain('no-store')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Case Study Not Found')
    await page.getByRole('main').getByRole('link', { name: 'All work' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Work, and what came of it.')
  })
})
