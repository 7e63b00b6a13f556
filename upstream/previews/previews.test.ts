import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openedPreviewSchema, previewListResponseSchema, previewResponseSchema } from '#contract/previews.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { createPass, isValidPass } from './pass.ts'
import { deleteExpiredPreviews } from './store.ts'

const PASSWORD = 'harbor bells'

describe.each(databases)('previews on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const createPost = async (fields: object = {}, as = token) => {
    const json = { title: 'A draft', content: 'For the client only', tags: ['Rope'], ...fields }
    const { status, json: body } = await up.call('POST', '/api/blogs', { token: as, json })
    expect(status).toBe(201)
    return body.data
  }
  const createStudy = async (fields: object = {}) => {
    const results = [{ figure: '2×', label: 'orders' }]
    const json = {
      title: 'A ferry',
      client: 'Line',
      summary: 'Sold out.',
      content: 'Text',
      results,
      ...fields,
    }
    const { status, json: body } = await up.call('POST', '/api/case-studies', { token, json })
    expect(status).toBe(201)
    return body.data
  }
  const post = (id: string) => `/api/blogs/${id}/previews`
  const share = async (path: string, json: object = {}, headers: Record<string, string> = {}) => {
    const response = await up.call('POST', path, { token, json: { days: 7, ...json }, headers })
    expect(response.status).toBe(201)
    const { url, ...preview } = previewResponseSchema.parse(response.json).data
    expect(url).toMatch(/^https:\/\/site\.example\/preview\/[0-9a-f]{64}$/)
    return { ...preview, secret: url.split('/').at(-1) ?? '' }
  }
  const list = async (path: string) =>
    previewListResponseSchema.parse((await up.call('GET', path, { token })).json)
  const open = (secret: string, pass?: string) =>
    up.call('POST', '/api/previews/open', { json: { token: secret, pass } })
  const read = async (secret: string, pass?: string) =>
    openedPreviewSchema.parse((await open(secret, pass)).json).data
  const unlock = (secret: string, password: string, address = '198.51.100.1') =>
    up.call('POST', '/api/previews/unlock', { json: { token: secret, password }, address })
  const expire = async (id: string) =>
    (await up.tables()).updateTable('previews').set({ expires_at: Date.now() }).where('id', '=', id).execute()

  it('show a draft to people without an account, and count the views', async () => {
    const draft = await createPost()
    const { id, secret, ...created } = await share(post(draft.id), { days: 30 })
    expect(created).toMatchObject({
      createdBy: 'Editorial team',
      opened: 0,
      lastOpenedAt: null,
      hasPassword: false,
    })
    expect(Date.parse(created.expiresAt) - Date.parse(created.createdAt)).toBe(30 * 24 * 3_600_000)
    const shown = { title: 'A draft', content: 'For the client only', tags: ['Rope'], published: false }
    expect(await read(secret)).toMatchObject({ state: 'post', expiresAt: created.expiresAt, post: shown })
    await read(secret)
    await up.call('POST', '/api/previews/open', { json: { token: secret, returning: true } })
    const { data, total } = await list(post(draft.id))
    expect({ total, ids: data.map((preview) => preview.id) }).toEqual({ total: 1, ids: [id] })
    expect(data[0]).toMatchObject({ opened: 2, lastOpenedAt: expect.any(String) })
    expect((await up.call('GET', `/api/blogs/${draft.id}`)).status).toBe(404)
  })

  it('redirect to the current URL of a published post, and show the draft after unpublishing', async () => {
    const draft = await createPost()
    const { secret } = await share(post(draft.id))
    const change = (json: object) => up.call('PUT', `/api/blogs/${draft.id}`, { token, json })
    await change({ published: true, slug: 'out-now' })
    expect(await read(secret)).toEqual({ state: 'published', path: '/blog/out-now' })
    expect((await list(post(draft.id))).data).toMatchObject([{ opened: 0 }])
    await change({ published: false })
    expect(await read(secret)).toMatchObject({ state: 'post' })
  })

  it('show the unpublished changes of a published post', async () => {
    const live = await createPost({ published: true })
    const { secret } = await share(post(live.id))
    const copy = `/api/blogs/${live.id}/working-copy`
    const json = { title: 'Changed', seo: { description: 'Soon' }, unpublishAt: '2199-01-01T00:00:00Z' }
    expect((await up.call('PUT', copy, { token, json })).status).toBe(200)
    const shown = await read(secret)
    expect(shown).toMatchObject({ state: 'post', post: { title: 'Changed', seo: { description: 'Soon' } } })
    expect(JSON.stringify(shown)).not.toContain('workingCopy')
    const published = await up.call('POST', `${copy}/publish`, { token, json: {} })
    expect(published.json.data).toMatchObject({ title: 'Changed', unpublishAt: '2199-01-01T00:00:00.000Z' })
    expect(await read(secret)).toMatchObject({ state: 'published' })
  })

  it('show case studies', async () => {
    const study = await createStudy()
    const path = `/api/case-studies/${study.id}/previews`
    const { id, secret } = await share(path, { days: 1 })
    expect(await read(secret)).toMatchObject({ state: 'caseStudy', caseStudy: { client: 'Line' } })
    await up.call('PUT', `/api/case-studies/${study.id}`, { token, json: { published: true } })
    expect(await read(secret)).toEqual({ state: 'published', path: `/work/${study.slug}` })
    expect((await list(path)).data.map((preview) => preview.id)).toEqual([id])
    await up.call('DELETE', `/api/case-studies/${study.id}`, { token })
    expect((await open(secret)).status).toBe(404)
  })

  it('store no token and no password', async () => {
    const draft = await createPost()
    const { secret } = await share(post(draft.id), { password: PASSWORD })
    const stored = JSON.stringify(await (await up.tables()).selectFrom('previews').selectAll().execute())
    const activity = (await up.call('GET', '/api/activity', { token })).text
    for (const text of [stored, activity]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(PASSWORD)
    }
  })

  it('end when they are revoked, expire, or the post is removed', async () => {
    const draft = await createPost()
    const [revoked, expired, kept] = [
      await share(post(draft.id)),
      await share(post(draft.id)),
      await share(post(draft.id)),
    ]
    const revoke = () => up.call('DELETE', `/api/previews/${revoked.id}`, { token })
    expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 404])
    await expire(expired.id)
    const statuses = async () =>
      Promise.all([revoked, expired, kept].map(async ({ secret }) => (await open(secret)).status))
    expect(await statuses()).toEqual([404, 410, 200])
    expect((await list(post(draft.id))).data.map(({ id }) => id)).toEqual([kept.id])
    await deleteExpiredPreviews(await up.tables())
    expect(await statuses()).toEqual([404, 404, 200])

    await up.call('POST', `/api/blogs/${draft.id}/archive`, { token })
    expect(await statuses()).toEqual([404, 404, 410])
    const again = await up.call('POST', post(draft.id), { token, json: { days: 1 } })
    expect(again.status).toBe(409)
    await up.call('POST', `/api/blogs/${draft.id}/restore`, { token })
    expect(await statuses()).toEqual([404, 404, 200])
    await up.call('DELETE', `/api/blogs/${draft.id}`, { token })
    expect(await statuses()).toEqual([404, 404, 410])
    await up.call('DELETE', `/api/blogs/${draft.id}?forever=true`, { token })
    expect(await statuses()).toEqual([404, 404, 404])
    expect((await open('0'.repeat(64))).json).toEqual({ error: 'There is no such preview.' })
  })

  it('with a password show nothing before it is entered', async () => {
    const draft = await createPost()
    const { secret, hasPassword } = await share(post(draft.id), { password: PASSWORD })
    const other = await share(post(draft.id), { password: PASSWORD })
    expect(hasPassword).toBe(true)
    expect((await open(secret)).json).toEqual({ data: { state: 'locked' } })
    expect((await unlock(secret, 'harbor bell')).json).toEqual({
      error: 'This password is not correct.',
      fields: { password: 'This password is not correct.' },
    })
    const { pass } = (await unlock(secret, PASSWORD)).json.data
    expect(await read(secret, pass)).toMatchObject({ state: 'post' })
    for (const wrong of ['', 'x', `${pass}x`, pass.replace(/^\d/, '9'), `9${pass}`, pass.slice(0, -1)])
      expect(await read(secret, wrong)).toEqual({ state: 'locked' })
    expect(await read(other.secret, pass)).toEqual({ state: 'locked' })
    expect((await list(post(draft.id))).data.map(({ opened }) => opened).sort()).toEqual([0, 1])
    await up.call('PUT', `/api/blogs/${draft.id}`, { token, json: { published: true } })
    expect(await read(other.secret)).toMatchObject({ state: 'published' })
  })

  it('limit password guesses, but not readers with the password', async () => {
    const { secret } = await share(post((await createPost()).id), { password: PASSWORD })
    const guesser = '198.51.100.77'
    for (const _ of [1, 2, 3]) expect((await unlock(secret, PASSWORD, guesser)).status).toBe(200)
    for (const _ of [1, 2, 3, 4, 5]) expect((await unlock(secret, 'a wrong one', guesser)).status).toBe(422)
    const limited = await unlock(secret, PASSWORD, guesser)
    expect([limited.status, Number(limited.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect((await unlock(secret, PASSWORD, '198.51.100.78')).status).toBe(200)
  })

  it('limit password guesses for all previews, but not readers with the password', async () => {
    const path = post((await createPost()).id)
    const guess = (secret: string, password: string) => unlock(secret, password, '198.51.100.79')
    const statuses: number[] = []
    for (let preview = 0; preview < 7; preview += 1) {
      const { secret } = await share(path, { password: PASSWORD })
      if (preview < 6) expect((await guess(secret, PASSWORD)).status).toBe(200)
      for (let n = 0; n < 5; n += 1) statuses.push((await guess(secret, 'a wrong one')).status)
    }
    const limited = Array.from({ length: 5 }, () => 429)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), ...limited])
  })

  it('are shared and revoked by anyone who may change the document, and logged', async () => {
    const [author, other] = [await up.signInAs('author'), await up.signInAs('author')]
    const draft = await createPost({ title: 'By an author' }, author)
    const study = await createStudy()
    const { id } = await share(post(draft.id))
    const studyPreview = await share(`/api/case-studies/${study.id}/previews`)
    const call = async (as: string, method: string, path: string, json?: object) =>
      (await up.call(method, path, { token: as, ...(json && { json }) })).status
    const forbidden = [
      await call(other, 'GET', post(draft.id)),
      await call(other, 'POST', post(draft.id), { days: 1 }),
      await call(other, 'DELETE', `/api/previews/${id}`),
      await call(author, 'DELETE', `/api/previews/${studyPreview.id}`),
    ]
    expect(forbidden).toEqual([403, 403, 403, 403])
    const allowed = [
      await call(author, 'GET', post(draft.id)),
      await call(author, 'POST', post(draft.id), { days: 1 }),
      await call(author, 'DELETE', `/api/previews/${id}`),
    ]
    expect(allowed).toEqual([200, 201, 200])
    const { activity } = (await up.call('GET', `/api/activity?object=${draft.id}`, { token })).json.data
    expect(activity.map(({ kind }: { kind: string }) => kind)).toEqual([
      'post.previewRevoked',
      'post.previewShared',
      'post.previewShared',
      'post.created',
    ])
  })

  it('reject invalid input, and are limited in number', async () => {
    const path = post((await createPost()).id)
    for (const json of [{}, { days: 2 }, { days: '7' }, { days: 7, password: 'short' }])
      expect((await up.call('POST', path, { token, json })).status).toBe(422)
    for (let count = 0; count < 20; count++) await share(path, { days: 1 })
    const { status, json } = await up.call('POST', path, { token, json: { days: 1 } })
    expect([status, json.error]).toEqual([409, 'There are 20 links already. Revoke one of them first.'])
  })

  it('are created once by repeated requests, and the last link works', async () => {
    const path = post((await createPost()).id)
    const headers = { 'idempotency-key': `preview-${database}` }
    const [first, second] = [await share(path, {}, headers), await share(path, {}, headers)]
    expect(second.id).toBe(first.id)
    expect((await list(path)).total).toBe(1)
    expect([(await open(first.secret)).status, (await open(second.secret)).status]).toEqual([404, 200])
    const reused = await up.call('POST', path, { token, json: { days: 30 }, headers })
    expect([reused.status, (await open(second.secret)).status]).toEqual([422, 200])
  })

  it('are created once with the same password', async () => {
    const path = post((await createPost()).id)
    const headers = { 'idempotency-key': `locked-preview-${database}` }
    const attempt = async (password: string) =>
      up.call('POST', path, { token, json: { days: 7, password }, headers })
    const [first, second] = [await attempt('a first password'), await attempt('a first password')]
    expect([second.status, second.json.data.id]).toEqual([201, first.json.data.id])
    for (const other of ['', 'another password']) expect((await attempt(other)).status).toBe(422)
    const secret = second.json.data.url.split('/').at(-1)
    expect((await unlock(secret, 'a first password')).status).toBe(200)
    expect((await list(path)).total).toBe(1)
  })
})

it('a pass ends after two hours', () => {
  const preview = { id: 'one', password_hash: 'hash' }
  const pass = createPass(preview, 0)
  expect([isValidPass(preview, pass, 7_199_999), isValidPass(preview, pass, 7_200_000)]).toEqual([
    true,
    false,
  ])
  expect(isValidPass({ ...preview, id: 'two' }, pass, 0)).toBe(false)
})
