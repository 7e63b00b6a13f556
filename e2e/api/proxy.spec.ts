import { expect, networkError, unique } from '../support/fixtures.ts'
import { foreignPost, token } from '../support/failing-upstream.ts'
import { test } from '../support/failing-upstream-fixtures.ts'
import { rawRequest } from '../support/raw-request.ts'
import { visit } from '../support/visit.ts'

test.describe('an upstream that has only the required calls', { tag: '@once' }, () => {
  test('is enough for the blog', async ({ front, foreign, page }) => {
    const title = unique('From elsewhere')
    const posts = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'].map((name) =>
      foreignPost({ title: `${title} ${name}`, tags: name === 'first' ? ['Rare', 'Sea'] : ['Sea'] }),
    )
    foreign.posts.push(...posts, foreignPost({ title: unique('A draft'), published: false }))
    await visit(page, `${front.url}/blog`)
    await expect(page.getByText('Showing 6 of 7 articles')).toBeVisible()
    const tags = page.getByRole('navigation', { name: 'Tags' }).getByRole('link')
    await expect(tags).toHaveText(['All', /^Sea/, /^Rare/])
    await tags.filter({ hasText: 'Rare' }).click()
    await expect(page.getByText('Showing 1 of 1 articles tagged "Rare"')).toBeVisible()

    await page.getByRole('link', { name: `${title} first` }).click()
    const article = page.getByRole('main').getByRole('article').first()
    await expect(article.getByRole('heading', { level: 1 })).toHaveText(`${title} first`)
    await expect(article).toContainText('1,234 views')
    await expect(article).toContainText('Far Author')
    await expect(article).toContainText('March 5, 2024')
    await expect(article).toContainText('From far away.')
    await expect(article.getByRole('region', { name: 'About the author' })).toContainText(/blog/)
    await expect(
      page.getByRole('region', { name: 'Related articles' }).getByRole('heading', { level: 3 }),
    ).toHaveCount(3)
    expect(foreign.received.some(({ path }) => path.endsWith('/views'))).toBe(false)
  })

  test('does not expose the drafts that it lists', async ({ front, foreign }) => {
    const draft = foreignPost({ title: unique('Leaked'), published: false })
    foreign.posts.push(draft)
    expect((await fetch(`${front.url}/blog/${draft.slug}`)).status).toBe(404)
    for (const path of ['/blog', '/feed.xml', '/sitemap.xml'])
      expect(await (await fetch(front.url + path)).text(), path).not.toContain(draft.slug)
  })

  test('has no newsletter, and the form says so', async ({ front, page, allowed, foreign }) => {
    allowed.push(networkError(503), /^response: 503 .*\/api\/newsletter$/)
    foreign.posts.push(foreignPost({ title: unique('Any') }))
    await visit(page, `${front.url}/blog`)
    const form = page.getByRole('form', { name: 'Newsletter' })
    await form.getByLabel('Email address').fill('ada@example.com')
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect(form.getByRole('alert')).toHaveText(/not available/)
    for (const use of ['confirm', 'unsubscribe']) {
      await page.goto(`${front.url}/newsletter/${use}?token=${'a'.repeat(64)}`)
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(/not available/)
    }
  })
})

test.describe('the proxy', { tag: '@once' }, () => {
  test('returns no headers of the upstream', async ({ front, foreign }) => {
    const post = foreignPost({ title: unique('Answer') })
    foreign.posts.push(post)
    for (const path of ['/api/blogs', `/api/blogs/${post.slug}`, '/api/blogs/none', `/blog/${post.slug}`]) {
      const { headers } = await fetch(front.url + path)
      for (const name of [
        'set-cookie',
        'server',
        'x-powered-by',
        'x-internal-node',
        'access-control-allow-origin',
      ])
        expect(headers.get(name), `${name} of ${path}`).toBeNull()
    }
  })

  test('forwards the token and the body, and no other headers', async ({ front, foreign }) => {
    const headers = {
      authorization: `Bearer ${token}`,
      cookie: 'session=secret',
      'x-forwarded-host': 'evil.example',
      'x-internal-token': 'guess',
      'x-middleware-subrequest': 'middleware',
      'x-client-browser': 'x'.repeat(43),
      referer: 'http://evil.example/',
    }
    await rawRequest(front.url, '/api/blogs?page=1&admin=true&page=2&limit=5000', { headers })
    // The site also reads settings and changes by itself.
    const call = foreign.received.findLast(({ path }) => path.startsWith('/api/blogs'))
    expect(call?.headers.authorization).toBe(`Bearer ${token}`)
    for (const name of [
      'cookie',
      'x-forwarded-host',
      'x-internal-token',
      'x-middleware-subrequest',
      'x-client-browser',
      'referer',
    ])
      expect(call?.headers[name], name).toBeUndefined()
    const query = new URL(call?.path ?? '', front.url).searchParams
    expect(query.has('admin')).toBe(false)
    expect(query.getAll('page')).toHaveLength(1)
    expect(query.get('limit')).toBe('1000')
  })

  test('reads public pages without credentials, even for staff', async ({ front, foreign }) => {
    foreign.posts.push(foreignPost({ title: unique('Public') }))
    await rawRequest(front.url, '/blog', { headers: { authorization: `Bearer ${token}`, cookie: 'a=b' } })
    for (const { headers } of foreign.received) {
      expect(headers.authorization).toBeUndefined()
      expect(headers.cookie).toBeUndefined()
    }
  })

  test('only reaches upstream paths of listed calls', async ({ front, foreign }) => {
    const known =
      /^(GET|POST|PUT|DELETE) \/api\/(auth\/(login|logout|profile)|settings|users|blogs(\/[A-Za-z0-9][\w-]*(\/related)?)?|contact|newsletter|tags|authors|ready|changes|redirects\/map)$/
    const odd = [
      '/api/blogs/..%2f..%2fhealth',
      '/api/blogs/..%2f..%2f..%2fetc%2fpasswd',
      '/api/blogs/%2e%2e/health',
      '/api/blogs/../health',
      '/api/blogs/..;/health',
      '/api/blogs/.%00',
      '/api/blogs/a%2fb',
      '/api/blogs/a%5cb',
      '/api/blogs/a%3fx=1',
      '/api/blogs/a%23b',
      '/api/blogs/a%0d%0aHost:%20evil',
      '/api/blogs/http:%2f%2fevil.example',
      '/api/blogs/@evil.example',
      '/api/blogs/%25%32%66',
      '/api/blogs/-dash',
      `/api/blogs/${'a'.repeat(101)}`,
      '/api/media/..%2f..%2fblogs',
      '/api/media/a.webp',
      '/api//blogs',
      '/api/users',
      '/api/blogs/x/related',
      '/blog/..%2f..%2fhealth',
      '/blog/%2e%2e%2fapi%2fhealth',
      '/og/blog/..%2f..%2fhealth',
    ]
    for (const path of odd)
      for (const method of ['GET', 'DELETE']) {
        const headers = { authorization: `Bearer ${token}` }
        const { status } = await rawRequest(front.url, path, { method, headers })
        expect(status, `${method} ${path}`).toBeLessThan(500)
      }
    const reached = foreign.received.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
    expect(reached.filter((call) => !known.test(call))).toEqual([])
    expect(reached.filter((call) => call.startsWith('DELETE'))).toEqual([])
  })
})
