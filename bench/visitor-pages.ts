/**
 * Compares public pages of a small and of a large site over HTTP: `npm run bench -- visitor [posts]`.
 * `rendered` changes the settings before each request, so that no page is cached.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { freePort } from '#testing/free-port.ts'
import { openUpstream } from '#upstream/app.ts'
import { pageCalls } from './calls.ts'
import { compare, type Site } from './compare.ts'
import { stop, untilOk } from './processes.ts'
import { temporaryFolder } from './project-copy.ts'
import { fillSite, largeSite, smallSite, type SiteSize } from './site.ts'

const RUNS = 20
const root = path.resolve(import.meta.dirname, '..')
const large = { ...largeSite, posts: Number(process.argv[2] ?? largeSite.posts), revisions: 1 }
const credentials = { email: 'admin@example.com', password: 'bench-password-of-the-day' }
const logger = pino({ level: 'error' }, pino.destination(2))
const closing: (() => unknown)[] = []

async function fill(size: SiteSize): Promise<string> {
  const dataDir = temporaryFolder()
  closing.unshift(() => rmSync(dataDir, { recursive: true, force: true }))
  const options = { admin: credentials, demoContent: false, siteUrl: 'http://localhost', logger }
  const upstream = await openUpstream({ dataDir, ...options })
  await fillSite({ dataDir }, size)
  await upstream.close()
  return dataDir
}

async function serve(dataDir: string): Promise<string> {
  const port = await freePort()
  const server = spawn('sh', ['scripts/serve.sh', 'production', 'server/start.ts'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ADMIN_PASSWORD: credentials.password },
  })
  closing.unshift(() => stop(server))
  const base = `http://localhost:${port}`
  await Promise.race([
    untilOk(`${base}/api/ready`),
    once(server, 'exit').then(() => Promise.reject(new Error('The server ended'))),
  ])
  return base
}

/** Returns a function that makes every page stale. */
async function openSettings(base: string) {
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${base}/api/auth/login`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify(credentials),
  })
  const authorization = `Bearer ${(await login.json()).data.token}`
  const url = `${base}/api/settings`
  const { data } = await (await fetch(url, { headers: { authorization } })).json()
  let changes = 0
  return async () => {
    const body = JSON.stringify({ ...data, tagline: `Tagline ${(changes += 1)}` })
    const { status } = await fetch(url, { method: 'PUT', headers: { ...headers, authorization }, body })
    if (status !== 200) throw new Error(`${url}: ${status}`)
  }
}

async function openSite(size: SiteSize): Promise<Record<'rendered' | 'cached', Site>> {
  const base = await serve(await fill(size))
  const outdate = await openSettings(base)
  const get = async (pathname: string) => {
    const response = await fetch(base + pathname)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${pathname}: ${response.status}`)
  }
  const calls = pageCalls(size)
  return { rendered: { calls, get, prepare: outdate }, cached: { calls, get, prepare: get } }
}

try {
  execFileSync(process.execPath, ['scripts/prepare.mjs', '--build'], { cwd: root, stdio: 'ignore' })
  const [few, many] = [await openSite(smallSite), await openSite(large)]
  const slow = [
    ...(await compare('rendered', few.rendered, many.rendered, { runs: RUNS })),
    ...(await compare('cached', few.cached, many.cached, { runs: RUNS })),
  ]
  if (slow.length > 0) console.log(`\nMore than twice as slow: ${slow.join(', ')}`)
} finally {
  for (const close of closing) await close()
}
