import { ApiError } from '#contract/errors.ts'
import { loadCaseStudy } from '../case-studies/load.ts'
import type { Db } from '../db/open.ts'
import { loadFullPost } from '../posts/load.ts'
import { readSettings } from '../settings/store.ts'
import { listReviews, toState } from './store.ts'
import { isSameText, textOfCaseStudy, textOfPost, type ReviewedText } from './text.ts'

const reasons = {
  none: 'Nobody has approved this text. Share a preview of the saved draft and ask for approval.',
  void: 'The text changed after it was approved. Ask for approval again.',
  changesRequested: 'A reader of the preview requested changes.',
}

export const isApprovalRequired = async (db: Db) => (await readSettings(db)).data.approvalRequired

interface Publication {
  isScheduled?: boolean
  live?: ReviewedText | null
}

async function requireApproved(db: Db, postId: number, { isScheduled, live = null }: Publication) {
  const post = await loadFullPost(db, postId)
  if (!post.published && !isScheduled) return
  const text = textOfPost(post)
  if (live && (await isSameText(db, live, text))) return
  const state = toState(await listReviews(db, { post_id: postId }, text))
  if (state !== 'approved')
    throw new ApiError('conflict', `This post cannot be published yet: ${reasons[state]}`)
}

export async function requireApproval(db: Db, postId: number, publication: Publication = {}): Promise<void> {
  if (await isApprovalRequired(db)) await requireApproved(db, postId, publication)
}

/** Category, author and dates of a live post can change without approval. */
export async function changeWithApproval(
  db: Db,
  postId: number,
  publication: Publication,
  change: () => Promise<void>,
): Promise<void> {
  if (!(await isApprovalRequired(db))) return change()
  const before = await loadFullPost(db, postId)
  await change()
  await requireApproved(db, postId, { ...publication, live: before.published ? textOfPost(before) : null })
}

async function requireApprovedStudy(db: Db, id: number, live: ReviewedText | null): Promise<void> {
  const study = await loadCaseStudy(db, id)
  const text = textOfCaseStudy(study)
  if (!study.published || (live && (await isSameText(db, live, text)))) return
  const state = toState(await listReviews(db, { case_study_id: id }, text))
  if (state === 'approved') return
  // A preview shows drafts only, so the changes of a live case study cannot be approved.
  if (live)
    throw new ApiError(
      'conflict',
      'Changes of a case study need approval. Take it offline first, then share a preview of it.',
    )
  throw new ApiError('conflict', `This case study cannot be published yet: ${reasons[state]}`)
}

export async function requireStudyApproval(db: Db, id: number): Promise<void> {
  if (await isApprovalRequired(db)) await requireApprovedStudy(db, id, null)
}

export async function changeStudyWithApproval(
  db: Db,
  id: number,
  change: () => Promise<void>,
): Promise<void> {
  if (!(await isApprovalRequired(db))) return change()
  const before = await loadCaseStudy(db, id)
  await change()
  await requireApprovedStudy(db, id, before.published ? textOfCaseStudy(before) : null)
}
