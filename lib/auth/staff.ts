import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { User } from '#contract/accounts.ts'
import { ApiError } from '#contract/errors.ts'
import { accountResponseSchema, type OwnProfile } from '#contract/profile.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { getUser } from './caller.ts'
import { accountKey, decodeSession, joinSessionCookie } from './session.ts'

export interface Staff {
  user: User
  account: string
  /** Never pass the token to a client component. */
  token: string
}

const readSession = cache(async () => {
  const value = joinSessionCookie((await cookies()).getAll())
  return value ? decodeSession({ token: value }) : null
})

/** A rate limit or a failure of the upstream does not end the session. */
const isSessionRejected = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && error.code !== 'too_many_requests'

export const findStaff = cache(async (): Promise<Staff | null> => {
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
  if (staff) return staff
  const target = (await readSession()) ? 'ended' : 'login'
  redirect(`/admin/${target}?from=${encodeURIComponent(path)}`)
}

export async function getOwnProfile({ token }: Staff): Promise<OwnProfile | null> {
  const { data } = await callForJson('getProfile', accountResponseSchema, { headers: bearer(token) })
  return 'version' in data.data ? data.data : null
}
