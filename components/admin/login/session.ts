import * as z from 'zod'
import { loginTexts } from '#lib/accounts/texts.ts'
import { SIGNED_OUT } from '../events.ts'

const csrfSchema = z.object({ csrfToken: z.string() })
const errorSchema = z
  .object({ error: z.string().optional(), fields: z.record(z.string(), z.string()).optional() })
  .catch({})

async function postToNextAuth(action: 'callback/credentials' | 'signout', fields: Record<string, string>) {
  const { csrfToken } = csrfSchema.parse(await (await fetch('/api/auth/csrf')).json())
  return fetch(`/api/auth/${action}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken }),
  })
}

interface Credentials {
  email: string
  password: string
  remember: boolean
}

interface SignInError {
  message: string
  fields: Record<string, string>
}

export async function signIn({ remember, ...credentials }: Credentials): Promise<SignInError | null> {
  try {
    const response = await postToNextAuth('callback/credentials', {
      ...credentials,
      remember: String(remember),
    })
    if (response.ok) return null
    const { error = loginTexts.failure, fields = {} } = errorSchema.parse(await response.json())
    return { message: error, fields }
  } catch {
    return { message: loginTexts.unavailable, fields: {} }
  }
}

/** Tries twice, because the CSRF token may have expired. Returns false when the session has not ended. */
export async function signOut(discardDrafts?: () => Promise<void>): Promise<boolean> {
  const endSession = () =>
    postToNextAuth('signout', {}).then(
      ({ ok }) => ok,
      () => false,
    )
  // The tab may be closed before the response.
  const discard = () => void discardDrafts?.()
  window.addEventListener('pagehide', discard)
  const isEnded = (await endSession()) || (await endSession())
  window.removeEventListener('pagehide', discard)
  if (!isEnded) return false
  window.dispatchEvent(new Event(SIGNED_OUT))
  await discardDrafts?.()
  window.location.assign('/admin/login')
  return true
}
