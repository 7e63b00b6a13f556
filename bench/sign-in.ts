import type { Browser } from '@playwright/test'

export const admin = { email: 'admin@example.com', password: 'bench-password-of-the-day' }

export async function ownerHeaders(
  base: string,
  request: (url: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(admin)
  const login = await request(`${base}/api/auth/login`, { method: 'POST', headers, body })
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

export async function signIn(browser: Browser, base: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${base}/admin/login`)
  await page.getByLabel('Email Address').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/admin/dashboard')
  const storageState = await context.storageState()
  await context.close()
  return storageState
}
