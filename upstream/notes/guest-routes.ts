import { Hono } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { guestNoteSchema, guestVisitSchema } from '#contract/notes.ts'
import type { Db } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { findResult, fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { consume, rateLimitKey, refundOnFailure, type RateLimit } from '../http/rate-limit.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { loadContent } from '../previews/document.ts'
import { isUnlocked } from '../previews/pass.ts'
import { findByToken, previewGone } from '../previews/store.ts'
import { getNotedPost, notifyOfNote, type NotedPost } from './people.ts'
import { findThread, insertNote, listThreads } from './store.ts'

const limit: RateLimit = { name: 'guest-notes', points: 30, minutes: 10 }

/** Guests write notes on the text that the link shows now, with the password if it has one. */
async function requireShownPost(
  db: Db,
  { token, pass = '' }: { token: string; pass?: string | undefined },
): Promise<NotedPost> {
  const preview = await findByToken(db, token)
  const { post_id } = preview
  if (post_id === null) throw new ApiError('not_found', 'This preview has no notes.')
  if (!isUnlocked(preview, pass)) throw new ApiError('forbidden', 'Enter the password of this preview again.')
  if ((await loadContent(db, { post_id })).state === 'published')
    throw new ApiError('gone', 'This post is published, so its preview takes no more notes.')
  return getNotedPost(db, post_id, previewGone)
}

export const guestNotes = new Hono<AppEnv>()
  .post('/list', jsonBody(guestVisitSchema), async (c) => {
    const { id } = await requireShownPost(c.var.db, c.req.valid('json'))
    return c.json({ data: { notes: await listThreads(c.var.db, id, null) } })
  })
  .post('/', jsonBody(guestNoteSchema, bodyLimits.contact), async (c) => {
    const { db, clientAddress } = c.var
    const { token, pass, name, thread, ...note } = c.req.valid('json')
    const key = parseIdempotencyKey(c.req.header('idempotency-key'))
    const shown = await requireShownPost(db, { token, pass })
    const scope = `guest-notes:${shown.public_id}`
    const fingerprint = fingerprintOf(name, thread, note)
    const limitKey = rateLimitKey(limit, clientAddress)
    if ((await findResult(db, scope, key, fingerprint)) === null)
      await consume(db, limit, limitKey, 'You have written many notes already.')
    const id = await refundOnFailure(db, limitKey, () =>
      withWriteLock(db, async (trx) => {
        const post = await requireShownPost(trx, { token, pass })
        return runOnce(trx, scope, key, fingerprint, async () => {
          const reply =
            thread === '' ? note : { text: note.text, thread: (await findThread(trx, post.id, thread)).id }
          const saved = await insertNote(trx, post.id, { id: null, name }, reply)
          await notifyOfNote(trx, post, null, saved)
          return saved
        })
      }),
    )
    return c.json({ data: { id } }, 201)
  })
