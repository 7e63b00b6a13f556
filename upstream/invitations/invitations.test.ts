import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { invitationListResponseSchema, invitationResponseSchema } from '#contract/users.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

const password = 'a password for tests'
const DAY_MS = 24 * 3_600_000

afterEach(() => void jest.restoreAllMocks())

describe.each(databases)('invitations on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const invite = async (email: string, role = 'author', headers = {}) => {
    const response = await up.call('POST', '/api/invitations', { token, json: { email, role }, headers })
    const { data } = invitationResponseSchema.parse(response.json)
    return { ...data, status: response.status, token: new URL(data.link).searchParams.get('token') ?? '' }
  }
  const list = async () =>
    invitationListResponseSchema.parse((await up.call('GET', '/api/invitations', { token })).json)
  let visitors = 0
  const accept = (fields: Record<string, string>) =>
    up.call('POST', '/api/invitations/accept', {
      json: { name: 'Ada Brandt', password, ...fields },
      address: `10.3.0.${(visitors += 1)}`,
    })
  const login = (email: string) =>
    up.call('POST', '/api/auth/login', { json: { email, password }, address: email })

  it('create one account with a link that is shown once', async () => {
    const invited = await invite('Ada@Example.com', 'editor')
    expect(invited).toMatchObject({
      status: 201,
      email: 'ada@example.com',
      role: 'editor',
      invitedBy: 'Editorial team',
      emailed: false,
      link: expect.stringMatching(/^https:\/\/site\.example\/invitation\?token=[0-9a-f]{64}$/),
    })
    expect(Date.parse(invited.expiresAt) - Date.parse(invited.createdAt)).toBe(7 * DAY_MS)
    const db = await up.tables()
    expect(JSON.stringify(await db.selectFrom('account_links').selectAll().execute())).not.toContain(
      invited.token,
    )
    const { data, total } = await list()
    expect([total, data.invitations[0]?.id, JSON.stringify(data)]).toEqual([
      1,
      invited.id,
      expect.not.stringContaining(invited.token),
    ])
    const state = await up.call('GET', `/api/invitations/link?token=${invited.token}`)
    expect(state.json).toEqual({ data: { email: 'ada@example.com', role: 'editor' } })

    const weak = await accept({ token: invited.token, password: 'Password2026' })
    expect([weak.status, weak.json.fields]).toEqual([
      422,
      { password: expect.stringContaining('commonly used password') },
    ])
    const long = await accept({ token: invited.token, password: 'long '.repeat(50) })
    expect(long.json.fields).toEqual({ password: 'Password must be at most 200 characters' })
    const named = await accept({ token: invited.token, password: 'ada brandt', name: 'Ada Brandt' })
    expect(named.json.fields.password).toContain('Do not use your name')
    expect((await accept({ token: invited.token, name: ' ' })).json.fields).toEqual({
      name: 'Name is required',
    })

    const twice = await Promise.all([accept({ token: invited.token }), accept({ token: invited.token })])
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 410])
    expect((await accept({ token: invited.token })).status).toBe(410)
    expect((await login('ada@example.com')).json.data.user).toMatchObject({
      name: 'Ada Brandt',
      role: 'editor',
    })
    expect((await list()).total).toBe(0)
    const kinds = await db
      .selectFrom('activity')
      .select(['kind', 'account_name'])
      .where('object_type', '<>', 'session')
      .orderBy('id')
      .execute()
    expect(kinds.map(({ kind, account_name }) => `${kind} by ${account_name}`)).toEqual([
      'user.invited by Editorial team',
      'user.joined by Ada Brandt',
    ])
  })

  it('never give a new person the posts of an author with the same name', async () => {
    const db = await up.tables()
    const author = { id: 900, slug: 'guest', name: 'Guest', role: '', bio: '' }
    await db.insertInto('authors').values(author).execute()
    const invited = await invite('guest@example.com')
    await accept({ token: invited.token, name: 'Guest' })
    const { slug } = (await login('guest@example.com')).json.data.user
    expect(slug).not.toBe('guest')
  })

  it('are sent again with a new link, and revoked', async () => {
    const first = await invite('bea@example.com', 'author')
    const again = await invite('bea@example.com', 'editor')
    expect([first.replaced, again.replaced]).toEqual([false, true])
    expect((await accept({ token: first.token })).status).toBe(410)
    expect((await list()).data.invitations.map(({ email, role }) => [email, role])).toEqual([
      ['bea@example.com', 'editor'],
    ])
    const revoke = () => up.call('DELETE', `/api/invitations/${again.id}`, { token })
    expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 404])
    expect((await accept({ token: again.token })).status).toBe(410)
  })

  it('expire after seven days', async () => {
    const before = Date.now()
    const invited = await invite('late@example.com')
    const now = Date.now()
    const clock = jest.spyOn(Date, 'now').mockReturnValue(before + 7 * DAY_MS - 1)
    expect((await up.call('GET', `/api/invitations/link?token=${invited.token}`)).status).toBe(200)
    clock.mockReturnValue(now + 7 * DAY_MS + 1000)
    expect((await accept({ token: invited.token })).status).toBe(410)
  })

  it('are stored once for repeated requests', async () => {
    const key = { 'idempotency-key': `key-${database}` }
    const [first, second] = [
      await invite('cy@example.com', 'author', key),
      await invite('cy@example.com', 'author', key),
    ]
    expect(second.id).toBe(first.id)
    const json = { email: 'other@example.com', role: 'author' }
    expect((await up.call('POST', '/api/invitations', { token, json, headers: key })).status).toBe(422)
    // The client may have received both responses, so both links work.
    expect((await accept({ token: first.token, name: 'Cy' })).status).toBe(201)
    expect((await accept({ token: second.token, name: 'Cy' })).status).toBe(410)
  })

  it('are rejected for an address with an account, a wrong role and a wrong address', async () => {
    const attempt = (json: unknown) => up.call('POST', '/api/invitations', { token, json })
    const known = await attempt({ email: 'ADMIN@example.com', role: 'author' })
    expect([known.status, known.json.fields]).toEqual([
      409,
      { email: 'admin@example.com has an account already.' },
    ])
    expect((await attempt({ email: 'x@example.com', role: 'boss' })).json.fields).toHaveProperty('role')
    expect((await attempt({ email: 'x', role: 'author' })).json.fields).toHaveProperty('email')
  })

  it('limit guesses of tokens', async () => {
    const guess = (n: number) =>
      up.call('GET', `/api/invitations/link?token=${String(n).padStart(64, '0')}`, { address: '10.4.4.4' })
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) statuses.push((await guess(n)).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([410, 429])
  })

  it('recognize an address in each form of Unicode', async () => {
    const { token: link, email } = await invite('jo\u0308rg@example.com')
    expect(email).toBe('j\u00f6rg@example.com')
    expect((await accept({ token: link })).status).toBe(201)
    for (const name of ['jo\u0308rg', 'J\u00d6RG']) {
      const json = { email: `${name}@example.com`, password }
      expect((await up.call('POST', '/api/auth/login', { json, address: 'forms' })).status).toBe(200)
    }
  })
})
