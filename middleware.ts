import { type NextRequest, NextResponse } from 'next/server'
import { sessionCookieName } from '#lib/auth/cookie-name.ts'
import { env } from '#lib/env.ts'

const open = new Set(['/admin/login', '/admin/ended'])

/** No inline script and no script that one of ours did not load. */
const policy = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')

/**
 * A convenience: who has no session is sent to sign in before a page is rendered. Whether the session is worth
 * anything is checked by every page and handler. It also makes the policy of each staff page.
 */
export function middleware(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  if (!open.has(pathname) && !request.cookies.has(sessionCookieName)) {
    const login = new URL('/admin/login', env.SITE_URL)
    login.searchParams.set('from', `${pathname}${search}`)
    return NextResponse.redirect(login, { headers: { 'cache-control': 'private, no-store' } })
  }
  const nonce = btoa(crypto.randomUUID())
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('x-path', `${pathname}${search}`)
  headers.set('content-security-policy', policy(nonce))
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy(nonce))
  response.headers.set('cache-control', 'private, no-store')
  response.headers.set('x-robots-tag', 'noindex')
  return response
}

export const config = { matcher: ['/admin', '/admin/:path*'], runtime: 'nodejs' }
