import { Hono, type Context } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { noteChangeSchema, noteInputSchema, replyInputSchema } from '#contract/notes.ts'
import { requireAbility, withWriteLockAs, type StaffEnv } from '../accounts/authenticate.ts'
import type { Account } from '../accounts/tokens.ts'
import type { Db } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { findResult, fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { consume, rateLimitKey, refundOnFailure, type RateLimit } from '../http/rate-limit.ts'
import { totalsOfOnePage } from '../http/pages.ts'
import { findPost, postNotFound } from '../posts/load.ts'
import { requireOwnPost } from '../posts/permissions.ts'
import { getNotedPost, listPeople, notifyMentioned, notifyOfNote, type NotedPost } from './people.ts'
import {
  canDelete,
  canEdit,
  deleteNote,
  findNote,
  findThread,
  insertNote,
  listThreads,
  loadThread,
  type NewNote,
} from './store.ts'

type StaffContext = Context<StaffEnv>

const limit: RateLimit = { name: 'notes', points: 120, minutes: 10 }
const write = requireAbility('writePosts')

/** Anyone who may edit the post may read and write its notes. */
async function requirePost(db: Db, account: Account, id: number): Promise<NotedPost> {
  const post = await getNotedPost(db, id, postNotFound)
  requireOwnPost(account, post)
  return post
}

async function addNote(c: StaffContext, postId: number, note: NewNote) {
  const { account, db } = c.var
  const post = await requirePost(db, account, postId)
  const key = parseIdempotencyKey(c.req.header('idempotency-key'))
  const scope = `notes:${account.id}:${note.thread ?? post.public_id}`
  const fingerprint = fingerprintOf(note)
  const limitKey = rateLimitKey(limit, account.id)
  if ((await findResult(db, scope, key, fingerprint)) === null)
    await consume(db, limit, limitKey, 'You have written many notes already.')
  const data = await refundOnFailure(db, limitKey, () =>
    withWriteLockAs(c.var, async (trx, account) => {
      await requirePost(trx, account, postId)
      const id = await runOnce(trx, scope, key, fingerprint, async () => {
        if (note.thread !== undefined) await findThread(trx, postId, note.thread)
        const saved = await insertNote(trx, postId, account, note)
        await notifyOfNote(trx, post, account, saved)
        return saved
      })
      return loadThread(trx, id, account)
    }),
  )
  return c.json({ data }, 201)
}

export const notes = new Hono<AppEnv>()
  .get('/blogs/:ref/notes', write, async (c) => {
    const { account, db } = c.var
    const post = await requirePost(db, account, (await findPost(db, c.req.param('ref'), true)).id)
    const threads = await listThreads(db, post.id, account)
    const data = { notes: threads, people: await listPeople(db, post, account) }
    return c.json({ data, ...totalsOfOnePage(threads.length) })
  })
  .post('/blogs/:ref/notes', write, jsonBody(noteInputSchema), async (c) =>
    addNote(c, (await findPost(c.var.db, c.req.param('ref'), true)).id, c.req.valid('json')),
  )
  .post('/notes/:id/replies', write, jsonBody(replyInputSchema), async (c) => {
    const { id, post_id } = await findNote(c.var.db, c.req.param('id'))
    return addNote(c, post_id, { ...c.req.valid('json'), thread: id })
  })
  .put('/notes/:id', write, jsonBody(noteChangeSchema), async (c) => {
    const { text, resolved } = c.req.valid('json')
    const data = await withWriteLockAs(c.var, async (trx, account) => {
      const note = await findNote(trx, c.req.param('id'))
      const post = await requirePost(trx, account, note.post_id)
      const rows = trx.updateTable('notes').where('id', '=', note.id)
      if (text !== undefined && text !== note.text) {
        if (!canEdit(account, note)) throw new ApiError('forbidden', 'You can only change your own notes.')
        await rows.set({ text, edited_at: Date.now() }).execute()
        await notifyMentioned(trx, post, account, text, note.text)
      }
      if (resolved !== undefined) {
        if (note.thread_id !== null)
          throw new ApiError('invalid', 'Only the first note of a thread can be resolved.')
        const state = resolved
          ? { resolved_at: Date.now(), resolved_by: account.name }
          : { resolved_at: null, resolved_by: '' }
        // The first person to resolve a thread is kept.
        if (resolved !== (note.resolved_at !== null)) await rows.set(state).execute()
      }
      return loadThread(trx, note.id, account)
    })
    return c.json({ data })
  })
  .delete('/notes/:id', write, async (c) => {
    await withWriteLockAs(c.var, async (trx, account) => {
      const note = await findNote(trx, c.req.param('id'))
      await requirePost(trx, account, note.post_id)
      if (!canDelete(account, note)) throw new ApiError('forbidden', 'You can only delete your own notes.')
      await deleteNote(trx, note.id)
    })
    return c.json({ message: 'Note deleted' })
  })
