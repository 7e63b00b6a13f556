import { ApiError } from '#contract/errors.ts'
import { can } from '#contract/roles.ts'
import type { Account } from '../accounts/tokens.ts'

export const mayChangePost = (
  account: Pick<Account, 'role' | 'authorId'>,
  post: { author_id: number },
): boolean => can(account.role, 'editContent') || post.author_id === account.authorId

export function requireOwnPost(account: Account, post: { author_id: number }): void {
  if (mayChangePost(account, post)) return
  throw new ApiError('forbidden', 'You can only change your own posts. Ask an editor or an owner.')
}

export function requireAuthorChoice(account: Account, authorId: number): void {
  if (can(account.role, 'editContent') || authorId === account.authorId) return
  throw ApiError.forField('forbidden', 'author', 'Only owners and editors can choose another author.')
}
