import { connect } from 'node:net'
import { expect, test, unique } from '../support/fixtures.ts'
import { account } from '../support/session.ts'
import { rawRequest } from '../support/raw-request.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const someone = { name: 'Ada Brandt', email: 'ada@example.com', message: 'We need a booking system.' }

test.describe('signing in', () => {
  test('returns a token that is valid for the profile until sign-out', async ({ request }) => {
    const login = await request.post('/api/auth/login', { data: account })
    expect(login.status()).toBe(200)
    expect(login.headers()['cache-control']).toContain('no-store')
    expect(login.headers()['set-cookie']).toBeUndefined()
    const { data } = await login.json()
    expect(data.user).toEqual(expect.objectContaining({ email: account.email, name: expect.any(String) }))
    expect(JSON.stringify(data)).not.toMatch(/password|hash/i)

    const profile = await request.get('/api/auth/profile', { headers: bearer(data.token) })
    expect(profile.status()).toBe(200)
    expect((await profile.json()).data).toMatchObject(data.user)

    expect((await request.post('/api/auth/logout', { headers: bearer(data.token) })).status()).toBe(200)
    expect((await request.get('/api/auth/profile', { headers: bearer(data.token) })).status()).toBe(401)
  })

  test('fails the same way for an unknown address and a wrong password', async ({ request }) => {
    const tries = [
      { email: account.email, password: 'not the password' },
      { email: 'nobody@example.com', password: 'not the password' },
    ]
    const responses = []
    for (const data of tries) {
      const response = await request.post('/api/auth/login', { data })
      responses.push({ status: response.status(), body: await response.json() })
    }
    const rejection = { status: 401, body: { error: 'Invalid email or password. Please try again.' } }
    expect(responses).toEqual([rejection, rejection])
  })

  test('returns an error for each missing field', async ({ request }) => {
    const response = async (data: object) => (await request.post('/api/auth/login', { data })).json()
    expect((await response({})).fields).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    })
    expect((await response({ email: 'ada', password: '12345' })).fields).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password must be at least 6 characters',
    })
  })

  test('is limited after five failed attempts', async ({ request }) => {
    const data = { email: `${unique('victim').replace(' ', '-')}@example.com`, password: 'a wrong guess' }
    const statuses: number[] = []
    for (let number = 0; number < 6; number++)
      statuses.push((await request.post('/api/auth/login', { data })).status())
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const last = await request.post('/api/auth/login', { data })
    expect(Number(last.headers()['retry-after'])).toBeGreaterThan(60)
    expect((await last.json()).error).toMatch(/try again in \d+ minutes/i)
  })
})

