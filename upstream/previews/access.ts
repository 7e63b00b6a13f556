import { ApiError } from '#contract/errors.ts'
import { can, forbiddenMessage } from '#contract/roles.ts'
import type { Account } from '../accounts/tokens.ts'
import { caseStudyNotFound } from '../case-studies/load.ts'
import type { Db } from '../db/open.ts'
import { postNotFound } from '../posts/load.ts'
import { requireOwnPost } from '../posts/permissions.ts'
import type { PreviewOwner } from './store.ts'

interface Shared {
  type: 'post' | 'caseStudy'
  id: string
  name: string
  removed: boolean
}

export async function requireShareable(db: Db, account: Account, owner: PreviewOwner): Promise<Shared> {
  if ('post_id' in owner) {
    const post = await db
      .selectFrom('posts')
      .select(['public_id', 'title', 'author_id', 'removed'])
      .where('id', '=', owner.post_id)
      .executeTakeFirstOrThrow(postNotFound)
    requireOwnPost(account, post)
    return { type: 'post', id: post.public_id, name: post.title, removed: post.removed === 1 }
  }
  if (!can(account.role, 'editContent')) throw new ApiError('forbidden', forbiddenMessage('editContent'))
  const study = await db
    .selectFrom('case_studies')
    .select(['public_id', 'title'])
    .where('id', '=', owner.case_study_id)
    .executeTakeFirstOrThrow(caseStudyNotFound)
  return { type: 'caseStudy', id: study.public_id, name: study.title, removed: false }
}
