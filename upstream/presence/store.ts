import { sql, type SqlBool } from 'kysely'
import { ApiError } from '#contract/errors.ts'
import {
  PRESENCE_EXPIRES_MS,
  type OtherEditor,
  type Presence,
  type PresenceInput,
  type PresenceState,
} from '#contract/presence.ts'
import { withWriteLockAs, type Caller } from '../accounts/authenticate.ts'
import type { Account, FreshAccount } from '../accounts/tokens.ts'
import type { Db, OpenDatabase } from '../db/open.ts'
import { mayChangePost } from '../posts/permissions.ts'

/** Uses the clock of the database, which all nodes share. */
const databaseTime = (dialect: OpenDatabase['dialect']) =>
  dialect === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`

const isLive = (dialect: OpenDatabase['dialect']) =>
  sql<SqlBool>`presence.seen_at > ${databaseTime(dialect)} - ${sql.lit(PRESENCE_EXPIRES_MS)}`

type Database = Pick<OpenDatabase, 'db' | 'dialect'>

interface Tab {
  postId: number
  account: Account
  tab: string
}

/** Editors first. People who lost the right to edit the post count as gone, since they can no longer leave it. */
async function listLiveTabs(db: Db, dialect: OpenDatabase['dialect'], postId: number) {
  const rows = await db
    .selectFrom('presence')
    .innerJoin('posts', 'posts.id', 'presence.post_id')
    .innerJoin('tokens', 'tokens.hash', 'presence.token_hash')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['presence.account_id', 'presence.tab', 'presence.state', 'presence.since', 'authors.name'])
    .select(['posts.author_id', 'accounts.role', 'accounts.author_id as authorId'])
    .where('presence.post_id', '=', postId)
    .where(isLive(dialect))
    .orderBy('presence.state')
    .orderBy('presence.since')
    .orderBy('presence.tab')
    .execute()
  return rows.filter((row) => mayChangePost(row, row))
}

async function listOthers(
  db: Db,
  dialect: OpenDatabase['dialect'],
  { postId, account, tab }: Tab,
): Promise<OtherEditor[]> {
  const rows = await listLiveTabs(db, dialect, postId)
  return rows
    .filter((row) => row.account_id !== account.id || row.tab !== tab)
    .map(({ name, state, since, account_id }) => ({
      name,
      state,
      since: new Date(since).toISOString(),
      isOwn: account_id === account.id,
    }))
}

/** An editor that already has the post only updates its time, without taking the lock. */
async function stay(
  db: Db,
  dialect: OpenDatabase['dialect'],
  { postId, account, tab }: Tab,
  { state, takesOver }: PresenceInput,
): Promise<boolean> {
  if (takesOver) return false
  const updated = await db
    .updateTable('presence')
    .set({ seen_at: databaseTime(dialect), token_hash: account.tokenHash })
    .where('post_id', '=', postId)
    .where('account_id', '=', account.id)
    .where('tab', '=', tab)
    .where('state', '=', state)
    .returning('tab')
    .executeTakeFirst()
  return updated !== undefined
}

function enter(
  caller: Caller,
  { postId, account, tab }: Tab,
  { state: wanted, takesOver }: PresenceInput,
): Promise<boolean> {
  const { dialect } = caller.database
  return withWriteLockAs(caller, async (trx) => {
    const post = await trx.selectFrom('posts').select('id').where('id', '=', postId).executeTakeFirst()
    if (!post) return false
    const tabs = await listLiveTabs(trx, dialect, postId)
    const editors = tabs.filter((row) => row.state === 'editing')
    const stored = await trx
      .selectFrom('presence')
      .select('state')
      .where('post_id', '=', postId)
      .where('account_id', '=', account.id)
      .where('tab', '=', tab)
      .executeTakeFirst()
    const isFree = editors.length === 0 && stored?.state !== 'viewing'
    const isOwn = editors.some(({ account_id }) => account_id === account.id)
    const state: PresenceState =
      wanted === 'editing' && (takesOver || isFree || isOwn) ? 'editing' : 'viewing'
    if (state === 'editing')
      await trx
        .updateTable('presence')
        .set({ state: 'viewing' })
        .where('post_id', '=', postId)
        .where('account_id', '!=', account.id)
        .execute()
    const now = databaseTime(dialect)
    const row = { state, since: now, seen_at: now, token_hash: account.tokenHash }
    await trx
      .insertInto('presence')
      .values({ post_id: postId, account_id: account.id, tab, ...row })
      .onConflict((conflict) => conflict.columns(['post_id', 'account_id', 'tab']).doUpdateSet(row))
      .execute()
    return true
  })
}

export const noPresence: Presence = { state: 'editing', others: [] }

export async function reportPresence(caller: Caller, tab: Tab, input: PresenceInput): Promise<Presence> {
  const { db, dialect } = caller.database
  if (!(await stay(db, dialect, tab, input)) && !(await enter(caller, tab, input))) return noPresence
  const own = await db
    .selectFrom('presence')
    .innerJoin('posts', 'posts.id', 'presence.post_id')
    .leftJoin('working_copies', 'working_copies.post_id', 'posts.id')
    .select(['state', 'posts.version', 'working_copies.version as copyVersion'])
    .where('presence.post_id', '=', tab.postId)
    .where('account_id', '=', tab.account.id)
    .where('presence.tab', '=', tab.tab)
    .executeTakeFirst()
  if (!own) return noPresence
  return { ...own, copyVersion: own.copyVersion ?? undefined, others: await listOthers(db, dialect, tab) }
}

/** Rejects automatic saves of an editor that does not know yet that somebody else has taken over. */
export async function requireNotTaken(
  db: Db,
  dialect: OpenDatabase['dialect'],
  postId: number,
  account: FreshAccount,
): Promise<void> {
  const tabs = await listLiveTabs(db, dialect, postId)
  const editor = tabs.find(({ state }) => state === 'editing')
  const isOpen = tabs.some(({ account_id }) => account_id === account.id)
  if (editor && isOpen && editor.account_id !== account.id)
    throw new ApiError('conflict', `${editor.name} is editing this post now.`)
}

export async function endPresence(db: Db, { postId, account, tab }: Tab): Promise<void> {
  await db
    .deleteFrom('presence')
    .where('post_id', '=', postId)
    .where('account_id', '=', account.id)
    .where('tab', '=', tab)
    .execute()
}

export async function deleteExpiredPresence({ db, dialect }: Database): Promise<void> {
  await db
    .deleteFrom('presence')
    .where((eb) => eb.not(isLive(dialect)))
    .execute()
}