test.describe('posts', () => {
  test('are listed by page, limit, search, tag and author, with totals', async ({ request, staff }) => {
    const tag = unique('Listed')
    const titles: string[] = []
    for (const name of ['one', 'two', 'three'])
      titles.unshift((await staff.create({ title: `${tag} ${name}`, tags: [tag] })).title)
    const list = async (query: string) => (await request.get(`/api/blogs?${query}`)).json()
    const titlesOf = (response: { data: { blogs: { title: string }[] } }) =>
      response.data.blogs.map(({ title }) => title)

    const first = await list(`tag=${encodeURIComponent(tag)}&limit=2`)
    expect(titlesOf(first)).toEqual(titles.slice(0, 2))
    expect(first).toEqual(expect.objectContaining({ total: 3, totalPages: 2 }))
    expect(titlesOf(await list(`tag=${encodeURIComponent(tag)}&limit=2&page=2`))).toEqual(titles.slice(2))
    expect(titlesOf(await list(`search=${encodeURIComponent(tag.split(' ')[1] ?? '')}`)).toSorted()).toEqual(
      titles.toSorted(),
    )
    expect((await list('author=nobody-of-that-name')).total).toBe(0)
    const [post] = first.data.blogs
    expect(post).toEqual(
      expect.objectContaining({
        id: expect.any(String),
        slug: expect.any(String),
        excerpt: '',
        coverImage: null,
        tags: [tag],
        published: true,
        createdAt: expect.any(String),
        author: expect.objectContaining({ name: 'Editorial team' }),
      }),
    )
  })

  test('do not include drafts without a token', async ({ request, staff }) => {
    const draft = await staff.create({ title: unique('Secret'), published: false })
    const search = `/api/blogs?search=${encodeURIComponent(draft.title)}`
    for (const path of [`/api/blogs/${draft.id}`, `/api/blogs/${draft.slug}`])
      expect((await request.get(path)).status(), path).toBe(404)
    for (const query of ['', '&status=published', '&published=false'])
      expect((await (await request.get(search + query)).json()).total, query).toBe(0)
    for (const query of ['&status=draft', '&status=all', '&status=archived', '&status=trash'])
      expect((await request.get(search + query)).status(), query).toBe(401)
    const headers = bearer(staff.token)
    expect((await request.get(`/api/blogs/${draft.id}`, { headers })).status()).toBe(200)
    expect((await (await request.get(`${search}&status=all`, { headers })).json()).total).toBe(1)
    expect((await (await request.get(`${search}&status=draft`, { headers })).json()).total).toBe(1)
  })

  test('have related posts, which are published', async ({ request, staff }) => {
    const tag = unique('Related')
    const post = await staff.create({ title: unique('One'), tags: [tag] })
    const related = await staff.create({ title: unique('Two'), tags: [tag] })
    const draft = await staff.create({ title: unique('Three'), tags: [tag], published: false })
    const response = await request.get(`/api/blogs/${post.slug}/related?limit=2`)
    expect(response.status()).toBe(200)
    const ids = (await response.json()).data.map(({ id }: { id: string }) => id)
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(related.id)
    expect(ids).not.toContain(draft.id)
    expect((await request.get(`/api/blogs/${draft.id}/related`)).status()).toBe(404)
  })

  test('can only be written with a token', async ({ request, staff }) => {
    const post = await staff.create({ title: unique('Guarded') })
    const form = { title: 'Taken over', content: 'x' }
    const strangers: Record<string, string>[] = [
      {},
      bearer('a-made-up-token'),
      { authorization: 'Basic abc' },
      { cookie: `token=${staff.token}` },
    ]
    for (const headers of strangers) {
      const calls = [
        request.post('/api/blogs', { multipart: form, headers }),
        request.put(`/api/blogs/${post.id}`, { multipart: form, headers }),
        request.delete(`/api/blogs/${post.id}`, { headers }),
        request.post('/api/media', { multipart: form, headers }),
        request.get('/api/auth/profile', { headers }),
      ]
      for (const response of await Promise.all(calls)) {
        expect(response.status(), response.url()).toBe(401)
        expect(await response.json()).toEqual({ error: expect.any(String) })
      }
    }
    expect((await (await request.get(`/api/blogs/${post.id}`)).json()).data.title).toBe(post.title)
  })

  test('are validated before they are stored', async ({ request, token }) => {
    const headers = bearer(token)
    const rejectedFields = async (multipart: Record<string, string>) => {
      const response = await request.post('/api/blogs', { multipart, headers })
      expect(response.status()).toBe(422)
      return (await response.json()).fields
    }
    expect(await rejectedFields({ title: '  ', content: 'x' })).toHaveProperty('title')
    expect(await rejectedFields({ title: 'x', content: ' \n ' })).toHaveProperty('content')
    expect(await rejectedFields({ title: 'x'.repeat(201), content: 'x' })).toHaveProperty('title')
    expect(await rejectedFields({ title: 'x', content: 'x', tags: 'no list' })).toHaveProperty('tags')
    expect(await rejectedFields({ title: 'x', content: 'x', published: 'perhaps' })).toHaveProperty(
      'published',
    )
  })

  test('keep fields that an update omits, and have unique tags', async ({ request, staff }) => {
    const post = await staff.create({
      title: unique('Partly'),
      excerpt: 'Kept.',
      tags: [' Sea ', 'sea', 'Air'],
    })
    await staff.update(post.id, { published: false })
    const headers = bearer(staff.token)
    const { data } = await (await request.get(`/api/blogs/${post.id}`, { headers })).json()
    expect(data).toEqual(
      expect.objectContaining({
        title: post.title,
        excerpt: 'Kept.',
        tags: ['Sea', 'Air'],
        published: false,
      }),
    )
  })

  test('are not overwritten by an update of an older version', async ({ request, staff }) => {
    const post = await staff.create({ title: unique('Versions') })
    const headers = bearer(staff.token)
    const { etag } = (await request.get(`/api/blogs/${post.id}`, { headers })).headers()
    const save = (title: string) =>
      request.put(`/api/blogs/${post.id}`, {
        multipart: { title },
        headers: { ...headers, 'if-match': etag ?? '' },
      })
    expect((await save('First save')).status()).toBe(200)
    const second = await save('Second save')
    expect(second.status()).toBe(412)
    expect(await second.json()).toEqual(expect.objectContaining({ error: expect.any(String), version: 2 }))
  })

  test('that are sent twice with one idempotency key are stored once', async ({ request, staff, token }) => {
    const title = unique('Once')
    const send = () =>
      request.post('/api/blogs', {
        multipart: { title, content: 'x' },
        headers: { ...bearer(token), 'idempotency-key': title.replaceAll(' ', '-') },
      })
    const [first, second] = [await (await send()).json(), await (await send()).json()]
    expect(second.data.id).toBe(first.data.id)
    await staff.delete(first.data.id)
  })

  test('that do not exist return 404 for every method', async ({ request, token }) => {
    const headers = bearer(token)
    const calls = [
      request.get('/api/blogs/no-such-post', { headers }),
      request.put('/api/blogs/no-such-post', { headers, multipart: { title: 'x' } }),
      request.delete('/api/blogs/no-such-post', { headers }),
    ]
    for (const response of await Promise.all(calls)) {
      expect(response.status()).toBe(404)
      expect(await response.json()).toEqual({ error: expect.any(String) })
    }
  })
})

