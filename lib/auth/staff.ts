import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { User } from '#contract/accounts.ts'
import { ApiError } from '#contract/errors.ts'
import { accountResponseSchema, type OwnProfile } from '#contract/profile.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isUnauthorized } from '../upstream/errors.ts'
import { getUser } from './caller.ts'
import { accountKey, decodeSession, joinSessionCookie } from './session.ts'

interface SignedIn {
  user: User
  account: string
  /** Never pass the token to a client component. */
  token: string
}

export interface Staff extends SignedIn {
  /** The page that is rendered. */
  path: string
}

const readSession = cache(async () => {
  const value = joinSessionCookie((await cookies()).getAll())
  return value ? decodeSession({ token: value }) : null
})

/** A rate limit or a failure of the upstream does not end the session. */
const isSessionRejected = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && error.code !== 'too_many_requests'

export const findStaff = cache(async (): Promise<SignedIn | null> => {
  const session = await readSession()
  if (!session) return null
  const { upstreamToken: token } = session
  try {
    const user = await getUser(token)
    return { user, token, account: accountKey(user.id ?? user.email) }
  } catch (error) {
    if (isSessionRejected(error)) return null
    throw error
  }
})

export async function requireStaff(path: string): Promise<Staff> {
  const staff = await findStaff()
  if (staff) return { ...staff, path }
  const target = (await readSession()) ? 'ended' : 'login'
  redirect(`/admin/${target}?from=${encodeURIComponent(path)}`)
}

/** Leads to the sign-in page when the session ended between the check of the page and this read. */
export async function readAsStaff<T>(
  { token, path }: Staff,
  read: (headers: ReturnType<typeof bearer>) => Promise<T>,
): Promise<T> {
  try {
    return await read(bearer(token))
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    const isEnded = await getUser(token).then(() => false, isSessionRejected)
    if (isEnded) redirect(`/admin/ended?from=${encodeURIComponent(path)}`)
    throw error
  }
}

export async function getOwnProfile(staff: Staff): Promise<OwnProfile | null> {
  const { data } = await readAsStaff(staff, (headers) =>
    callForJson('getProfile', accountResponseSchema, { headers }),
  )
  return 'version' in data.data ? data.data : null
}
