import { expect, test as base, unique } from '../support/fixtures.ts'
import { rawRequest } from '../support/raw-request.ts'

interface Redirects {
  create(from: string, to: string, status?: number): Promise<string>
  remove(id: string): Promise<void>
  hits(from: string): Promise<number>
}

const test = base.extend<{ redirects: Redirects }>({
  redirects: async ({ site, token }, provide) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const url = `${site.url}/api/redirects`
    const created = new Set<string>()
    const remove = async (id: string) => {
      await fetch(`${url}/${id}`, { method: 'DELETE', headers })
      created.delete(id)
    }
    await provide({
      remove,
      create: async (from, to, status = 301) => {
        const body = JSON.stringify({ from, to, status })
        const response = await fetch(url, { method: 'POST', headers, body })
        const { data, error } = await response.json()
        expect([response.status, error]).toEqual([201, undefined])
        created.add(data.id)
        return data.id
      },
      hits: async (from) => {
        const { data } = await (await fetch(`${url}?search=${encodeURIComponent(from)}`, { headers })).json()
        return data[0].hits
      },
    })
    for (const id of created) await remove(id)
  },
})

const path = (text: string) => `/${unique(text).toLowerCase().replaceAll(' ', '-')}`

test(
  'a short address of WordPress redirects, and others show the home page',
  { tag: '@once' },
  async ({ site, redirects }) => {
    const number = Date.now() % 1_000_000_000
    const ask = async (target: string) => {
      const { status, headers } = await rawRequest(site.url, target, { method: 'GET' })
      return [status, headers['location']]
    }
    const home = [200, undefined]
    expect(await ask(`/?p=${number}`)).toEqual(home)
    const id = await redirects.create(`/?p=${number}`, '/about')
    expect(await ask(`/?p=${number}`)).toEqual([301, '/about'])
    expect(await redirects.hits(`/?p=${number}`)).toBe(1)
    for (const target of ['/', `/?p=${number}0`, `/?p=${number}&utm_source=a`, '/?p=x'])
      expect(await ask(target), target).toEqual(home)
    await redirects.remove(id)
    expect(await ask(`/?p=${number}`)).toEqual(home)
  },
)

test('an unknown path redirects to its target instead of the home page', async ({ site, redirects }) => {
  const [page, file, deep] = [path('old'), `${path('old')}.html`, `${path('blog')}/2019/05`]
  await redirects.create(page, '/services')
  await redirects.create(file, 'https://example.com/elsewhere?a=b#c', 302)
  await redirects.create(deep, '/about#team')
  const ask = async (target: string, method = 'GET') => {
    const { status, headers, body } = await rawRequest(site.url, target, { method })
    return { status, location: headers['location'], cache: headers['cache-control'], body, headers }
  }
  for (const target of [page, `${page}/`, page.replace('old', '%6Fld')])
    for (const method of ['GET', 'HEAD'])
      expect(await ask(target, method), `${method} ${target}`).toMatchObject({
        status: 301,
        location: '/services',
        cache: 'public, max-age=0, must-revalidate',
        body: '',
      })
  expect(await ask(file)).toMatchObject({ status: 302, location: 'https://example.com/elsewhere?a=b#c' })
  expect((await ask(deep)).headers['x-content-type-options']).toBe('nosniff')
  // The query is passed on, unless the target has one.
  expect((await ask(`${deep}?utm_source=a&x=%0d%0ab`)).location).toBe('/about?utm_source=a&x=%0D%0Ab#team')
  expect((await ask(`${file}?x=1`)).location).toBe('https://example.com/elsewhere?a=b#c')
  expect(await redirects.hits(page)).toBe(6)

  for (const target of [`${page}x`, page.toUpperCase(), `${page}%2F`])
    expect(await ask(target)).toMatchObject({ status: 307, location: '/' })
  expect((await ask(page, 'POST')).status).toBe(405)
})

test('a missing post redirects, and an existing post wins over a redirect', async ({
  site,
  staff,
  redirects,
}) => {
  const title = unique('Wins')
  const from = `/blog/${title.toLowerCase().replace(' ', '-')}`
  const read = async () => (await fetch(site.url + from, { redirect: 'manual' })).status
  expect(await read()).toBe(404)
  const id = await redirects.create(from, '/blog')
  expect(await read()).toBe(301)
  expect(await redirects.hits(from)).toBe(1)
  const post = await staff.create({ title })
  expect(post.slug).toBe(from.replace('/blog/', ''))
  expect(await read()).toBe(200)
  await staff.update(post.id, { published: false })
  expect(await read()).toBe(301)
  await redirects.remove(id)
  expect(await read()).toBe(404)
})