test.describe('covers', () => {
  const upload = (content: string | Buffer, name: string, mimeType: string) => ({
    multipart: {
      title: unique('Cover'),
      content: 'x',
      coverImage: { name, mimeType, buffer: Buffer.from(content) },
    },
  })
  const lies = [
    ['text that says it is a PNG', upload('hello', 'a.png', 'image/png')],
    [
      'an SVG',
      upload('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'a.svg', 'image/svg+xml'),
    ],
    ['HTML named as an image', upload('<script>alert(1)</script>', 'a.webp', 'image/webp')],
    ['half a PNG', upload(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'a.png', 'image/png')],
  ] as const

  for (const [what, body] of lies)
    test(`${what} is rejected`, async ({ request, token }) => {
      const response = await request.post('/api/blogs', { ...body, headers: bearer(token) })
      expect([415, 422]).toContain(response.status())
      expect(await response.json()).toEqual(expect.objectContaining({ error: expect.any(String) }))
    })

  test('of more than six megabytes are rejected unread', async ({ request, token }) => {
    const body = upload(Buffer.alloc(7 * 1024 * 1024), 'a.png', 'image/png')
    const response = await request.post('/api/blogs', { ...body, headers: bearer(token) })
    expect(response.status()).toBe(413)
  })
})

test.describe('tags, authors and media', () => {
  test('tags are counted over published posts', async ({ request, staff }) => {
    const tag = unique('Counted')
    await staff.create({ title: unique('Seen'), tags: [tag] })
    await staff.create({ title: unique('Unseen'), tags: [tag], published: false })
    const response = await (await request.get('/api/tags')).json()
    expect(response.data).toContainEqual({ name: tag, count: 1 })
  })

  test('authors are listed by name', async ({ request }) => {
    const response = await request.get('/api/authors')
    expect(response.status()).toBe(200)
    expect((await response.json()).data.length).toBeGreaterThanOrEqual(4)
  })

  test('an image that does not exist is a 404', async ({ request }) => {
    for (const name of ['aaaaaaaaaaaaaaaaaaaa.webp', 'x', '..%2fhalyard.db', 'aaaaaaaaaaaaaaaaaaaa.svg'])
      expect((await request.get(`/api/media/${name}`)).status(), name).toBe(404)
  })
})

test.describe('messages and subscriptions', () => {
  test('a message returns the confirmation that the page shows', async ({ request, site }) => {
    const subject = unique('By API')
    const response = await request.post('/api/contact', { data: { ...someone, subject } })
    expect(response.status()).toBe(201)
    expect(await response.json()).toEqual(
      expect.objectContaining({
        message: "Thank you for your message! We'll get back to you within 24 hours.",
      }),
    )
    expect(site.countStored('contact_messages', 'subject', subject)).toBe(1)
  })

  test('each invalid field has an error', async ({ request }) => {
    const response = await request.post('/api/contact', {
      data: { name: 'A', email: 'x', subject: ' ', message: 7 },
    })
    expect(response.status()).toBe(422)
    expect((await response.json()).fields).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Please enter a valid email address',
      subject: 'Subject is required',
      message: expect.any(String),
    })
  })

  test('text that databases cannot store is rejected with a field error', async ({ request }) => {
    const response = await request.post('/api/contact', {
      data: { ...someone, subject: 'NUL \u0000 inside' },
    })
    expect(response.status()).toBe(422)
    const search = await request.get(`/api/blogs?search=${encodeURIComponent('\u0000')}`)
    expect(search.status()).toBe(200)
  })

  test('a form from another site is rejected', async ({ site }) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ ...someone, subject: 'From elsewhere' }).toString()
    const others = [
      ...['null', 'https://evil.example', `${site.url}.evil.example`].map((origin) => ({ origin })),
      ...['cross-site', 'same-site', 'none'].map((relation) => ({ 'sec-fetch-site': relation })),
    ]
    for (const other of others)
      for (const path of ['/api/contact', '/api/newsletter']) {
        const response = await rawRequest(site.url, path, {
          method: 'POST',
          headers: { ...headers, ...other },
          body,
        })
        expect(response.status, `${path} with ${JSON.stringify(other)}`).toBe(403)
      }
  })

  test('a view counts only when it comes from one of our pages', async ({ site, request, staff }) => {
    const { slug, id } = await staff.create({ title: unique('Uncounted') })
    const response = await rawRequest(site.url, `/api/blogs/${slug}/views`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
    })
    expect(response.status).toBe(403)
    expect((await (await request.get(`/api/blogs/${id}`)).json()).data.views).toBe(0)
  })
})

