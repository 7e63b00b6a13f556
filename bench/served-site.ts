import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '#testing/free-port.ts'
import { stop, untilOk } from './processes.ts'
import { temporaryFolder } from './project-copy.ts'
import { admin, provideSite } from './shared-sites.ts'
import type { SiteSize } from './site.ts'

const root = path.resolve(import.meta.dirname, '..')

export const closing: (() => unknown)[] = []

interface ServedSite {
  base: string
  owner: Record<string, string>
}

async function signIn(base: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(admin)
  const login = await fetch(`${base}/api/auth/login`, { method: 'POST', headers, body })
  return { ...headers, authorization: `Bearer ${(await login.json()).data.token}` }
}

export async function openSession(base: string): Promise<string> {
  const cookiesOf = ({ headers }: Response) =>
    headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const csrf = await fetch(`${base}/api/auth/csrf`)
  const { csrfToken } = await csrf.json()
  const response = await fetch(`${base}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', cookie: cookiesOf(csrf).join('; ') },
    body: new URLSearchParams({ ...admin, csrfToken }),
    redirect: 'manual',
  })
  const session = cookiesOf(response).filter((cookie) => cookie.includes('session-token'))
  if (session.length === 0) throw new Error(`Signing in: ${response.status}`)
  return session.join('; ')
}

export async function serveSite(size: SiteSize, databaseUrl?: string): Promise<ServedSite> {
  execFileSync(process.execPath, ['scripts/prepare.mjs', '--build'], { cwd: root, stdio: 'ignore' })
  const dataDir = temporaryFolder()
  closing.unshift(() => rmSync(dataDir, { recursive: true, force: true }))
  await provideSite({ dataDir, databaseUrl }, size)
  const port = await freePort()
  const server = spawn('sh', ['scripts/serve.sh', 'production', '.next/site/start.mjs'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      ADMIN_PASSWORD: admin.password,
    },
  })
  closing.unshift(() => stop(server))
  const base = `http://localhost:${port}`
  await untilOk(`${base}/api/ready`, server)
  return { base, owner: await signIn(base) }
}
