import type { ApiError } from '#contract/errors.ts'
import { mentionedIn, type NotePerson } from '#contract/notes.ts'
import { can } from '#contract/roles.ts'
import type { Account } from '../accounts/tokens.ts'
import { byName } from '../authors/load.ts'
import type { Db, Trx } from '../db/open.ts'
import { notify } from '../notifications/notify.ts'
import { findNote } from './store.ts'

export interface NotedPost {
  id: number
  public_id: string
  title: string
  author_id: number
}

export const getNotedPost = (db: Db, id: number, notFound: () => ApiError): Promise<NotedPost> =>
  db
    .selectFrom('posts')
    .select(['id', 'public_id', 'title', 'author_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)

export async function listPeople(
  db: Db,
  post: Pick<NotedPost, 'author_id'>,
  caller: Pick<Account, 'id'> | null,
): Promise<NotePerson[]> {
  const accounts = await db
    .selectFrom('accounts')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['accounts.id', 'accounts.role', 'accounts.author_id', 'authors.name'])
    .where('disabled_at', 'is', null)
    .orderBy('accounts.id')
    .execute()
  return accounts
    .filter(
      ({ id, role, author_id }) =>
        id !== caller?.id && (can(role, 'editContent') || author_id === post.author_id),
    )
    .toSorted(byName)
    .map(({ id, name }) => ({ id, name }))
}

async function participantsOf(trx: Trx, threadId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('notes')
    .select('account_id')
    .distinct()
    .where((eb) => eb.or([eb('id', '=', threadId), eb('thread_id', '=', threadId)]))
    .execute()
  return rows.flatMap(({ account_id }) => account_id ?? [])
}

const objectOf = ({ public_id, title }: NotedPost) => ({ type: 'post', id: public_id, name: title })

export async function notifyMentioned(
  trx: Trx,
  post: NotedPost,
  actor: Pick<Account, 'id' | 'name'>,
  text: string,
  formerText = '',
): Promise<Set<string>> {
  const people = await listPeople(trx, post, actor)
  const former = new Set(mentionedIn(formerText, people))
  const mentioned = mentionedIn(text, people).filter((person) => !former.has(person))
  for (const { id } of mentioned)
    await notify(trx, { kind: 'mention', object: objectOf(post), actor, to: { accountId: id } })
  return new Set(mentioned.map(({ id }) => id))
}

/** Names of guests are not stored in notifications, so that deleting a note deletes the name. */
export async function notifyOfNote(
  trx: Trx,
  post: NotedPost,
  actor: Pick<Account, 'id' | 'name'> | null,
  noteId: string,
): Promise<void> {
  const { text, thread_id } = await findNote(trx, noteId)
  // Mentions by guests are ignored, because guests cannot know the names of staff.
  const told = actor ? await notifyMentioned(trx, post, actor, text) : new Set<string>()
  const readers = await listPeople(trx, post, actor)
  const participants = thread_id === null ? [] : await participantsOf(trx, thread_id)
  const authors = actor ? [] : await accountsOf(trx, post.author_id)
  const wanted = new Set([...participants, ...authors])
  for (const { id } of readers)
    if (wanted.has(id) && !told.has(id))
      await notify(trx, { kind: 'note', object: objectOf(post), actor, to: { accountId: id } })
}

async function accountsOf(trx: Trx, authorId: number): Promise<string[]> {
  const rows = await trx.selectFrom('accounts').select('id').where('author_id', '=', authorId).execute()
  return rows.map(({ id }) => id)
}
