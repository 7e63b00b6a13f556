import { sql, type Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { ApiError } from '#contract/errors.ts'
import { noteLimits, type Note, type NoteThread } from '#contract/notes.ts'
import { can } from '#contract/roles.ts'
import { toIso } from '#contract/time.ts'
import type { Account } from '../accounts/tokens.ts'
import type { Db, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import type { Tables } from '../db/tables.ts'

type NoteRow = Selectable<Tables['notes']>
type Writer = Pick<Account, 'id' | 'name'> | { id: null; name: string }
type Reader = Pick<Account, 'id' | 'role'>

export interface NewNote {
  text: string
  thread?: string | undefined
  quote?: string
  before?: string
  after?: string
}

const noteNotFound = () => new ApiError('not_found', 'There is no such note.')

async function requireRoom(trx: Trx, postId: number, isReply: boolean): Promise<void> {
  const { notes, threads } = await trx
    .selectFrom('notes')
    .select([
      sql<number>`count(*)`.as('notes'),
      sql<number>`count(case when thread_id is null then 1 end)`.as('threads'),
    ])
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow()
  const isFull = !isReply && Number(threads) >= noteLimits.threads
  if (!isFull && Number(notes) < noteLimits.notes) return
  throw new ApiError('conflict', 'This post has too many notes. Delete some of them first.')
}

export async function insertNote(
  trx: LockedTrx,
  postId: number,
  writer: Writer,
  note: NewNote,
): Promise<string> {
  const { text, thread = null, quote = '', before = '', after = '' } = note
  await requireRoom(trx, postId, thread !== null)
  const id = uuid()
  await trx
    .insertInto('notes')
    .values({
      id,
      post_id: postId,
      thread_id: thread,
      text,
      created_at: Date.now(),
      account_id: writer.id,
      author_name: writer.name,
      guest: writer.id === null ? 1 : 0,
      quote,
      quote_before: before,
      quote_after: after,
    })
    .execute()
  return id
}

export async function findNote(db: Db, id: string): Promise<NoteRow> {
  const note = await db.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!note) throw noteNotFound()
  return note
}

export async function findThread(db: Db, postId: number, id: string): Promise<NoteRow> {
  const thread = await findNote(db, id)
  if (thread.post_id !== postId || thread.thread_id !== null) throw noteNotFound()
  return thread
}

export const canEdit = (reader: Reader | null, note: NoteRow): boolean =>
  reader !== null && note.account_id === reader.id

export const canDelete = (reader: Reader | null, note: NoteRow): boolean =>
  reader !== null && (canEdit(reader, note) || note.guest === 1 || can(reader.role, 'editContent'))

const toNote = (reader: Reader | null, row: NoteRow & { name: string | null }): Note => ({
  id: row.id,
  text: row.text,
  author: row.name ?? row.author_name,
  guest: row.guest === 1,
  createdAt: toIso(row.created_at),
  editedAt: row.edited_at === null ? null : toIso(row.edited_at),
  canEdit: canEdit(reader, row),
  canDelete: canDelete(reader, row),
})

/** Sorted oldest first. Guests have no reader, because they cannot change notes. */
export async function listThreads(
  db: Db,
  postId: number,
  reader: Reader | null,
  only?: string,
): Promise<NoteThread[]> {
  const rows = await db
    .selectFrom('notes')
    .leftJoin('accounts', 'accounts.id', 'notes.account_id')
    .leftJoin('authors', 'authors.id', 'accounts.author_id')
    .selectAll('notes')
    .select('authors.name')
    .where('notes.post_id', '=', postId)
    .$if(only !== undefined, (notes) =>
      notes.where((eb) => eb.or([eb('notes.id', '=', only ?? ''), eb('thread_id', '=', only ?? '')])),
    )
    .orderBy('notes.created_at')
    .orderBy('notes.id')
    .execute()
  const replies = Map.groupBy(rows, (row) => row.thread_id)
  return (replies.get(null) ?? []).map((row) => ({
    ...toNote(reader, row),
    quote: row.quote,
    before: row.quote_before,
    after: row.quote_after,
    resolved: row.resolved_at === null ? null : { at: toIso(row.resolved_at), by: row.resolved_by },
    replies: (replies.get(row.id) ?? []).map((reply) => toNote(reader, reply)),
  }))
}

export async function loadThread(db: Db, id: string, reader: Reader | null): Promise<NoteThread> {
  const { post_id, thread_id } = await findNote(db, id)
  const [thread] = await listThreads(db, post_id, reader, thread_id ?? id)
  if (!thread) throw noteNotFound()
  return thread
}

export async function deleteNote(trx: Trx, id: string): Promise<void> {
  await trx
    .deleteFrom('notes')
    .where((eb) => eb.or([eb('id', '=', id), eb('thread_id', '=', id)]))
    .execute()
}
