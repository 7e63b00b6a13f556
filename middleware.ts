import { type NextRequest, NextResponse } from 'next/server'
import { isSessionCookie } from '#lib/auth/session.ts'
import { contentSecurityPolicy } from '#lib/security-headers.ts'
import { env } from '#lib/env.ts'

const publicPaths = new Set(['/admin/login', '/admin/ended', '/admin/forgot', '/admin/reset', '/admin/email'])

/** React evaluates code in development. */
const policyWith = (nonce: string) =>
  contentSecurityPolicy({
    scripts: [
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(env.NODE_ENV === 'development' ? ["'unsafe-eval'"] : []),
    ],
    images: ['blob:'],
  })

/** The redirect is a convenience, because every page and handler checks the session itself. */
export function middleware(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  if (!publicPaths.has(pathname) && !request.cookies.getAll().some(isSessionCookie)) {
    const login = new URL('/admin/login', env.SITE_URL)
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
  if (pathname === '/admin/reset') response.headers.set('referrer-policy', 'no-referrer')
  return response
}

export const config = { matcher: ['/admin', '/admin/:path*'], runtime: 'nodejs' }
