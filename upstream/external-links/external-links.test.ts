import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startUpstream, type TestUpstream } from '../testing/harness.ts'
import { startSite, type Site } from '../testing/other-site.ts'

describe('external links', () => {
  let up: TestUpstream
  let strict: TestUpstream
  let token: string
  let site: Site
  const agent = 'HalyardLinkCheck/1.0 (+https://site.example)'

  const create = async (on: TestUpstream, by: string): Promise<string> =>
    (await on.call('POST', '/api/blogs', { token: by, json: { title: 'Rope', content: 'Yarn' } })).json.data
      .id
  const check = (id: string, urls: string[], by = token, on = up) =>
    on.call('POST', `/api/blogs/${id}/external-links`, { token: by, json: { urls } })

  beforeAll(async () => {
    up = await startUpstream('sqlite', { acceptsAddress: (address) => address === '127.0.0.1' })
    strict = await startUpstream('sqlite')
    token = await up.signIn()
    site = await startSite(({ url, method }, response) => {
      const redirects: Record<string, string> = {
        '/moved': '/here',
        '/loop': '/loop',
        '/inside': 'http://127.0.0.2:8080/secret',
        '/file': 'file:///etc/passwd',
        '/mail': 'http://127.0.0.1:25/',
      }
      const location = redirects[url ?? '']
      if (location) return response.writeHead(302, { location }).end()
      if (url === '/never') return
      if (url === '/no-head' && method === 'HEAD') return response.writeHead(405).end()
      if (url === '/gone') return response.writeHead(410).end()
      if (url === '/endless') {
        if (method === 'HEAD') return response.writeHead(405).end()
        response.writeHead(200)
        const timer = setInterval(() => response.write('x'.repeat(100_000)), 1)
        return response.on('close', () => clearInterval(timer))
      }
      return response.end('Found')
    })
  })
  afterAll(async () => {
    site.stop()
    await up.stop()
    await strict.stop()
  })

  it('are requested with HEAD and then GET, through redirects', async () => {
    const id = await create(up, token)
    const at = (path: string) => `${site.url}${path}`
    site.requests.length = 0
    const found = await check(id, [at('/here#part'), at('/moved'), at('/no-head'), at('/gone')])
    expect(found.json.data).toEqual([
      { url: at('/here#part'), status: 200, finalUrl: null, problem: '' },
      { url: at('/moved'), status: 200, finalUrl: at('/here'), problem: '' },
      { url: at('/no-head'), status: 200, finalUrl: null, problem: '' },
      { url: at('/gone'), status: 410, finalUrl: null, problem: '' },
    ])
    expect(site.requests.toSorted()).toEqual(
      [
        'GET /gone',
        'GET /no-head',
        'HEAD /gone',
        'HEAD /here',
        'HEAD /here',
        'HEAD /moved',
        'HEAD /no-head',
      ].map((request) => `${request} ${agent}`),
    )
  })

  it('are limited in time, size and redirects', async () => {
    const id = await create(up, token)
    const paths = ['/never', '/loop', '/endless']
    const { data } = (
      await check(
        id,
        paths.map((path) => site.url + path),
      )
    ).json
    expect(data.map(({ status, problem }: { status: number; problem: string }) => [status, problem])).toEqual(
      [
        [null, 'No response within 5 seconds.'],
        [null, 'It redirects more than 5 times.'],
        [200, ''],
      ],
    )
    const tooMany = Array.from({ length: 6 }, (_, n) => `${site.url}/${n}`)
    for (const urls of [tooMany, [], ['ftp://example.com/'], ['/path'], ['javascript:alert(1)']])
      expect((await check(id, urls)).status).toBe(422)
  })

  it('are never requested from rejected addresses, including after a redirect', async () => {
    const id = await create(up, token)
    const paths = ['/inside', '/file', '/mail']
    const followed = (
      await check(
        id,
        paths.map((path) => site.url + path),
      )
    ).json.data
    expect(followed.map(({ problem }: { problem: string }) => problem)).toEqual([
      'This address is not public, so it was not requested.',
      'It leads to an address that is not http(s).',
      'Its port is not one of the web, so it was not requested.',
    ])
    const by = await strict.signIn()
    const own = await create(strict, by)
    const { port } = new URL(site.url)
    const before = site.requests.length
    const addresses = [site.url, `http://localhost:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`]
    const others = [`http://2130706433:${port}/`, 'http://user:secret@example.com/']
    const { data } = (await check(own, [...addresses, ...others], by, strict)).json
    const notPublic = 'This address is not public, so it was not requested.'
    expect(data.map(({ problem }: { problem: string }) => problem)).toEqual([
      ...[notPublic, notPublic, notPublic, notPublic],
      'Addresses with a password are not requested.',
    ])
    expect(site.requests).toHaveLength(before)
  })

  it('report an unknown host name', async () => {
    // A label of 64 characters is rejected without a DNS query.
    const url = `http://${'a'.repeat(64)}.example/`
    const { data } = (await check(await create(up, token), [url])).json
    expect(data).toEqual([{ url, status: null, finalUrl: null, problem: 'There is no server of this name.' }])
  })

  it('can be checked by anyone who may edit the post, with a rate limit', async () => {
    const id = await create(up, token)
    const author = await up.signInAs('author')
    const urls = [`${site.url}/here`]
    expect((await check(id, urls, author)).status).toBe(403)
    expect((await check(await create(up, author), urls, author)).status).toBe(200)
    expect((await up.call('POST', `/api/blogs/${id}/external-links`, { json: { urls } })).status).toBe(401)
    const db = await up.tables()
    await db.updateTable('rate_limits').set({ points: 60 }).where('key', 'like', 'external-links|%').execute()
    const limited = await check(id, urls)
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ])
  })
})
