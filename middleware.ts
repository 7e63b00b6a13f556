import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from '#lib/content-security-policy.ts'

const publicPaths = new Set(['/admin/login', '/admin/ended', '/admin/forgot', '/admin/reset', '/admin/email'])

/** The middleware has its own copy of what it imports, and the first page waits for it, so it imports neither lib/env.ts nor lib/auth. */
function serverEnv() {
  if (!globalThis.halyardEnv) throw new Error('The middleware runs only within the server of this site.')
  return globalThis.halyardEnv
}

const isSessionCookie = ({ name }: { name: string }) =>
  /^(__Secure-)?next-auth\.session-token(\.\d)?$/.test(name)

/** React evaluates code in development. */
const policyWith = (nonce: string) =>
  contentSecurityPolicy({
    scripts: [
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(serverEnv().NODE_ENV === 'development' ? ["'unsafe-eval'"] : []),
    ],
    images: ['blob:'],
  })

/** The redirect is a convenience, because every page and handler checks the session itself. */
export function middleware(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  if (!publicPaths.has(pathname) && !request.cookies.getAll().some(isSessionCookie)) {
    const login = new URL('/admin/login', serverEnv().SITE_URL)
    login.searchParams.set('from', `${pathname}${search}`)
    return NextResponse.redirect(login, { headers: { 'cache-control': 'private, no-store' } })
  }
  const nonce = btoa(crypto.randomUUID())
  const policy = policyWith(nonce)
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('x-path', `${pathname}${search}`)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('cache-control', 'private, no-store')
  response.headers.set('x-robots-tag', 'noindex')
  // The URL contains a secret.
  if (pathname === '/admin/reset' || pathname === '/admin/email')
    response.headers.set('referrer-policy', 'no-referrer')
  return response
}

export const config = { matcher: ['/admin', '/admin/:path*'], runtime: 'nodejs' }
