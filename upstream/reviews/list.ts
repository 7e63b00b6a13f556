import type { CaseStudySummary } from '#contract/case-studies.ts'
import type { ApprovalState } from '#contract/reviews.ts'
import type { Db } from '../db/open.ts'
import type { LoadedPost } from '../posts/load.ts'
import { findReviewed, listReviews, toState, type OwnerKey } from './store.ts'
import { readText } from './text.ts'

/** Reads texts only of reviewed documents that are not live, because approval no longer matters for live ones. */
async function withApprovals<D extends { id: string; approval?: ApprovalState | undefined }>(
  db: Db,
  key: OwnerKey,
  documents: D[],
  isOpen: (document: D) => boolean,
): Promise<D[]> {
  const open = documents.filter(isOpen).map(({ id }) => id)
  const states = new Map<string, ApprovalState>()
  for (const { id, public_id } of await findReviewed(db, key, open)) {
    const owner = key === 'post_id' ? { post_id: id } : { case_study_id: id }
    states.set(public_id, toState(await listReviews(db, owner, await readText(db, owner))))
  }
  return documents.map((document) => {
    const approval = states.get(document.id)
    return approval ? { ...document, approval } : document
  })
}

export const addApprovals = <P extends LoadedPost>(db: Db, posts: P[]): Promise<P[]> =>
  withApprovals(
    db,
    'post_id',
    posts,
    ({ status, workingCopy }) => status === 'draft' || status === 'scheduled' || Boolean(workingCopy),
  )

export const addStudyApprovals = <S extends CaseStudySummary>(db: Db, studies: S[]): Promise<S[]> =>
  withApprovals(db, 'case_study_id', studies, ({ published }) => !published)
