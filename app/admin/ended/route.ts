import { cookies } from 'next/headers'
import { isSecureSite, sessionCookieName } from '#lib/auth/cookie-name.ts'
import { returnPath } from '#lib/auth/return-path.ts'
import { findStaff } from '#lib/auth/staff.ts'
import { env } from '#lib/env.ts'

const leadTo = (location: string) =>
  new Response(null, { status: 307, headers: { location, 'cache-control': 'private, no-store' } })

/** An upstream that cannot say ends nothing: the page itself shows that it failed. */
const isOver = () =>
  findStaff().then(
    (staff) => staff === null,
    () => false,
  )

/**
 * Takes the cookie of a session that the upstream no longer knows; a page cannot. Asks for itself, so that a link to
 * this address signs nobody out.
 */
export async function GET(request: Request) {
  const from = returnPath(new URL(request.url).searchParams.get('from'), env.SITE_URL)
  if (!(await isOver())) return leadTo(from)
  const jar = await cookies()
  jar.set(sessionCookieName, '', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecureSite,
    maxAge: 0,
  })
  return leadTo(`/admin/login?${new URLSearchParams({ ended: '1', from })}`)
}
