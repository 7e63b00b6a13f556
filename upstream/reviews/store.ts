import { sql, type Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import * as z from 'zod'
import { ApiError } from '#contract/errors.ts'
import {
  MAX_REVIEWS,
  reviewInputSchema,
  type ApprovalState,
  type PreviewReviews,
  type Review,
  type ReviewInput,
  type ReviewList,
} from '#contract/reviews.ts'
import type { Db, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import type { Tables } from '../db/tables.ts'
import type { PreviewOwner } from '../previews/store.ts'
import { isSameText, revisionOf, type ReviewedText } from './text.ts'

type StoredReview = ReviewList['reviews'][number]

const decisionSchema = reviewInputSchema.shape.decision
const tagsSchema = z.array(z.string())

type ReviewRow = Selectable<Tables['reviews']>

const selectOf = (db: Db, owner: PreviewOwner) => {
  const reviews = db.selectFrom('reviews')
  return 'post_id' in owner
    ? reviews.where('post_id', '=', owner.post_id)
    : reviews.where('case_study_id', '=', owner.case_study_id)
}

const toReview = ({ id, decision, name, comment, created_at }: ReviewRow): Review => ({
  id,
  name,
  comment,
  decision: decisionSchema.parse(decision),
  at: new Date(created_at).toISOString(),
})

export async function listReviews(db: Db, owner: PreviewOwner, text: ReviewedText): Promise<StoredReview[]> {
  const rows = await selectOf(db, owner)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const before = { hash: row.content_hash, tags: tagsSchema.parse(JSON.parse(row.tags)) }
      return { ...toReview(row), current: await isSameText(db, before, text) }
    }),
  )
}

const reviewerOf = ({ name }: Review) => name.toLowerCase()

/** The latest review of each person counts: after requested changes they must approve, or the text must change. */
export function toState(reviews: StoredReview[]): ApprovalState {
  const current = reviews.filter((review) => review.current)
  const last = [...new Map(current.toReversed().map((review) => [reviewerOf(review), review])).values()]
  if (last.some(({ decision }) => decision === 'changesRequested')) return 'changesRequested'
  if (last.length > 0) return 'approved'
  return reviews[0]?.decision === 'approved' ? 'void' : 'none'
}

export async function readReviews(db: Db, owner: PreviewOwner, text: ReviewedText): Promise<PreviewReviews> {
  const all = await listReviews(db, owner, text)
  const reviews = all.flatMap(({ current, ...review }) => (current ? [review] : []))
  const [newest] = all
  const earlier = newest && reviews.length === 0 ? newest : null
  return {
    revision: revisionOf(text),
    reviews,
    earlier: earlier && { id: earlier.id, decision: earlier.decision, name: earlier.name, at: earlier.at },
  }
}

interface NewReview {
  owner: PreviewOwner
  previewId: string
  text: ReviewedText
  input: Pick<ReviewInput, 'decision' | 'name' | 'comment'>
}

/** A retry returns the first review. */
export async function addReview(
  trx: LockedTrx,
  { owner, previewId, text, input }: NewReview,
): Promise<{ review: Review; isNew: boolean }> {
  const all = await listReviews(trx, owner, text)
  const last = all.find(({ current, name }) => current && name.toLowerCase() === input.name.toLowerCase())
  if (last && last.decision === input.decision && last.comment === input.comment) {
    const { current: _current, ...review } = last
    return { review, isNew: false }
  }
  await requireRoom(trx, previewId)
  const row: ReviewRow = {
    id: uuid(),
    post_id: null,
    case_study_id: null,
    ...owner,
    preview_id: previewId,
    ...input,
    content_hash: text.hash,
    tags: JSON.stringify(text.tags),
    created_at: Date.now(),
  }
  await trx.insertInto('reviews').values(row).execute()
  return { review: toReview(row), isNew: true }
}

async function requireRoom(trx: Trx, previewId: string): Promise<void> {
  const { total } = await trx
    .selectFrom('reviews')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('preview_id', '=', previewId)
    .executeTakeFirstOrThrow()
  if (total < MAX_REVIEWS) return
  throw new ApiError(
    'conflict',
    'There are too many responses already. Write to the person who sent you the link.',
  )
}

const tables = { post_id: 'posts', case_study_id: 'case_studies' } as const
export type OwnerKey = keyof typeof tables

export async function findReviewed(
  db: Db,
  key: OwnerKey,
  publicIds: string[],
): Promise<{ id: number; public_id: string }[]> {
  if (publicIds.length === 0) return []
  const { rows } = await sql<{ id: number; public_id: string }>`
    select id, public_id from ${sql.table(tables[key])} as documents
    where public_id in (${sql.join(publicIds)})
      and exists (select 1 from reviews where ${sql.ref(`reviews.${key}`)} = documents.id)`.execute(db)
  return rows
}
