import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test as base } from '@playwright/test'
import { freePort } from '#testing/free-port.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { Project } from '../support/npm-process.ts'

const test = base.extend<{ createProject: (variables: Record<string, string>) => Project }>({
  createProject: async ({ browserName: _ }, provide) => {
    const projects: Project[] = []
    await provide((variables) => {
      const project = new Project(variables)
      projects.push(project)
      return project
    })
    for (const project of projects) project.remove()
  },
})

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const accountEnv = { ADMIN_EMAIL: 'env-file@example.com', ADMIN_PASSWORD: 'a password from a file' }
const credentials = { email: accountEnv.ADMIN_EMAIL, password: accountEnv.ADMIN_PASSWORD }

test.describe('the .env file', { tag: '@once' }, () => {
  test('configures npm start', async ({ createProject }) => {
    const mail = await startMailServer()
    const port = await freePort()
    const project = createProject({
      PORT: String(port),
      SITE_URL: 'https://www.halyard.test',
      DATA_DIR: './from-env-file',
      DEMO_CONTENT: 'false',
      NEXTAUTH_SECRET: 'a secret of more than thirty-two characters',
      METRICS_TOKEN: 'metrics-token-from-file',
      LOG_LEVEL: 'silent',
      TRUST_PROXY: '1',
      SMTP_URL: mail.url,
      MAIL_FROM: 'from-env-file@halyard.test',
      MAIL_TO: 'to-env-file@halyard.test',
      ...accountEnv,
    })
    // Next reads this file by itself.
    writeFileSync(path.join(project.folder, '.env.local'), 'PAGE_CACHE_MB=none\n')
    const npm = project.run(['start'])
    const url = `http://localhost:${port}`
    await npm.waitFor(`${url}/api/ready`)

    const home = await fetch(url)
    const html = await home.text()
    expect(npm.output().trim(), 'the address, and no log lines').toContain('https://www.halyard.test')
    expect(home.headers.get('strict-transport-security'), 'SITE_URL').toContain('max-age')
    expect(html, 'SITE_URL').toContain('<link rel="canonical" href="https://www.halyard.test"')
    const posts = await (await fetch(`${url}/api/blogs`)).json()
    expect(posts.total, 'DEMO_CONTENT').toBe(0)
    expect(existsSync(path.join(project.folder, 'from-env-file', 'halyard.db')), 'DATA_DIR').toBe(true)
    expect(existsSync(path.join(project.folder, 'from-env-file', 'secret')), 'NEXTAUTH_SECRET').toBe(false)
    expect((await post(`${url}/api/auth/login`, credentials)).status, 'ADMIN_EMAIL, ADMIN_PASSWORD').toBe(200)
    const authorization = { authorization: 'Bearer metrics-token-from-file' }
    const metrics = await fetch(`${url}/api/metrics`, { headers: authorization })
    expect(metrics.status, 'METRICS_TOKEN').toBe(200)

    const wrong = { ...credentials, password: 'not this one at all' }
    const attempts = Array.from({ length: 12 }, (_, number) =>
      post(
        `${url}/api/auth/login`,
        { ...wrong, email: `nobody-${number}@example.com` },
        { 'x-forwarded-for': `198.51.100.${number}` },
      ),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(new Set(statuses), 'TRUST_PROXY: every address has its own limit').toEqual(new Set([401]))

    const message = {
      name: 'Ada',
      email: 'ada@example.com',
      subject: 'Hello',
      message: 'A long enough message.',
    }
    await post(`${url}/api/contact`, message, { origin: 'https://www.halyard.test' })
    await expect
      .poll(() => mail.emails.map(({ sender, recipients }) => [sender, recipients]))
      .toEqual([['from-env-file@halyard.test', ['to-env-file@halyard.test']]])

    process.kill(npm.pid, 'SIGTERM')
    expect(await npm.exited).toBe(0)
    await mail.close()
  })

  test('configures npm run upstream', async ({ createProject }) => {
    const port = await freePort()
    const project = createProject({ UPSTREAM_PORT: String(port), DATA_DIR: './own', DEMO_CONTENT: 'false' })
    const npm = project.run(['upstream'], { LOG_LEVEL: 'silent' })
    await npm.waitFor(`http://localhost:${port}/api/ready`)
    process.kill(npm.pid, 'SIGTERM')
    expect(await npm.exited).toBe(0)
    expect(existsSync(path.join(project.folder, 'own', 'halyard.db'))).toBe(true)
  })

  test('sets the database and the upstream for commands', async ({ createProject }) => {
    const remote = createProject({ UPSTREAM_URL: 'https://api.halyard.test' })
    expect(await remote.output(['admin', '--', 'list'])).toContain('https://api.halyard.test')
    const database = createProject({ DATABASE_URL: 'postgres://localhost:1/none' })
    expect(await database.output(['admin', '--', 'list'])).toMatch(/database|ECONNREFUSED/i)
    expect(existsSync(path.join(database.folder, 'data', 'halyard.db'))).toBe(false)
  })

  test('does not override a variable that is already set', async ({ createProject }) => {
    const project = createProject({ DATA_DIR: './from-file', ...accountEnv })
    const output = await project.output(['admin', '--', 'list'], { DATA_DIR: './from-environment' })
    expect(output).toContain('There is no readable database in ./from-environment.')
  })

  const invalid = {
    PORT: 'none',
    SITE_URL: 'none',
    DATABASE_URL: 'none',
    DATABASE_DIRECT_URL: 'none',
    DATABASE_POOL_MAX: 'none',
    PAGE_CACHE_MB: 'none',
    WARM_UP: 'perhaps',
    UPSTREAM_URL: 'none',
    UPSTREAM_PORT: 'none',
    NEXTAUTH_SECRET: 'short',
    ADMIN_EMAIL: 'none',
    ADMIN_PASSWORD: 'short',
    DEMO_CONTENT: 'perhaps',
    UPGRADE_BACKUP: 'perhaps',
    SMTP_URL: 'none',
    MAIL_FROM: 'none',
    MAIL_TO: 'none',
    TRUST_PROXY: 'none',
    METRICS_TOKEN: 'short',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'none',
    LOG_LEVEL: 'loud',
  }
  const commands = [
    ['start'],
    ['upstream'],
    ['admin', '--', 'list'],
    ['backup', '--', 'none'],
    ['restore', '--', 'none'],
    ['rollback'],
  ]
  for (const command of commands)
    test(`stops npm run ${command[0]} with one line that names each invalid variable`, async ({
      createProject,
    }) => {
      const output = await createProject(invalid).output(command)
      for (const name of Object.keys(invalid)) expect(output).toContain(name)
    })
})
