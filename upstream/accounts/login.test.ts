import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { admin, databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('accounts on %s', (database) => {
  let up: TestUpstream
  beforeAll(async () => {
    up = await startUpstream(database)
  })
  afterAll(() => up.stop())

  const login = (json: unknown, address = 'home') => up.call('POST', '/api/auth/login', { json, address })

  it('signs in, whatever the case of the address', async () => {
    const answer = await login({ email: ' Admin@Example.com ', password: admin.password })
    expect(answer.status).toBe(200)
    expect(answer.json.data.user).toEqual({
      id: expect.any(String),
      name: 'Editorial team',
      email: admin.email,
    })
    expect(answer.json.data.token).toMatch(/^[\w-]{43}$/)
    const profile = await up.call('GET', '/api/auth/profile', { token: answer.json.data.token })
    expect(profile.json).toEqual({ data: answer.json.data.user })
  })

  it('answers an unknown address like a wrong password', async () => {
    const wrong = await login({ ...admin, password: 'wrong password' }, 'a')
    const unknown = await login({ email: 'nobody@example.com', password: admin.password }, 'b')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.json).toEqual({ error: 'Invalid email or password. Please try again.' })
    expect(unknown.json).toEqual(wrong.json)
  })

  it('takes as long over an unknown address as over a wrong password', async () => {
    const median = async (email: string) => {
      const times: number[] = []
      for (let tries = 0; tries < 9; tries += 1) {
        const started = performance.now()
        await login({ email, password: 'wrong password' }, `timed-${email}-${tries}`)
        times.push(performance.now() - started)
      }
      return times.toSorted((a, b) => a - b)[4] ?? 0
    }
    await median(admin.email)
    const [known, unknown] = [await median(admin.email), await median('nobody@example.com')]
    expect(unknown).toBeGreaterThan(known / 3)
    expect(unknown).toBeLessThan(known * 3)
  })

  it('names the fields that are wrong', async () => {
    const answer = await login({ email: 'nobody', password: 'short' })
    expect(answer.status).toBe(422)
    expect(answer.json.fields).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password must be at least 6 characters',
    })
  })

  it('revokes the token at sign-out, also for reading', async () => {
    const token = await up.signIn()
    expect((await up.call('POST', '/api/auth/logout', { token })).status).toBe(200)
    for (const path of ['/api/auth/profile', '/api/blogs', '/api/tags']) {
      expect((await up.call('GET', path, { token })).status).toBe(401)
    }
  })

  it('refuses the profile without a token, and tokens of another shape', async () => {
    expect((await up.call('GET', '/api/auth/profile')).status).toBe(401)
    const basic = await up.call('GET', '/api/blogs', { headers: { authorization: 'Basic eDp5' } })
    expect(basic.status).toBe(401)
    expect((await up.call('POST', '/api/auth/logout')).status).toBe(401)
  })

  it('keeps neither tokens nor passwords, and lets a token expire', async () => {
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
  })

  it('stops guessing after five tries for an account from one address, and no one else', async () => {
    const guess = (address: string) => login({ ...admin, password: 'a wrong guess' }, address)
    for (let tries = 0; tries < 5; tries += 1) expect((await guess('10.0.0.9')).status).toBe(401)
    const refused = await guess('10.0.0.9')
    expect(refused.status).toBe(429)
    expect(refused.json.error).toBe('Too many sign-in attempts. Please try again in 15 minutes.')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    expect((await login(admin, '10.0.0.9')).status).toBe(429)
    expect((await login(admin, '10.0.0.10')).status).toBe(200)
  })

  it('does not count who signs in rightly', async () => {
    for (let tries = 0; tries < 8; tries += 1) expect((await login(admin, '10.0.0.11')).status).toBe(200)
  })

  it('counts at most thirty failures of one network, over all accounts', async () => {
    const guess = (n: number) =>
      login({ email: `someone-${n}@example.com`, password: 'a wrong guess' }, `2001:db8:1:2:${n}::1`)
    const statuses: number[] = []
    for (let n = 0; n < 31; n += 1) statuses.push((await guess(n)).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
  })
})
