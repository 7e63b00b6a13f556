import { parseEnv as parseFile } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { parseEnv } from './env.ts'

describe('the environment', () => {
  it('requires no variables', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      SITE_URL: 'http://localhost:3000',
      DATA_DIR: './data',
      DEMO_CONTENT: true,
      WARM_UP: true,
    })
  })

  it('derives addresses from the port, and treats an empty variable as unset', () => {
    expect(parseEnv({ PORT: '4000', SITE_URL: '' }).SITE_URL).toBe('http://localhost:4000')
  })

  it('removes line ends after a value', () => {
    const parsed = parseEnv({
      METRICS_TOKEN: 'abcdefghijklmnop \n',
      ADMIN_PASSWORD: 'correct horse 42 staple\r\n',
      SITE_URL: '\n',
    })
    expect(parsed).toMatchObject({
      METRICS_TOKEN: 'abcdefghijklmnop',
      ADMIN_PASSWORD: 'correct horse 42 staple',
      SITE_URL: 'http://localhost:3000',
    })
  })

  it('requires DATABASE_URL beside DATABASE_DIRECT_URL', () => {
    const DATABASE_DIRECT_URL = 'postgres://db.test/halyard'
    expect(() => parseEnv({ DATABASE_DIRECT_URL, DATABASE_URL: '' })).toThrow(
      new Error('Invalid environment: DATABASE_DIRECT_URL needs DATABASE_URL'),
    )
    const UPSTREAM_URL = 'http://api.test'
    for (const others of [{ DATABASE_URL: 'postgres://pooler.test/halyard' }, { UPSTREAM_URL }])
      expect(parseEnv({ DATABASE_DIRECT_URL, ...others })).toMatchObject(others)
  })

  it('reads a file that begins with a byte order mark', () => {
    const file = parseFile('\uFEFFPORT=4000\nLOG_LEVEL=debug')
    expect(parseEnv(file)).toMatchObject({ PORT: 4000, LOG_LEVEL: 'debug' })
    expect(parseEnv({ PORT: '5000', ...file }).PORT).toBe(5000)
  })

  it('accepts an SMTP server and recipients', () => {
    expect(parseEnv({ SMTP_URL: 'smtps://u:p@mail.test', MAIL_TO: 'a@b.test, c@d.test' })).toMatchObject({
      SMTP_URL: 'smtps://u:p@mail.test',
      MAIL_TO: ['a@b.test', 'c@d.test'],
      MAIL_FROM: 'hello@halyard.example',
    })
  })

  it('reports an invalid SMTP server without its password', () => {
    for (const SMTP_URL of [
      'mail.test',
      'http://u:secret@mail.test',
      'smtp://',
      'smtp://u:secret@:25',
      'smtp://u:secret#1@mail.test',
      'smtp://u:secret%@mail.test',
    ]) {
      const parse = () => parseEnv({ SMTP_URL, MAIL_FROM: 'x', MAIL_TO: 'a@b.test;c@d.test' })
      expect(parse).toThrow(
        /SMTP_URL must .*MAIL_FROM must be an e-mail address; MAIL_TO.* must be e-mail addresses/,
      )
      expect(parse).not.toThrow(/secret/)
    }
  })

  it('reports every invalid variable', () => {
    expect(() =>
      parseEnv({ PORT: 'x', DATABASE_URL: 'mysql://a', WARM_UP: 'no', DEMO_CONTENT: 'yes' }),
    ).toThrow(
      /PORT .*DATABASE_URL must start with postgres:\/\/.*WARM_UP must be true or false.*DEMO_CONTENT must be true or false/,
    )
  })

  it.each([
    [{ MAIL_TO: 'a@b.test,,x' }, 'MAIL_TO must be e-mail addresses, separated by commas'],
    [{ PORT: '99999' }, 'PORT must be a port number from 1 to 65535'],
    [{ DATABASE_POOL_MAX: '0' }, 'DATABASE_POOL_MAX must be a number of connections from 1 to 1000'],
    [{ PAGE_CACHE_MB: '1.5' }, 'PAGE_CACHE_MB must be a number of megabytes from 1 to 100000'],
    [{ TRUST_PROXY: '11' }, 'TRUST_PROXY must be a number of proxies from 0 to 10'],
  ])('reports %j once, by its name and with its range', (variables, problem) => {
    expect(() => parseEnv(variables)).toThrow(new Error(`Invalid environment: ${problem}`))
  })

  it('rejects base URLs to which paths cannot be appended', () => {
    for (const SITE_URL of ['https://www.halyard.test/blog', 'https://www.halyard.test?x', 'none'])
      expect(() => parseEnv({ SITE_URL })).toThrow(/SITE_URL must be an http\(s\) address/)
    for (const SITE_URL of ['https://www.halyard.test:443/', 'HTTPS://www.Halyard.test'])
      expect(parseEnv({ SITE_URL }).SITE_URL).toBe('https://www.halyard.test')
    expect(parseEnv({ SITE_URL: 'https://müller.test' }).SITE_URL).toBe('https://xn--mller-kva.test')
    for (const UPSTREAM_URL of ['http://localhost:4000/api', 'http://localhost:4000/api/'])
      expect(() => parseEnv({ UPSTREAM_URL })).toThrow(/UPSTREAM_URL .*without \/api at its end/)
    for (const UPSTREAM_URL of ['http://u:p@localhost:4000', 'http://localhost:4000?a', 'http://localhost#a'])
      expect(() => parseEnv({ UPSTREAM_URL })).toThrow(/UPSTREAM_URL .*without a password, query or fragment/)
    expect(parseEnv({ UPSTREAM_URL: 'http://localhost:4000/' }).UPSTREAM_URL).toBe('http://localhost:4000')
  })

  it('rejects an upstream that is the site itself', () => {
    const SITE_URL = 'https://www.halyard.test'
    for (const UPSTREAM_URL of [
      'https://WWW.halyard.test:443/',
      'http://localhost:3000',
      'http://127.0.0.2:3000/path',
      'http://127.1:3000',
      'http://[::1]:3000',
    ])
      expect(() => parseEnv({ SITE_URL, UPSTREAM_URL })).toThrow(
        'Invalid environment: UPSTREAM_URL must be the address of an upstream, not of the site itself',
      )
    expect(() => parseEnv({ SITE_URL, PORT: '80', UPSTREAM_URL: 'http://localhost' })).toThrow(/itself/)
    for (const UPSTREAM_URL of [
      'https://www.halyard.test:4000',
      'https://www.halyard.test/upstream',
      'http://localhost:4000',
      'http://127.example.test:3000',
      'http://10.0.0.7:3000',
    ])
      expect(parseEnv({ SITE_URL, UPSTREAM_URL }).UPSTREAM_URL).toBe(UPSTREAM_URL)
  })

  it('names a database address whose password is not encoded, without the password', () => {
    for (const password of ['secret#1', 'secret/1', 'secret?1'])
      for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
        const parse = () => parseEnv({ [name]: `postgres://halyard:${password}@db.test/halyard` })
        expect(parse).toThrow(new RegExp(`${name} must be .* special characters`))
        expect(parse).not.toThrow(/secret/)
      }
    for (const DATABASE_URL of [
      'postgres://halyard:secret%23@db.test/halyard',
      'postgresql://db.test:5433/halyard?sslmode=verify-full',
      'postgresql://db.test:5433/halyard?uselibpqcompat=true&sslmode=require',
      'postgres:///halyard?host=/run/postgresql',
      'postgres://halyard@/halyard?host=/run/postgresql',
    ])
      expect(parseEnv({ DATABASE_URL })).toMatchObject({ DATABASE_URL })
  })

  it('verifies the certificate of a database whose provider only asks for TLS', () =>
    expect(
      parseEnv({ DATABASE_URL: 'postgres://db.test/halyard?sslmode=require&connect_timeout=9' }).DATABASE_URL,
    ).toBe('postgres://db.test/halyard?sslmode=verify-full&connect_timeout=9'))

  it('lists the log levels', () =>
    expect(() => parseEnv({ LOG_LEVEL: 'loud' })).toThrow(/LOG_LEVEL must be one of fatal, .*silent/))
})
