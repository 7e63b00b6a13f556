import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { z } from 'zod'
import { anyAnswerSchema } from '../http/any-answer.ts'
import { log } from '../log.ts'
import { siteSecret } from '../secret.ts'
import { callForJson } from '../upstream/call.ts'
import { signIn, SignInFault } from './sign-in.ts'
import { isSecureSite } from './cookie-name.ts'
import { decodeSession, encodeSession, lifetimeSeconds } from './token.ts'

/** What `authorize` hands to the `jwt` callback, once; next-auth's own type of a user knows none of it. */
const signedInSchema = z.object({
  name: z.string(),
  email: z.string(),
  upstreamToken: z.string(),
  remember: z.boolean(),
})

/** The upstream forgets the token first: a copied cookie is worth nothing after this. A failure is logged, no more. */
async function revoke(upstreamToken: unknown) {
  if (typeof upstreamToken !== 'string') return
  try {
    await callForJson('logout', anyAnswerSchema, { headers: { authorization: `Bearer ${upstreamToken}` } })
  } catch (error) {
    log.error({ err: error }, 'the upstream did not take the sign-out')
  }
}

/** One try to sign in: who tries, and why it failed. next-auth itself would put the reason into an address. */
export interface AuthAttempt {
  visitor: string | undefined
  fault?: SignInFault
}

export function authOptions(attempt: AuthAttempt): NextAuthOptions {
  return {
    secret: siteSecret(),
    useSecureCookies: isSecureSite,
    session: { strategy: 'jwt', maxAge: lifetimeSeconds(true) },
    jwt: { encode: encodeSession, decode: decodeSession },
    pages: { signIn: '/admin/login', signOut: '/admin/login', error: '/admin/login' },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {}, remember: {} },
        async authorize(credentials) {
          try {
            const { user, token } = await signIn(credentials, attempt.visitor)
            const remember = credentials?.remember === 'true'
            return {
              id: user.id ?? user.email,
              name: user.name,
              email: user.email,
              upstreamToken: token,
              remember,
            }
          } catch (error) {
            if (!(error instanceof SignInFault)) throw error
            attempt.fault = error
            return null
          }
        },
      }),
    ],
    callbacks: {
      // `trigger: 'update'` brings JSON of the browser along; nothing of it is taken.
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
    events: { signOut: ({ token }) => revoke(token['upstreamToken']) },
    logger: {
      error: (code) => log.warn({ code }, 'next-auth'),
      warn: () => {},
      debug: () => {},
    },
  }
}
