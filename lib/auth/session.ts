import { createHash } from 'node:crypto'
import { decode, encode, type JWTDecodeParams, type JWTEncodeParams } from 'next-auth/jwt'
import * as z from 'zod'
import { isSecureSite } from '../env.ts'
import { siteSecret } from '../secret.ts'

export const sessionCookieName = `${isSecureSite ? '__Secure-' : ''}next-auth.session-token`
/** A browser accepts 4 kB per cookie, so NextAuth divides a longer one into `name.0`, `name.1` and so on. */
export const isSessionCookie = ({ name }: { name: string }) =>
  name.startsWith(sessionCookieName) && /^(\.\d)?$/.test(name.slice(sessionCookieName.length))

export const joinSessionCookie = (cookies: { name: string; value: string }[]): string =>
  cookies
    .filter(isSessionCookie)
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ value }) => value)
    .join('')

export const csrfCookieName = `${isSecureSite ? '__Host-' : ''}next-auth.csrf-token`

const DAY_SECONDS = 24 * 60 * 60

export const lifetimeSeconds = (remember: boolean) => (remember ? 30 * DAY_SECONDS : DAY_SECONDS / 2)

/** Valid in a header, whatever id the upstream gives an account; without one it is the e-mail address. */
export const accountKey = (id: string) => createHash('sha256').update(id).digest('base64url')

const storedSchema = z.object({
  name: z.string(),
  email: z.string(),
  upstreamToken: z.string().min(1),
  remember: z.boolean(),
  /** Seconds since the epoch; a separate claim, because NextAuth extends `exp` on every read. */
  until: z.number(),
  /** Missing from sessions of an older release. */
  account: z.string().optional(),
})
const sessionSchema = storedSchema.transform(({ account, ...session }) => ({
  ...session,
  account: account ?? accountKey(session.email),
}))
export type Session = z.infer<typeof sessionSchema>

const nowSeconds = () => Math.floor(Date.now() / 1000)

export async function encodeSession(params: JWTEncodeParams): Promise<string> {
  const { until } = sessionSchema.parse(params.token)
  return encode({ ...params, secret: siteSecret(), maxAge: Math.max(0, until - nowSeconds()) })
}

export async function decodeSession({ token }: Pick<JWTDecodeParams, 'token'>): Promise<Session | null> {
  try {
    const parsed = sessionSchema.safeParse(await decode({ token, secret: siteSecret() }))
    return parsed.success && parsed.data.until > nowSeconds() ? parsed.data : null
  } catch {
    return null
  }
}
