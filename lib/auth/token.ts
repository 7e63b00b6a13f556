import { decode, encode, type JWTDecodeParams, type JWTEncodeParams } from 'next-auth/jwt'
import { z } from 'zod'
import { siteSecret } from '../secret.ts'

const DAY_SECONDS = 24 * 60 * 60
/** How long a session lives however much it is used: remembered, or at most a working day in an open browser. */
export const lifetimeSeconds = (remember: boolean) => (remember ? 30 * DAY_SECONDS : DAY_SECONDS / 2)

/** What the encrypted cookie holds. The upstream's token leaves it on the server only. */
const sealedSessionSchema = z.object({
  name: z.string(),
  email: z.string(),
  upstreamToken: z.string().min(1),
  remember: z.boolean(),
  /** Seconds since the epoch; a claim of its own, because next-auth moves `exp` on with every read. */
  until: z.number(),
})
export type SealedSession = z.infer<typeof sealedSessionSchema>

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Never longer than the session's absolute end, whatever next-auth asks for. */
export async function encodeSession(params: JWTEncodeParams): Promise<string> {
  const { until } = sealedSessionSchema.parse(params.token)
  return encode({ ...params, secret: siteSecret(), maxAge: Math.max(0, until - nowSeconds()) })
}

/** `null` for whatever is not a session of ours, or one that has ended. */
export async function decodeSession({
  token,
}: Pick<JWTDecodeParams, 'token'>): Promise<SealedSession | null> {
  try {
    const parsed = sealedSessionSchema.safeParse(await decode({ token, secret: siteSecret() }))
    return parsed.success && parsed.data.until > nowSeconds() ? parsed.data : null
  } catch {
    return null
  }
}
