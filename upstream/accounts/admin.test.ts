import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { admin, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { runCommand, runScript } from '../testing/run-command.ts'

describe('npm run admin', () => {
  let up: TestUpstream
  beforeAll(async () => {
    up = await startUpstream('sqlite')
  })
  afterAll(() => up.stop())

  const run = (args: string[], input?: string) =>
    runCommand('admin', up.config, args, input === undefined ? {} : { input })
  const login = async (email: string, password: string) =>
    (await up.call('POST', '/api/auth/login', { json: { email, password }, address: email })).status

  it('prints a generated password once, with the npm script', async () => {
    const { code, out, err } = await runScript('admin', up.config, [
      'create',
      'ada@example.com',
      '--name',
      'Ada',
    ])
    expect([code, err]).toEqual([0, ''])
    const [said, shown] = out.split('\n')
    expect(said).toBe('ada@example.com can sign in.')
    const password = /^Password, shown only this once: ([\w-]{20})$/.exec(shown ?? '')?.[1] ?? ''
    expect(await login('ada@example.com', password)).toBe(200)
    const reset = await run(['reset', 'ada@example.com'])
    expect(reset.out).not.toContain(password)
    expect(await login('ada@example.com', password)).toBe(401)
    const list = await run(['list'])
    expect(list.out.split('\n')).toEqual([
      expect.stringMatching(/^ada@example\.com {2}Ada {2}owner {2}since \d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^admin@example\.com {2}Editorial team {2}owner {2}since /),
      '',
    ])
  })

  it('reads a password from standard input and never prints it', async () => {
    const password = 'typed by somebody'
    const made = await run(['create', 'bea@example.com', '--password-stdin'], `${password}\n`)
    expect(made).toEqual({ code: 0, out: 'bea@example.com can sign in.\n', err: '' })
    expect(await login('bea@example.com', password)).toBe(200)
    const short = await run(['reset', 'bea@example.com', '--password-stdin'], 'too short\n')
    expect(short).toEqual({ code: 1, out: '', err: 'Password must be at least 10 characters\n' })
  })

  it('disables and enables accounts, and reports unknown ones', async () => {
    expect((await run(['disable', admin.email])).code).toBe(0)
    expect((await run(['list'])).out).toMatch(/^admin@example\.com .* disabled \d{4}-\d\d-\d\d$/m)
    const reset = await run(['reset', admin.email, '--password-stdin'], `${admin.password}\n`)
    expect(reset.out).toContain('\nThe account is disabled: `enable` allows sign-ins.\n')
    expect((await run(['enable', admin.email])).code).toBe(0)
    expect(await run(['disable', 'none@example.com'])).toEqual({
      code: 1,
      out: '',
      err: 'There is no account none@example.com.\n',
    })
  })

  it('accepts no name and address that fake another line of the list', async () => {
    const name = 'Eve\nroot@example.com  Root  owner'
    const created = await run(['create', 'eve@example.com', '--name', name])
    expect(created).toEqual({ code: 1, out: '', err: 'Name must be a single line\n' })
    const erased = await run(['create', 'eve\u001b[2K@example.com'])
    expect(erased).toEqual({ code: 1, out: '', err: 'Please enter a valid email address\n' })
  })

  it('ends without an error when what reads its list ends first', async () => {
    const result = await runCommand('admin', up.config, ['list'], { closesOutput: true })
    expect(result).toEqual({ code: 0, out: '', err: '' })
  })

  it('prints its usage on request and when arguments are wrong', async () => {
    const help = await run(['--help'])
    expect([help.code, help.err]).toEqual([0, ''])
    expect(help.out).toMatch(/^Usage: npm run admin -- COMMAND/)
    const wrong = [
      [],
      ['toString'],
      ['create'],
      ['list', 'more'],
      ['reset', admin.email, '--password', 'given as an argument'],
    ]
    for (const args of wrong) {
      const { code, out, err } = await run(args)
      expect([args, code, out]).toEqual([args, 2, ''])
      expect(err).toContain('Usage: npm run admin')
    }
    expect(await login(admin.email, admin.password)).toBe(200)
  })

  it('and the backup commands do not run with a remote upstream', async () => {
    const env = { UPSTREAM_URL: 'http://upstream.example:4000' }
    for (const entry of ['admin', 'backup', 'restore'] as const) {
      const { code, out, err } = await runCommand(entry, up.config, ['list'], { env })
      expect([entry, code, out]).toEqual([entry, 1, ''])
      expect(err).toMatch(/^UPSTREAM_URL is set: .* Run this on its machine\.\n$/)
    }
  })
})
