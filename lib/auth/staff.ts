import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { callForJson } from '../upstream/call.ts'
import { UpstreamRefusal } from '../upstream/errors.ts'
import { profileAnswerSchema, type User } from './schema.ts'
import { sessionCookieName } from './cookie-name.ts'
import { decodeSession } from './token.ts'

/** A signed-in member of staff: whoever needs the right to do something is given one of these. */
export interface Staff {
  user: User
  /** For calls to the upstream; never for a client component. */
  token: string
}

/** The session of this request, as its cookie says; whether the upstream still knows it is another question. */
const readSession = cache(async () => {
  const value = (await cookies()).get(sessionCookieName)?.value
  return value ? decodeSession({ token: value }) : null
})

/** Whether the upstream says no to the session itself; a busy or broken one says nothing about it. */
const isRefused = (error: unknown) =>
  error instanceof UpstreamRefusal && error.status < 500 && error.status !== 429

/** The staff member of this request, confirmed by the upstream; `null` when it knows none. Its faults are thrown. */
export const findStaff = cache(async (): Promise<Staff | null> => {
  const session = await readSession()
  if (!session) return null
  try {
    const { data } = await callForJson('profile', profileAnswerSchema, {
      headers: { authorization: `Bearer ${session.upstreamToken}` },
    })
    return { user: data.data, token: session.upstreamToken }
  } catch (error) {
    if (isRefused(error)) return null
    throw error
  }
})

/** Without a member of staff the request goes to the sign-in page with the way back, past the end of its session. */
export async function requireStaff(path: string): Promise<Staff> {
  const staff = await findStaff()
  if (staff) return staff
  const place = (await readSession()) ? 'ended' : 'login'
  redirect(`/admin/${place}?from=${encodeURIComponent(path)}`)
}
