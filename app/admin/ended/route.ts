import { cookies } from 'next/headers'
import { isSessionCookie } from '#lib/auth/session.ts'
import { returnPath } from '#lib/auth/return-path.ts'
import { findStaff } from '#lib/auth/staff.ts'
import { env, isSecureSite } from '#lib/env.ts'

const uncached = { 'cache-control': 'private, no-store' }
const redirectTo = (location: string) =>
  new Response(null, { status: 307, headers: { location, ...uncached } })

/** A failing upstream does not end a session. */
const isEnded = () =>
  findStaff().then(
    (staff) => staff === null,
    () => false,
  )

/** Deletes the cookie of an ended session, which a page cannot do. A valid session is not signed out. */
export async function GET(request: Request) {
  // Makes the router load the page as a document, so that a form shown in place is not replaced.
  if (request.headers.has('rsc')) return new Response('Load the page.', { headers: uncached })
  const from = returnPath(new URL(request.url).searchParams.get('from'), env.SITE_URL)
  if (!(await isEnded())) return redirectTo(from)
  const jar = await cookies()
  for (const { name } of jar.getAll().filter(isSessionCookie))
    jar.set(name, '', { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecureSite, maxAge: 0 })
  return redirectTo(`/admin/login?${new URLSearchParams({ ended: '1', from })}`)
}
