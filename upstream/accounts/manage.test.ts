import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Db } from '../db/open.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { changeAccount, createAccount, listAccounts, resetPassword } from './manage.ts'
import { passwordMatches } from './passwords.ts'
import { createToken } from './tokens.ts'

const invalidCredentials = { error: 'Invalid email or password. Please try again.' }
const password = 'a password for tests'
const named = { email: 'new@example.com', name: 'Jean-Luc Oyelaranwe' }

describe.each(databases)('accounts managed on the command line on %s', (database) => {
  let up: TestUpstream
  let db: Db
  beforeAll(async () => {
    up = await startUpstream(database)
    db = await up.tables()
  })
  afterAll(() => up.stop())

  let visitors = 0
  const login = (email: string, given = password, address = `10.0.0.${(visitors += 1)}`) =>
    up.call('POST', '/api/auth/login', { json: { email, password: given }, address })
  const tokenOf = async (email: string): Promise<string> => (await login(email)).json.data.token
  const isSignedIn = async (token: string) =>
    (await up.call('GET', '/api/auth/profile', { token })).status === 200

  it('publish under their name and reuse an author without an account', async () => {
    await createAccount(db, { email: 'Ada@Example.com', name: 'Ada Brandt', password })
    const token = await tokenOf('ada@example.com')
    const json = { title: 'Signed', content: 'x', published: true }
    const { author } = (await up.call('POST', '/api/blogs', { token, json })).json.data
    expect(author).toMatchObject({ name: 'Ada Brandt', slug: 'ada-brandt' })
    await createAccount(db, { email: 'other@example.com', name: 'Ada Brandt', password })
    await createAccount(db, { email: 'bea@example.com', password })
    const authors = await db.selectFrom('authors').select(['id', 'name', 'slug']).orderBy('id').execute()
    expect(authors.slice(1).map(({ name }) => name)).toEqual(['Ada Brandt', 'Ada Brandt', 'bea'])
    expect(new Set(authors.map(({ slug }) => slug)).size).toBe(4)
    await db
      .insertInto('authors')
      .values({ id: 900, slug: 'guest', name: 'Guest', role: '', bio: '' })
      .execute()
    await createAccount(db, { email: 'guest@example.com', name: 'Guest', password })
    expect((await db.selectFrom('authors').select('id').where('name', '=', 'Guest').execute()).length).toBe(1)
  })

  it.each([
    [{ email: 'ADA@example.com', password }, 'ada@example.com has an account already.'],
    [{ email: 'unknown', password }, 'Please enter a valid email address'],
    [{ email: 'new@example.com', password: 'nine char' }, 'Password must be at least 10 characters'],
    [{ email: 'new@example.com', password: 'x'.repeat(201) }, 'Password must be at most 200 characters'],
    [{ email: 'new@example.com', password: 'Password2026' }, 'commonly used password'],
    [{ email: 'new-person@example.com', password: 'new-person@example.com' }, 'Do not use your name'],
    [{ ...named, password: 'jean-luc OyelaranweJean-Luc Oyelaranwe' }, 'Do not use your name'],
    [{ ...named, password: 'Oyelaranwe_JeanLuc_26' }, 'Do not use your name'],
    [{ ...named, password: 'LucOyelaranweJean' }, 'Do not use your name'],
    [{ email: 'new@example.com', password, role: 'boss' }, 'Role must be one of owner, editor, author'],
    [{ email: 'new@example.com', name: ' ', password }, 'Name is required'],
  ])('are not created from %j', async (input, message) => {
    await expect(createAccount(db, input)).rejects.toThrow(message)
    expect((await listAccounts(db)).map(({ email }) => email)).not.toContain('new@example.com')
  })

  it('are signed out everywhere by a new password, which resets the sign-in limit', async () => {
    for (const email of ['dan@example.com', 'another-dan@example.com'])
      await createAccount(db, { email, password })
    const [token, other] = [await tokenOf('dan@example.com'), await up.signIn()]
    const guess = (email: string) => login(email, 'is it this one?', '10.9.9.9')
    for (let attempt = 0; attempt < 5; attempt += 1)
      for (const email of ['dan@example.com', 'another-dan@example.com']) await guess(email)
    expect((await login('dan@example.com', password, '10.9.9.9')).status).toBe(429)
    await resetPassword(db, 'DAN@example.com', 'the second password')
    expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([false, true])
    expect((await login('dan@example.com', password, '10.9.9.9')).json).toEqual(invalidCredentials)
    expect((await login('dan@example.com', 'the second password', '10.9.9.9')).status).toBe(200)
    expect((await login('another-dan@example.com', password, '10.9.9.9')).status).toBe(429)
    await expect(resetPassword(db, 'none@example.com', password)).rejects.toThrow('There is no account')
    await expect(resetPassword(db, 'dan@example.com', 'nine char')).rejects.toThrow('at least 10')
  })

  it('can be disabled, with the error and the time of a wrong password, and enabled again', async () => {
    await createAccount(db, { email: 'eve@example.com', password })
    const token = await tokenOf('eve@example.com')
    await changeAccount(db, 'eve@example.com', { disabled: true })
    expect(await isSignedIn(token)).toBe(false)
    expect((await up.call('GET', '/api/blogs', { token })).status).toBe(401)
    const hashing: number[] = []
    const rejecting: number[] = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      hashing.push(await cpuOf(() => passwordMatches(null, password)))
      rejecting.push(
        await cpuOf(async () => expect((await login('eve@example.com')).json).toEqual(invalidCredentials)),
      )
    }
    expect(Math.min(...rejecting)).toBeGreaterThan(Math.min(...hashing) / 2)
    await changeAccount(db, 'eve@example.com', { disabled: false })
    expect(await isSignedIn(token)).toBe(false)
    expect((await login('eve@example.com')).status).toBe(200)
  })

  it('get no token when they were disabled or reset after the password check', async () => {
    await createAccount(db, { email: 'fay@example.com', password })
    const account = db
      .selectFrom('accounts')
      .select(['id', 'password_hash'])
      .where('email', '=', 'fay@example.com')
    const found = await account.executeTakeFirstOrThrow()
    await changeAccount(db, 'fay@example.com', { disabled: true })
    expect(await createToken(db, found)).toBeNull()
    await changeAccount(db, 'fay@example.com', { disabled: false })
    await resetPassword(db, 'fay@example.com', 'the second password')
    expect(await createToken(db, found)).toBeNull()
    expect(await createToken(db, await account.executeTakeFirstOrThrow())).toMatch(/^[\w-]{43}$/)
  })

  it('cannot all lose their role, even concurrently', async () => {
    const owners = (await listAccounts(db)).filter(({ disabled_at }) => disabled_at === null)
    const results = await Promise.allSettled(
      owners.map(({ email }) => changeAccount(db, email, { role: 'editor' })),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const left = (await listAccounts(db)).filter(({ role }) => role === 'owner')
    expect(left).toHaveLength(1)
    for (const { email } of owners) await changeAccount(db, email, { role: 'owner' })
    await expect(changeAccount(db, 'ada@example.com', { role: 'boss' })).rejects.toThrow(
      'Role must be one of',
    )
  })

  it('cannot all be disabled, even concurrently', async () => {
    const emails = (await listAccounts(db)).map(({ email }) => email)
    const results = await Promise.allSettled(
      emails.map((email) => changeAccount(db, email, { disabled: true })),
    )
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    expect(errors).toEqual([expect.stringContaining('is the last owner who can sign in.')])
    const left = (await listAccounts(db)).filter(({ disabled_at }) => disabled_at === null)
    expect(left).toHaveLength(1)
  })
})

/** Measures processor time, because other processes may delay some of the attempts. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const started = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(started)
  return user + system
}
