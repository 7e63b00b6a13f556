import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { admin, databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { hashToken } from './tokens.ts'

describe.each(databases)('accounts on %s', (database) => {
  let up: TestUpstream
  beforeAll(async () => {
    up = await startUpstream(database)
  })
  afterAll(() => up.stop())

  const login = (json: unknown, address = 'home') => up.call('POST', '/api/auth/login', { json, address })

  it('signs in with any case of the email', async () => {
    const response = await login({ email: ' Admin@Example.com ', password: admin.password })
    expect(response.status).toBe(200)
    expect(response.json.data.user).toEqual({
      id: expect.any(String),
      name: 'Editorial team',
      email: admin.email,
      role: 'owner',
      author: 'editorial-team',
    })
    expect(response.json.data.token).toMatch(/^[\w-]{43}$/)
    const profile = await up.call('GET', '/api/auth/profile', { token: response.json.data.token })
    expect(profile.json.data).toMatchObject(response.json.data.user)
  })

  it('ends the session together with the cookie that holds it', async () => {
    const db = await up.tables()
    const lifetimeOf = async (seconds: string) => {
      const headers = { 'x-client-lifetime': seconds }
      const signedIn = { json: admin, address: `lifetime ${seconds}`, headers }
      const { token } = (await up.call('POST', '/api/auth/login', signedIn)).json.data
      const { expires_at, created_at } = await db
        .selectFrom('tokens')
        .select(['expires_at', 'created_at'])
        .where('hash', '=', hashToken(token))
        .executeTakeFirstOrThrow()
      return expires_at - created_at
    }
    expect(await lifetimeOf('43200')).toBe(12 * HOUR_MS)
    for (const seconds of ['', '99999999', '-1', 'soon']) expect(await lifetimeOf(seconds)).toBe(30 * DAY_MS)
  })

  it('gives the same error for an unknown email and a wrong password', async () => {
    const wrong = await login({ ...admin, password: 'wrong password' }, 'a')
    const unknown = await login({ email: 'unknown@example.com', password: admin.password }, 'b')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.json).toEqual({ error: 'Invalid email or password. Please try again.' })
    expect(unknown.json).toEqual(wrong.json)
  })

  it('takes equally long for an unknown email and a wrong password', async () => {
    // Measures processor time, because other processes may delay some of the attempts.
    const timed = async (email: string, attempt: number) => {
      const started = process.cpuUsage()
      await login({ email, password: 'wrong password' }, `timed-${email}-${attempt}`)
      const { user, system } = process.cpuUsage(started)
      return user + system
    }
    const ratios: number[] = []
    for (let attempt = 0; attempt < 15; attempt += 1)
      ratios.push((await timed('unknown@example.com', attempt)) / (await timed(admin.email, attempt)))
    const median = ratios.toSorted((a, b) => a - b)[7] ?? 0
    expect(median).toBeGreaterThan(1 / 3)
    expect(median).toBeLessThan(3)
  })

  it('returns errors for the invalid fields', async () => {
    const response = await login({ email: 'unknown', password: 'short' })
    expect(response.status).toBe(422)
    expect(response.json.fields).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password must be at least 6 characters',
    })
  })

  it('rejects the token after sign-out, also for reads', async () => {
    const token = await up.signIn()
    expect((await up.call('POST', '/api/auth/logout', { token })).status).toBe(200)
    for (const path of ['/api/auth/profile', '/api/blogs', '/api/tags']) {
      expect((await up.call('GET', path, { token })).status).toBe(401)
    }
  })

  it('rejects missing and malformed tokens', async () => {
    expect((await up.call('GET', '/api/auth/profile')).status).toBe(401)
    const basic = await up.call('GET', '/api/blogs', { headers: { authorization: 'Basic eDp5' } })
    expect(basic.status).toBe(401)
    expect((await up.call('POST', '/api/auth/logout')).status).toBe(401)
  })

  it('stores no plain tokens or passwords, and expires tokens', async () => {
    const token = await up.signIn()
    const db = await up.tables()
    const rows = JSON.stringify([
      await db.selectFrom('tokens').selectAll().execute(),
      await db.selectFrom('accounts').selectAll().execute(),
    ])
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(admin.password)
    expect(rows).toContain('$argon2id$')
    await db.updateTable('tokens').set({ expires_at: Date.now() }).execute()
    expect((await up.call('GET', '/api/auth/profile', { token })).status).toBe(401)
    await up.signIn()
    expect(await db.selectFrom('tokens').select('id').execute()).toHaveLength(1)
  })

  it('blocks an account for one address after five failed attempts', async () => {
    const guess = (email: string) => login({ email, password: 'a wrong guess' }, '10.0.0.9')
    const spellings = ['admin@example.com', 'Admin@example.com', 'ADMIN@EXAMPLE.COM', 'aDmin@example.com']
    for (const email of [...spellings, admin.email]) expect((await guess(email)).status).toBe(401)
    const blocked = await guess('admiN@example.com')
    expect(blocked.status).toBe(429)
    expect(blocked.json.error).toBe('Too many sign-in attempts. Please try again in 15 minutes.')
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800)
    expect((await login(admin, '10.0.0.9')).status).toBe(429)
    expect((await login(admin, '10.0.0.10')).status).toBe(200)
  })

  it('does not count successful sign-ins', async () => {
    for (let attempt = 0; attempt < 31; attempt += 1)
      expect((await login(admin, '10.0.0.11')).status).toBe(200)
  })

  it('allows thirty failed attempts per network over all accounts', async () => {
    const guess = (n: number) =>
      login({ email: `someone-${n}@example.com`, password: 'a wrong guess' }, `2001:db8:1:2:${n}::1`)
    const statuses: number[] = []
    for (let n = 0; n < 31; n += 1) statuses.push((await guess(n)).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
  })
})
