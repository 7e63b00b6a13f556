import { z } from 'zod'
import { loginTexts } from '#lib/auth/texts.ts'
import { SIGNING_OUT } from '../api.ts'

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

/** Goes to the sign-in page even when the request fails. */
export async function signOut(): Promise<void> {
  window.dispatchEvent(new Event(SIGNING_OUT))
  await postToNextAuth('signout', {}).catch(() => undefined)
  window.location.assign('/admin/login')
}
