import { createMiddleware } from 'hono/factory'
import { ApiError } from '#contract/errors.ts'
import { can, forbiddenMessage, type Ability } from '#contract/roles.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { withWriteLock, type LockedTrx } from '../db/write-lock.ts'
import type { AppEnv } from '../http/env.ts'
import { getAccountByToken, readFreshAccount, type Account, type FreshAccount } from './tokens.ts'
import type { Db } from '../db/open.ts'

const INTERVAL_MS = 5 * MINUTE_MS

const writing = new Set<string>()

/** Does not delay the request; when the write fails, the older time stays. */
function recordAccountSeen(db: Db, account: { id: string; lastSeenAt: number | null }): void {
  const before = Date.now() - INTERVAL_MS
  if ((account.lastSeenAt ?? 0) > before || writing.has(account.id)) return
  writing.add(account.id)
  void db
    .updateTable('accounts')
    .set({ last_seen_at: Date.now() })
    .where('id', '=', account.id)
    .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<=', before)]))
    .execute()
    .catch(() => {})
    .finally(() => writing.delete(account.id))
}

export type WithAccount<Value> = AppEnv & { Variables: { account: Value } }

export type StaffEnv = WithAccount<Account> & { Variables: { ability: Ability | undefined } }
export type Caller = Pick<StaffEnv['Variables'], 'database' | 'account' | 'ability'>

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

function authorize<Value extends Account>(account: Value | null, ability: Ability | undefined): Value {
  if (!account) throw signInRequired()
  if (ability && !can(account.role, ability)) throw new ApiError('forbidden', forbiddenMessage(ability))
  return account
}

const signedIn = (ability?: Ability) =>
  createMiddleware<StaffEnv>(async (c, next) => {
    c.set('account', authorize(await authenticate(c.var, c.req.header('authorization')), ability))
    c.set('ability', ability)
    await next()
  })

/** Checks the account again under the lock, because it may have lost its access since the request began. */
export const withWriteLockAs = <Result>(
  { database, account, ability }: Caller,
  work: (trx: LockedTrx, account: FreshAccount) => Promise<Result>,
): Promise<Result> =>
  withWriteLock(database.db, async (trx) =>
    work(trx, authorize(await readFreshAccount(trx, account), ability)),
  )

export const requireAccount = signedIn()
export const requireAbility = (ability: Ability) => signedIn(ability)
