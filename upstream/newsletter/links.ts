import { hash, randomBytes } from 'node:crypto'
import { DAY_MS } from '#contract/time.ts'
import { hashToken } from '../accounts/tokens.ts'
import type { Db } from '../db/open.ts'

export const CONFIRM_DAYS = 7
/** A used link stays valid for a day without its address, so that retries succeed. */
const SPENT_LIFETIME_MS = DAY_MS

interface Link {
  /** Null after the subscriber was deleted. */
  address: string | null
  confirms_until: number
  spent_at: number | null
}

const RANDOM_LENGTH = 32

/** The second half of a token, which tells whether a used link, whose address was deleted, belongs to an address. */
const markOf = (random: string, address: string) => hash('sha256', random + address, 'hex').slice(0, 32)

export const oldestSpent = () => Date.now() - SPENT_LIFETIME_MS

async function insertLink(db: Db, address: string, confirms_until: number): Promise<string> {
  const random = randomBytes(RANDOM_LENGTH / 2).toString('hex')
  const token = random + markOf(random, address)
  await db
    .insertInto('newsletter_links')
    .values({ hash: hashToken(token), address, created_at: Date.now(), confirms_until, spent_at: null })
    .execute()
  return token
}

const findSubscriber = (db: Db, address: string) =>
  db.selectFrom('subscribers').select('confirmed_at').where('address', '=', address).executeTakeFirst()

/** Valid for confirming for seven days, and for unsubscribing as long as the address is subscribed. */
export async function createConfirmLink(
  db: Db,
  address: string,
  requestedAt: number,
): Promise<{ token: string; expiresAt: number } | null> {
  const subscriber = await findSubscriber(db, address)
  const expiresAt = requestedAt + CONFIRM_DAYS * DAY_MS
  if (subscriber?.confirmed_at !== null || expiresAt <= Date.now()) return null
  return { token: await insertLink(db, address, expiresAt), expiresAt }
}

export async function createUnsubscribeLink(db: Db, address: string): Promise<string | null> {
  const subscriber = await findSubscriber(db, address)
  return subscriber?.confirmed_at ? insertLink(db, address, Date.now()) : null
}

export function findLink(db: Db, token: string): Promise<Link | undefined> {
  return db
    .selectFrom('newsletter_links')
    .select(['address', 'confirms_until', 'spent_at'])
    .where('hash', '=', hashToken(token))
    .where((eb) => eb.or([eb('spent_at', 'is', null), eb('spent_at', '>=', oldestSpent())]))
    .executeTakeFirst()
}

export const getConfirmableAddress = ({ address, confirms_until }: Link): string | null =>
  confirms_until > Date.now() ? address : null

/** Also the address that has subscribed again since the link was used. */
export async function findSubscribedAddress(db: Db, token: string, link: Link): Promise<string | null> {
  if (link.address !== null || link.spent_at === null) return link.address
  const since = await db
    .selectFrom('subscribers')
    .select('address')
    .where('confirmed_at', 'is not', null)
    .where('created_at', '>=', link.spent_at)
    .execute()
  const random = token.slice(0, RANDOM_LENGTH)
  return since.find(({ address }) => token === random + markOf(random, address))?.address ?? null
}