test('a redirect to a former address of a post needs one step', async ({ site, staff, redirects }) => {
  const { id, slug } = await staff.create({ title: unique('Moved') })
  const from = path('short')
  await redirects.create(from, `/blog/${slug}`)
  const follow = async (target: string) => {
    const { status, headers } = await fetch(site.url + target, { redirect: 'manual' })
    return [status, headers.get('location')]
  }
  expect(await follow(from)).toEqual([301, `/blog/${slug}`])
  await staff.update(id, { slug: `${slug}-again` })
  await expect.poll(() => follow(from)).toEqual([301, `/blog/${slug}-again`])
})

test(
  'former and capitalized addresses redirect with their query',
  { tag: '@once' },
  async ({ request, staff }) => {
    const { id, slug } = await staff.create({ title: unique('Renamed') })
    await staff.update(id, { slug: `${slug}-now` })
    const follow = async (target: string) => {
      const response = await request.get(target, { maxRedirects: 0 })
      return [response.status(), response.headers()['location']]
    }
    const now = `/blog/${slug}-now`
    const campaign = '?utm_source=letter&utm_campaign=spring'
    for (const query of ['', campaign, ''])
      for (const from of [`/blog/${slug}`, `/blog/${slug.toUpperCase()}`, now.replace('/blog/r', '/blog/R')])
        expect(await follow(from + query), from + query).toEqual([308, now + query])
    for (const [from, to] of [
      ['/authors/Ines-Calloway?page=1&ref=a', '/authors/ines-calloway?page=1&ref=a'],
      ['/work/SaaS-Dashboard', '/work/saas-dashboard'],
    ] as const)
      expect(await follow(from), from).toEqual([308, to])
  },
)

test(
  'a path marked as gone responds with 410 and a page',
  { tag: '@once' },
  async ({ page, site, redirects, allowed }) => {
    allowed.push(/410/)
    const [unknown, post] = [`${path('gone')}.html`, `/blog${path('gone')}`]
    await redirects.create(unknown, '', 410)
    await redirects.create(post, '', 410)
    const response = await page.goto(unknown)
    expect([response?.status(), response?.headers()['cache-control']]).toEqual([410, 'private, no-store'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page no longer exists')
    await expect(page).toHaveTitle('This page no longer exists | Halyard')
    expect((await page.goto(post))?.status()).toBe(410)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog Post Not Found')
    expect((await fetch(site.url + unknown, { method: 'HEAD' })).status).toBe(410)
  },
)

test('a link inside the site follows a redirect', { tag: '@once' }, async ({ page, staff, redirects }) => {
  const from = `/blog${path('linked')}`
  await redirects.create(from, '/services')
  const post = await staff.create({ title: unique('Links'), content: `Read [the old one](${from}).` })
  await page.goto(`/blog/${post.slug}`)
  await page.getByRole('article').getByRole('link', { name: 'the old one' }).click()
  await expect(page).toHaveURL('/services')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test(
  'another process follows a new redirect, its change and its deletion',
  { tag: '@once' },
  async ({ twoSites: { a, b, client } }) => {
    const from = path('elsewhere')
    const locationAt = async (url: string) =>
      (await fetch(url + from, { redirect: 'manual' })).headers.get('location')
    const followsAtB = (location: string) => expect.poll(() => locationAt(b.url)).toBe(location)
    expect([await locationAt(a.url), await locationAt(b.url)]).toEqual(['/', '/'])
    const created = await client.post('/api/redirects', { data: { from, to: '/about' } })
    const { id } = (await created.json()).data
    expect(await locationAt(a.url)).toBe('/about')
    await followsAtB('/about')
    const changed = await client.put(`/api/redirects/${id}`, { data: { from, to: '/work' } })
    expect(changed.status()).toBe(200)
    expect(await locationAt(a.url)).toBe('/work')
    await followsAtB('/work')
    expect((await client.delete(`/api/redirects/${id}`)).status()).toBe(200)
    await followsAtB('/')
  },
)
