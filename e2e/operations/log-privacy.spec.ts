import { account, accountEnv } from '../support/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { sessionOf, sessionPair } from '../support/forged-session.ts'
import { rawRequest } from '../support/raw-request.ts'
import { startServer } from '../support/server-process.ts'

test('the most verbose log contains no visitor data', { tag: '@once' }, async () => {
  const env = { ...accountEnv, LOG_LEVEL: 'debug' }
  const site = await startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', env })
  const visitor = '198.51.100.77'
  const json = { 'content-type': 'application/json', 'x-forwarded-for': visitor }
  const say = (path: string, body: object, headers = {}) =>
    rawRequest(site.url, path, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    })
  const message = {
    ...{ name: 'Adalogged', email: 'adalogged@example.com', subject: 'Subjectlogged' },
    message: 'Messagelogged, at length.',
  }
  const login = await say('/api/auth/login', account)
  const { token } = JSON.parse(login.body).data
  await say('/api/auth/login', { email: 'guesser@example.com', password: 'passwordlogged' })
  await say('/api/contact', message)
  await say('/api/contact', { ...message, subject: 'x' })
  await say('/api/newsletter', { email: 'readerlogged@example.com' })
  const authorization = `Bearer ${token}`
  const post = await say('/api/blogs', { title: 'Titlelogged', content: 'Contentlogged' }, { authorization })
  const { id } = JSON.parse(post.body).data
  const password = 'previewlogged'
  const created = await say(`/api/blogs/${id}/previews`, { days: 1, password }, { authorization })
  const { pathname: preview } = new URL(JSON.parse(created.body).data.url)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = `token=${preview.split('/').at(-1)}&password=${password}`
  await rawRequest(site.url, '/api/previews/unlock', { method: 'POST', headers: { ...json, ...form }, body })
  for (const path of [preview, `${preview}/`, `${preview}?a=b`, `${preview}/more`])
    await rawRequest(site.url, path, { headers: json })
  await say('/api/blogs', { title: 7 }, { authorization: 'Bearer madeuplogged' })
  const cookies = await sessionOf(site.url, visitor)
  await rawRequest(site.url, '/admin/dashboard', { headers: { cookie: cookies, 'x-forwarded-for': visitor } })
  await rawRequest(site.url, '/blog?search=searchlogged', { headers: json })
  await site.stop()
  const written = site.log()
  expect(written, 'it does say something').toContain('"route"')
  expect(written).toContain('"/preview/[token]"')
  const secrets = [
    account.password,
    token,
    sessionPair(cookies).split('=')[1] ?? '',
    visitor,
    'logged',
    'guesser',
    preview.split('/').at(-1) ?? '',
  ]
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
})
