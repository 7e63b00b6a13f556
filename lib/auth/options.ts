import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import * as z from 'zod'
import { loginResponseSchema, loginSchema } from '#contract/accounts.ts'
import { ApiError, fieldErrors } from '#contract/errors.ts'
import { isSecureSite } from '../env.ts'
import { log } from '../log.ts'
import { siteSecret } from '../secret.ts'
import { bearer, callForJson, messageOnlySchema } from '../upstream/client.ts'
import { isUpstreamFailure } from '../upstream/errors.ts'
import { accountKey, decodeSession, encodeSession, lifetimeSeconds } from './session.ts'
import { loginTexts } from '../accounts/texts.ts'

/** NextAuth would put the error into a URL, so `authorize` stores it here. */
export interface SignInAttempt {
  clientAddress: string | undefined
  agent: Record<string, string>
  browser: string
  isSignedIn?: boolean
  error?: ApiError
}

const signedInSchema = z.object({
  account: z.string(),
  name: z.string(),
  email: z.string(),
  upstreamToken: z.string(),
  remember: z.boolean(),
})

/** The upstream ends its session together with the cookie, so that staff do not see sessions that nobody can use. */
async function signIn(
  credentials: unknown,
  remember: boolean,
  { clientAddress, agent, browser }: SignInAttempt,
) {
  const parsed = loginSchema.safeParse(credentials)
  if (!parsed.success)
    throw new ApiError('invalid', loginTexts.failure, { fields: fieldErrors(parsed.error) })
  const { data } = await callForJson('login', loginResponseSchema, {
    json: parsed.data,
    headers: {
      ...agent,
      'x-client-browser': browser,
      'x-client-lifetime': String(lifetimeSeconds(remember)),
    },
    clientAddress,
    failureMessage: loginTexts.unavailable,
    unauthorizedMessage: loginTexts.failure,
  })
  return data.data
}

/** Revokes the token upstream, so that a copy of the cookie is useless after the sign-out. */
async function revokeToken(upstreamToken: unknown) {
  if (typeof upstreamToken !== 'string') return
  try {
    await callForJson('logout', messageOnlySchema, { headers: bearer(upstreamToken) })
  } catch (error) {
    log.error({ err: error }, 'the token could not be revoked')
  }
}

const credentialsProvider = (attempt: SignInAttempt) =>
  CredentialsProvider({
    credentials: { email: {}, password: {}, remember: {} },
    async authorize(credentials) {
      try {
        const remember = credentials?.remember === 'true'
        const { user, token } = await signIn(credentials, remember, attempt)
        const { name, email, id = email } = user
        attempt.isSignedIn = true
        return { id, account: accountKey(id), name, email, upstreamToken: token, remember }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (isUpstreamFailure(error)) log.error({ err: error, cause: error.cause }, 'sign-in failed')
        attempt.error = error
        return null
      }
    },
  })

export function authOptions(attempt: SignInAttempt): NextAuthOptions {
  return {
    secret: siteSecret(),
    useSecureCookies: isSecureSite,
    session: { strategy: 'jwt', maxAge: lifetimeSeconds(true) },
    jwt: { encode: encodeSession, decode: decodeSession },
    pages: { signIn: '/admin/login', signOut: '/admin/login', error: '/admin/login' },
    providers: [credentialsProvider(attempt)],
    callbacks: {
      // `trigger: 'update'` carries JSON from the browser, which is ignored.
      jwt({ token, user, trigger }) {
        if (trigger !== 'signIn') return token
        const signedIn = signedInSchema.parse(user)
        return { ...signedIn, until: Math.floor(Date.now() / 1000) + lifetimeSeconds(signedIn.remember) }
      },
      session: ({ session, token }) => ({
        user: { name: token.name, email: token.email },
        expires:
          typeof token['until'] === 'number'
            ? new Date(token['until'] * 1000).toISOString()
            : session.expires,
      }),
      redirect: ({ baseUrl }) => baseUrl,
    },
    events: { signOut: ({ token }) => revokeToken(token['upstreamToken']) },
    logger: {
      error: (code) => log.warn({ code }, 'next-auth'),
      warn: () => {},
      debug: () => {},
    },
  }
}
