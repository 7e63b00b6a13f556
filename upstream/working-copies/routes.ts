import { Hono, type Context } from 'hono'
import type * as z from 'zod'
import { ApiError } from '#contract/errors.ts'
import type { ScannedText } from '#contract/post-checks.ts'
import { publishChangesSchema, NO_WORKING_COPY } from '#contract/working-copies.ts'
import { requireAbility, withWriteLockAs, type StaffEnv } from '../accounts/authenticate.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import type { Db } from '../db/open.ts'
import { optionalJsonBody } from '../http/body.ts'
import { limitDocumentBody } from '../http/image-form.ts'
import type { AppEnv } from '../http/env.ts'
import { fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { etagOf } from '../http/version.ts'
import { changeWithActivity, recordChangesDiscarded } from '../posts/activity.ts'
import { getAuthorId } from '../posts/authors.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { readPostRequest } from '../posts/input.ts'
import { findPost, type FullPost } from '../posts/load.ts'
import { findOwnPost, getPostForMove, getPostForWrite } from '../posts/own-post.ts'
import { requireAuthorChoice } from '../posts/permissions.ts'
import { updatePost } from '../posts/save.ts'
import { requireNotTaken } from '../presence/store.ts'
import { changeWithApproval } from '../reviews/required.ts'
import { requireChecks, scanForChecks } from '../post-checks/publishing.ts'
import { changeSchedule } from '../schedule/store.ts'
import { listConflicts, parseChanges, readLive, toPostChange } from './document.ts'
import {
  workingCopyInputSchema,
  deleteCopy,
  discardCopy,
  findCopy,
  postWasChanged,
  readChanged,
  requireCopyVersion,
  saveCopy,
} from './store.ts'
import { loadChanged, loadForStaff } from './load.ts'

const write = requireAbility('writePosts')

const sendCopy = (c: Context, post: FullPost) =>
  c.json({ data: post }, 200, { etag: etagOf(post.workingCopy?.version ?? NO_WORKING_COPY) })

type WriteContext = Context<StaffEnv>

/** The version in `If-Match` is that of the working copy. */
async function publishCopy(
  trx: LockedTrx,
  account: FreshAccount,
  c: WriteContext,
  id: number,
  { published, scanned }: z.output<typeof publishChangesSchema> & { scanned: ScannedText | null },
): Promise<void> {
  const { database, siteUrl } = c.var
  const stored = await getPostForWrite(trx, account, id)
  const copy = await findCopy(trx, id)
  await requireCopyVersion(trx, stored, copy, c.req.header('if-match'))
  if (!copy) throw new ApiError('conflict', 'This post has no unpublished changes.')
  const changes = await parseChanges(trx, copy.document)
  if (listConflicts(await readLive(trx, id), changes).length > 0) throw await postWasChanged(trx, stored)
  const change = toPostChange(changes, published)
  if (change.fields.author !== undefined)
    requireAuthorChoice(account, await getAuthorId(trx, change.fields.author))
  await changeWithApproval(trx, id, {}, () =>
    changeWithActivity(trx, account, id, async () => {
      await updatePost(trx, database.dialect, stored, change, account.authorId)
      await changeSchedule(trx, account, id, change.fields)
    }),
  )
  await requireChecks(trx, id, siteUrl, { scanned })
  await deleteCopy(trx, id)
}

async function scanCopy(db: Db, id: number, published: boolean | undefined): Promise<ScannedText | null> {
  const copy = await findCopy(db, id)
  if (!copy) return null
  const { content } = await readChanged(db, id, copy)
  return scanForChecks(db, id, { content, published })
}

export const workingCopies = new Hono<AppEnv>()
  .get('/blogs/:ref/working-copy', write, async (c) => {
    const { account, db } = c.var
    const { id } = await findOwnPost(db, account, c.req.param('ref'))
    return sendCopy(c, await loadChanged(db, id))
  })
  .put('/blogs/:ref/working-copy', write, limitDocumentBody, async (c) => {
    const { database, db } = c.var
    const { id } = await findPost(db, c.req.param('ref'), true)
    const request = await readPostRequest(c, workingCopyInputSchema)
    const ifMatch = c.req.header('if-match')
    await withWriteLockAs(c.var, async (trx, account) => {
      const stored = await getPostForWrite(trx, account, id)
      if (request.fields.automatic) await requireNotTaken(trx, database.dialect, id, account)
      await saveCopy(trx, { stored, account, request, ifMatch })
    })
    const post = await loadForStaff(db, id)
    return sendCopy(c, post.workingCopy ? await loadChanged(db, id) : post)
  })
  .delete('/blogs/:ref/working-copy', write, async (c) => {
    const { db } = c.var
    const { id } = await findPost(db, c.req.param('ref'), true)
    await withWriteLockAs(c.var, async (trx, account) => {
      const stored = await getPostForMove(trx, account, id)
      const copy = await findCopy(trx, id)
      if (!copy) return
      await requireCopyVersion(trx, stored, copy, c.req.header('if-match'))
      await discardCopy(trx, id)
      await recordChangesDiscarded(trx, account, id)
    })
    return sendCopy(c, await loadForStaff(db, id))
  })
  .post('/blogs/:ref/working-copy/publish', write, optionalJsonBody(publishChangesSchema), async (c) => {
    const { db } = c.var
    const key = parseIdempotencyKey(c.req.header('idempotency-key'))
    const { id } = await findPost(db, c.req.param('ref'), true)
    const input = c.req.valid('json')
    const scanned = await scanCopy(db, id, input.published)
    await withWriteLockAs(c.var, (trx, account) =>
      runOnce(trx, `publish:${account.id}:${id}`, key, fingerprintOf(input), async () => {
        await publishCopy(trx, account, c, id, { ...input, scanned })
        return String(id)
      }),
    )
    return sendCopy(c, await loadForStaff(db, id))
  })
