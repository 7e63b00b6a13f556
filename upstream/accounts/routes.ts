import { Hono } from 'hono'
import { loginSchema } from '#contract/accounts.ts'
import { ApiError } from '#contract/errors.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { consume, rateLimitKey, refund, type RateLimit } from '../http/rate-limit.ts'
import { requireAccount } from './authenticate.ts'
import { describeDevice } from './device.ts'
import { endSession } from './sessions.ts'
import { loginLimit, signIn } from './sign-in.ts'
import { MAX_LIFETIME_MS } from './tokens.ts'

const addressLimit: RateLimit = { name: 'login-address', points: 30, minutes: 15 }
const identifierPattern = /^[\w-]{43}$/
const lifetimeSecondsPattern = /^[1-9]\d{0,7}$/
const tooManyAttempts = 'Too many sign-in attempts.'

export const accounts = new Hono<AppEnv>()
  .post('/login', jsonBody(loginSchema), async (c) => {
    const { email, password } = c.req.valid('json')
    const { db, clientAddress } = c.var
    const addressKey = rateLimitKey(addressLimit, clientAddress)
    const accountKey = rateLimitKey(loginLimit, clientAddress, email.toLowerCase())
    await consume(db, addressLimit, addressKey, tooManyAttempts)
    await consume(db, loginLimit, accountKey, tooManyAttempts)
    const device = describeDevice(c.req.header('x-client-agent') ?? c.req.header('user-agent'))
    const [identifier] = identifierPattern.exec(c.req.header('x-client-browser') ?? '') ?? []
    const seconds = lifetimeSecondsPattern.exec(c.req.header('x-client-lifetime') ?? '')?.[0] ?? Infinity
    const lifetimeMs = Math.min(Number(seconds) * 1000, MAX_LIFETIME_MS)
    const session = await signIn(db, email.toLowerCase(), password, { device, identifier, lifetimeMs })
    if (!session) throw new ApiError('unauthorized', 'Invalid email or password. Please try again.')
    // Only failed attempts count.
    await refund(db, accountKey)
    await refund(db, addressKey)
    return c.json({ data: session })
  })
  .post('/logout', requireAccount, async (c) => {
    const { account, db } = c.var
    await endSession(db, account, { hash: account.tokenHash })
    return c.json({ message: 'You are signed out.' })
  })
