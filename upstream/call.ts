import type { Logger } from 'pino'
import { accountOfToken, type Account } from './accounts/tokens.ts'
import type { OpenDatabase } from './db/open.ts'
import { Fault } from './faults.ts'
import type { Delivery } from './mail/delivery.ts'

/** One request on its way through the upstream. */
export interface Call extends OpenDatabase {
  request: Request
  params: Record<string, string>
  query: URLSearchParams
  /** Who asks, as far as limits are concerned; one shared name when the front did not say. */
  address: string
  /** Null where no e-mail goes out. */
  mail: Delivery | null
  logger: Logger
}

export type Endpoint = (call: Call) => Promise<Response>

/** A wrong or expired token is refused, so that nobody mistakes the public view for the whole. */
async function identify(call: Call): Promise<Account | null> {
  const header = call.request.headers.get('authorization')
  if (header === null) return null
  const token = /^Bearer ([\w-]{1,200})$/i.exec(header)?.[1]
  const account = token ? await accountOfToken(call.db, token) : null
  if (!account) throw signInAgain()
  return account
}

const signInAgain = () =>
  new Fault('unauthorized', 'Please sign in.', { headers: { 'www-authenticate': 'Bearer' } })

/** For anyone: with a token the whole, without one what is public. */
export function forReaders(handle: (call: Call, account: Account | null) => Promise<Response>): Endpoint {
  return async (call) => handle(call, await identify(call))
}

export function forStaff(handle: (call: Call, account: Account) => Promise<Response>): Endpoint {
  return async (call) => {
    const account = await identify(call)
    if (!account) throw signInAgain()
    return handle(call, account)
  }
}