test('a working copy is published by a request without a body', async ({ request, staff, token }) => {
  const { id } = await staff.create({ title: unique('Bodiless') })
  const title = unique('Changed')
  const headers = bearer(token)
  await request.put(`/api/blogs/${id}/working-copy`, { headers, multipart: { title } })
  const response = await request.post(`/api/blogs/${id}/working-copy/publish`, { headers })
  expect([response.status(), (await response.json()).data.title]).toEqual([200, title])
})

test('a retry of an import needs no body', async ({ request, token }) => {
  const response = await request.post('/api/imports/unknown/retry', { headers: bearer(token) })
  expect(response.status()).toBe(404)
})

test('405 and OPTIONS list the methods of a call', async ({ request }) => {
  const supported = {
    '/api/auth/login': 'POST, OPTIONS',
    '/api/auth/logout': 'POST, OPTIONS',
    '/api/auth/profile': 'GET, PUT, HEAD, OPTIONS',
    '/api/blogs': 'GET, POST, HEAD, OPTIONS',
    '/api/blogs/x': 'GET, PUT, DELETE, HEAD, OPTIONS',
    '/api/blogs/x/related': 'GET, HEAD, OPTIONS',
    '/api/changes': 'GET, HEAD, OPTIONS',
    '/api/contact': 'POST, OPTIONS',
    '/api/newsletter': 'POST, OPTIONS',
    '/api/tags': 'GET, HEAD, OPTIONS',
    '/api/health': 'GET, HEAD, OPTIONS',
    '/api/ready': 'GET, HEAD, OPTIONS',
    '/feed.xml': 'GET, HEAD, OPTIONS',
    '/blog': 'GET, HEAD, OPTIONS',
  }
  for (const [path, allow] of Object.entries(supported)) {
    const response = await request.fetch(path, { method: 'PATCH' })
    expect(response.status(), path).toBe(405)
    expect(response.headers()['allow'], path).toBe(allow)
    expect(await response.json(), path).toEqual({ error: expect.any(String) })
    const options = await request.fetch(path, { method: 'OPTIONS' })
    expect([options.status(), options.headers()['allow']], path).toEqual([204, allow])
  }
  expect((await request.fetch('/api/none', { method: 'OPTIONS' })).status()).toBe(404)
})

