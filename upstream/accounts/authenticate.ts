import { createMiddleware } from 'hono/factory'
import { ApiError } from '#contract/errors.ts'
import { can, forbiddenMessage, type Ability } from '#contract/roles.ts'
import type { AppEnv } from '../http/env.ts'
import { recordAccountSeen } from './last-seen.ts'
import { getAccountByToken, type Account } from './tokens.ts'

export type WithAccount<Value> = AppEnv & { Variables: { account: Value } }

export const signInRequired = () =>
  new ApiError('unauthorized', 'Please sign in.', { headers: { 'www-authenticate': 'Bearer' } })

/** An invalid or expired token is an error, so that staff never mistake the public view for their own. */
async function authenticate(
  databases: Pick<AppEnv['Variables'], 'db' | 'writeDb'>,
  header: string | undefined,
): Promise<Account | null> {
  if (header === undefined) return null
  const token = /^Bearer ([\w-]{1,200})$/i.exec(header)?.[1]
  const account = token ? await getAccountByToken(databases, token) : null
  if (!account) throw signInRequired()
  recordAccountSeen(databases.writeDb, account)
  return account
}

export const optionalAccount = createMiddleware<WithAccount<Account | null>>(async (c, next) => {
  c.set('account', await authenticate(c.var, c.req.header('authorization')))
  await next()
})

const signedIn = (ability?: Ability) =>
  createMiddleware<WithAccount<Account>>(async (c, next) => {
    const account = await authenticate(c.var, c.req.header('authorization'))
    if (!account) throw signInRequired()
    if (ability && !can(account.role, ability)) throw new ApiError('forbidden', forbiddenMessage(ability))
    c.set('account', account)
    await next()
  })

export const requireAccount = signedIn()
export const requireAbility = (ability: Ability) => signedIn(ability)
