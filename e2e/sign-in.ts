import type { BrowserContext } from '@playwright/test'
import { z } from 'zod'
import { account } from './account.ts'

const csrfSchema = z.object({ csrfToken: z.string() })

/** Gives the browser a session, by the calls that the sign-in page makes. */
export async function signIn({ request }: BrowserContext, url: string, credentials = account) {
  const { csrfToken } = csrfSchema.parse(await (await request.get(`${url}/api/auth/csrf`)).json())
  const answer = await request.post(`${url}/api/auth/callback/credentials`, {
    form: { ...credentials, remember: 'false', csrfToken },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`Signing in: ${answer.status()} ${await answer.text()}`)
}
