import { log } from '../log.ts'
import { fieldErrors } from '../http/parse-input.ts'
import { callForJson } from '../upstream/call.ts'
import { UpstreamRefusal } from '../upstream/errors.ts'
import { loginAnswerSchema, loginSchema, type User } from './schema.ts'
import { loginTexts } from './texts.ts'

/** Why nobody was signed in, in words for the sign-in page. */
export class SignInFault extends Error {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly fields: Record<string, string> | undefined

  constructor(
    status: number,
    message: string,
    details: { retryAfter?: string | undefined; fields?: Record<string, string> | undefined } = {},
  ) {
    super(message)
    this.status = status
    this.retryAfter = details.retryAfter
    this.fields = details.fields
  }
}

/** Asks the upstream for a token; throws `SignInFault` alone. */
export async function signIn(
  credentials: unknown,
  visitor: string | undefined,
): Promise<{ user: User; token: string }> {
  const parsed = loginSchema.safeParse(credentials)
  if (!parsed.success) throw new SignInFault(422, loginTexts.failure, { fields: fieldErrors(parsed.error) })
  try {
    const { data } = await callForJson('login', loginAnswerSchema, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parsed.data),
      visitor,
    })
    return data.data
  } catch (error) {
    if (error instanceof UpstreamRefusal) throw new SignInFault(error.status, error.message, error)
    log.error({ err: error }, 'sign-in could not be checked')
    throw new SignInFault(502, loginTexts.unavailable)
  }
}
