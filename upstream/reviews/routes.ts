import { Hono, type Context } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { reviewInputSchema, type ReviewInput } from '#contract/reviews.ts'
import { requireAbility, type StaffEnv } from '../accounts/authenticate.ts'
import { recordActivity } from '../activity/record.ts'
import { findCaseStudy } from '../case-studies/load.ts'
import type { Db, Trx } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { consume, rateLimitKey, refund, type RateLimit } from '../http/rate-limit.ts'
import { notify } from '../notifications/notify.ts'
import { withWriteLock, type LockedTrx } from '../db/write-lock.ts'
import { findPost } from '../posts/load.ts'
import { requireShareable } from '../previews/access.ts'
import { loadContent, ownerOf, textOf } from '../previews/document.ts'
import { isUnlocked } from '../previews/pass.ts'
import { findByToken, type PreviewOwner, type PreviewRow } from '../previews/store.ts'
import { readSettings } from '../settings/store.ts'
import { addReview, listReviews, toState } from './store.ts'
import { readText, revisionOf } from './text.ts'

const reviewLimit: RateLimit = { name: 'review', points: 5, minutes: 10 }

const messages = {
  approved: 'Thank you. Your approval was sent.',
  changesRequested: 'Thank you. Your comment was sent.',
}

async function findUnlocked(db: Db, { token, pass = '' }: ReviewInput): Promise<PreviewRow> {
  const preview = await findByToken(db, token)
  if (!isUnlocked(preview, pass))
    throw new ApiError('forbidden', 'Enter the password of this preview again, then send your response.')
  return preview
}

async function describe(trx: Trx, owner: PreviewOwner) {
  if ('post_id' in owner) {
    const { public_id, title, author_id } = await trx
      .selectFrom('posts')
      .select(['public_id', 'title', 'author_id'])
      .where('id', '=', owner.post_id)
      .executeTakeFirstOrThrow()
    return { object: { type: 'post' as const, id: public_id, name: title }, authorId: author_id }
  }
  const { public_id, title } = await trx
    .selectFrom('case_studies')
    .select(['public_id', 'title'])
    .where('id', '=', owner.case_study_id)
    .executeTakeFirstOrThrow()
  return { object: { type: 'caseStudy' as const, id: public_id, name: title } }
}

async function storeReview(trx: LockedTrx, input: ReviewInput) {
  const preview = await findUnlocked(trx, input)
  const owner = ownerOf(preview)
  const content = await loadContent(trx, owner)
  if (content.state === 'published') throw new ApiError('conflict', 'This is published already.')
  const text = textOf(content)
  if (revisionOf(text) !== input.revision)
    throw new ApiError(
      'conflict',
      'The text changed while you were reading it. Your response was not sent. Read the new text, then send it again.',
    )
  const { decision, name, comment } = input
  const added = await addReview(trx, {
    owner,
    previewId: preview.id,
    text,
    input: { decision, name, comment },
  })
  if (!added.isNew) return added
  const { object, ...author } = await describe(trx, owner)
  const { id } = added.review
  await recordActivity(trx, null, { kind: `${object.type}.${decision}`, object, review: id })
  const kind = decision === 'approved' ? 'previewApproved' : 'changesRequested'
  const to = { editorId: preview.created_by, ...author }
  await notify(trx, { kind, object: { type: 'review', id, name: '' }, to })
  return added
}

async function sendReviews(c: Context<StaffEnv>, owner: PreviewOwner) {
  const { account, db } = c.var
  await requireShareable(db, account, owner)
  const reviews = await listReviews(db, owner, await readText(db, owner))
  const { approvalRequired: required } = (await readSettings(db)).data
  return c.json({ data: { state: toState(reviews), required, reviews } })
}

export const reviews = new Hono<AppEnv>()
  .post('/previews/review', jsonBody(reviewInputSchema, bodyLimits.contact), async (c) => {
    const { db, clientAddress } = c.var
    const input = c.req.valid('json')
    await findUnlocked(db, input)
    const key = rateLimitKey(reviewLimit, clientAddress)
    await consume(db, reviewLimit, key, 'You have sent several responses already.')
    // Only stored reviews count toward the limit.
    const added = await withWriteLock(db, (trx) => storeReview(trx, input)).catch(async (error: unknown) => {
      await refund(db, key).catch(() => {})
      throw error
    })
    if (!added.isNew) await refund(db, key)
    return c.json({ data: added.review, message: messages[input.decision] }, 201)
  })
  .get('/blogs/:ref/reviews', requireAbility('writePosts'), async (c) =>
    sendReviews(c, { post_id: (await findPost(c.var.db, c.req.param('ref'), true)).id }),
  )
  .get('/case-studies/:ref/reviews', requireAbility('editContent'), async (c) =>
    sendReviews(c, { case_study_id: (await findCaseStudy(c.var.db, c.req.param('ref'), true)).id }),
  )
