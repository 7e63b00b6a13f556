import { type BrowserContext, type Page, request } from '@playwright/test'
import type { EditorMode } from '#contract/preferences.ts'

/** The first account of every test server. */
export const account = { email: 'editor@halyard.example', password: 'a halyard raises signals' }
/** Signs in from one browser, so that the first account is not notified of new ones. */
export const knownBrowser = { name: 'known-browser', value: 'k'.repeat(43) }
export const METRICS_TOKEN = 'the-token-of-the-metrics'
export const accountEnv = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password }

interface Place {
  url: string
  newVisitor?(): string
}

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

async function sessionCookies({ url, newVisitor }: Place, remember: boolean, credentials: typeof account) {
  const extraHTTPHeaders = newVisitor && { 'x-forwarded-for': newVisitor() }
  const { hostname: domain } = new URL(url)
  const cookie = { ...knownBrowser, domain, path: '/', expires: -1, httpOnly: true, secure: false }
  const storageState = { cookies: [{ ...cookie, sameSite: 'Lax' as const }], origins: [] }
  const client = await request.newContext({ baseURL: url, extraHTTPHeaders, storageState })
  const { csrfToken } = await (await client.get('/api/auth/csrf')).json()
  const { email, password } = credentials
  const form = { email, password, csrfToken, remember: String(remember) }
  const response = await client.post('/api/auth/callback/credentials', { form, headers: sameOrigin })
  if (!response.ok()) throw new Error(`Signing in: ${response.status()} ${await response.text()}`)
  const { cookies } = await client.storageState()
  await client.dispose()
  return cookies
}

export const isSession = ({ name }: { name: string }) => /next-auth\.session-token(\.\d)?$/.test(name)

export async function signIn(context: BrowserContext, site: Place, remember = false, credentials = account) {
  const cookies = await sessionCookies(site, remember, credentials)
  await context.addCookies(cookies.filter(isSession))
}

export async function chooseEditor(context: BrowserContext, editorMode: EditorMode) {
  const options = { data: { editorMode }, headers: sameOrigin }
  const response = await context.request.put('/api/auth/preferences', options)
  if (!response.ok()) throw new Error(`Choosing an editor: ${response.status()} ${await response.text()}`)
}

export async function endSession(context: BrowserContext, { url }: Place) {
  const response = await context.request.post(`${url}/api/auth/logout`, { headers: sameOrigin })
  if (!response.ok()) throw new Error(`Ending the session: ${response.status()} ${await response.text()}`)
}

export const sessionCookie = async (page: Page) => (await page.context().cookies()).find(isSession)

export async function fillSignIn(page: Page, { email, password } = account) {
  if (email === account.email)
    await page.context().addCookies([{ ...knownBrowser, url: new URL(page.url()).origin }])
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