test('bodies of the wrong type, size or format are rejected first', async ({ request, token, site }) => {
  const text = { headers: { 'content-type': 'text/plain' }, data: 'hello' }
  const broken = { headers: { 'content-type': 'application/json' }, data: Buffer.from('{"email": ') }
  const large = { data: { ...someone, subject: 'Large', message: 'x'.repeat(20_000) } }
  const withToken = { ...bearer(token), 'content-type': 'text/plain' }
  expect((await request.post('/api/contact', text)).status()).toBe(415)
  expect((await request.post('/api/auth/login', text)).status()).toBe(415)
  for (const path of ['notes', 'unlock'])
    expect((await request.post(`/api/previews/${path}`, text)).status()).toBe(415)
  expect((await request.post('/api/blogs', { ...text, headers: withToken })).status()).toBe(415)
  expect((await request.post('/api/contact', broken)).status()).toBe(400)
  expect((await request.post('/api/auth/login', broken)).status()).toBe(400)
  expect((await request.post('/api/contact', large)).status()).toBe(413)
  expect((await request.post('/api/auth/login', { data: { email: 'x'.repeat(70_000) } })).status()).toBe(413)

  const invalidUtf8 = await request.post('/api/contact', {
    headers: { 'content-type': 'application/json' },
    data: Buffer.from([0x22, 0xff, 0x22]),
  })
  expect(invalidUtf8.status()).toBe(400)
  const chunked = await rawRequest(site.url, '/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    body: `"${'x'.repeat(20_000)}"`,
  })
  expect(chunked.status).toBe(413)
})

test('a client that disconnects during a request has no effect on others', async ({ site, request }) => {
  const socket = connect(Number(new URL(site.url).port), 'localhost')
  const head = ['POST /api/contact HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  socket.write([...head, 'Content-Length: 1000', '', '{"name": "Ad'].join('\r\n'))
  // A response on another connection shows that the partial request has been read.
  expect((await request.get('/api/health')).status()).toBe(200)
  socket.destroy()
  expect((await request.get('/api/health')).status()).toBe(200)
  expect(site.log()).toBe('')
})

test('responses are uncacheable JSON and do not reveal the software', async ({ request }) => {
  for (const path of [
    '/api/blogs',
    '/api/tags',
    '/api/health',
    '/api/ready',
    '/api/blogs/none',
    '/api/none',
  ]) {
    const response = await request.get(path)
    const headers = response.headers()
    expect(headers['content-type'], path).toContain('application/json')
    expect(headers['cache-control'], path).toContain('no-store')
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    for (const name of ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-origin'])
      expect(headers[name], `${name} of ${path}`).toBeUndefined()
  }
})
