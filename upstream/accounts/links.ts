import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Db } from '../db/open.ts'
import type { AppEnv } from '../http/env.ts'
import { consume, rateLimitKey, type RateLimit } from '../http/rate-limit.ts'
import { hashToken } from './tokens.ts'

export const RESET_LINK_MS = HOUR_MS

const unknownLinkLimit: RateLimit = { name: 'account-link', points: 20, minutes: 10 }

type LinkOwner = { invitation_id: string } | { account_id: string }

/** Only the hash is stored, so the token can be shown or sent only once. */
export async function createLink(db: Db, owner: LinkOwner, expires_at: number): Promise<string> {
  const token = randomBytes(32).toString('hex')
  await db.deleteFrom('account_links').where('expires_at', '<=', Date.now()).execute()
  await db
    .insertInto('account_links')
    .values({ invitation_id: null, account_id: null, ...owner, hash: hashToken(token), expires_at })
    .execute()
  return token
}

export const invitationUrl = (siteUrl: string, token: string) => `${siteUrl}/invitation?token=${token}`
export const resetUrl = (siteUrl: string, token: string) => `${siteUrl}/admin/reset?token=${token}`

export const linkGone = () => new ApiError('gone', 'This link is invalid or has expired.')

export function findInvitation(db: Db, token: string) {
  return db
    .selectFrom('account_links')
    .innerJoin('invitations', 'invitations.id', 'account_links.invitation_id')
    .select(['invitations.id', 'invitations.email', 'invitations.role'])
    .where('account_links.hash', '=', hashToken(token))
    .where('account_links.expires_at', '>', Date.now())
    .executeTakeFirst()
}

export function findResettable(db: Db, token: string) {
  return db
    .selectFrom('account_links')
    .innerJoin('accounts', 'accounts.id', 'account_links.account_id')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['accounts.id', 'accounts.email', 'authors.name'])
    .where('account_links.hash', '=', hashToken(token))
    .where('account_links.expires_at', '>', Date.now())
    .where('accounts.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Limits guesses. Valid links are not counted, because mail services open many of them from one address. */
export async function requireLink<Found>(
  { var: { db, writeDb, clientAddress } }: Context<AppEnv>,
  find: (db: Db, token: string) => Promise<Found | undefined>,
  token: string,
  limit = unknownLinkLimit,
): Promise<Found> {
  const found = await find(db, token)
  if (found) return found
  await consume(writeDb, limit, rateLimitKey(limit, clientAddress), 'You have tried several invalid links.')
  throw linkGone()
}
