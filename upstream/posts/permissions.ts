import { ApiError } from '#contract/errors.ts'
import { can } from '#contract/roles.ts'
import type { Account } from '../accounts/tokens.ts'

/** Authors can change, publish and delete only their own posts. */
export function requireOwnPost(account: Account, post: { author_id: number }): void {
  if (can(account.role, 'editContent') || post.author_id === account.authorId) return
  throw new ApiError('forbidden', 'You can only change your own posts. Ask an editor or an owner.')
}

/** Authors cannot assign a post to someone else. */
export function requireAuthorChoice(account: Account, authorId: number): void {
  if (can(account.role, 'editContent') || authorId === account.authorId) return
  const message = 'Only owners and editors can choose another author.'
  throw new ApiError('forbidden', message, { fields: { author: message } })
}
