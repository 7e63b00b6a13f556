import { countOf, formatCount } from '#lib/counts.ts'
import { callerErrorText } from '../error-text.ts'
import type { Change, Failed } from './changes.ts'

const MAX_REASONS = 3

const count = (posts: number) => countOf(posts, 'blog post')

const verbs: Record<Change, string> = {
  publish: 'publish',
  draft: 'draft',
  edit: 'edit',
  archive: 'archive',
  restore: 'restore',
  delete: 'delete',
  deleteForever: 'delete',
}

const outcomes: Record<Change, string> = {
  publish: 'published',
  draft: 'saved as draft',
  edit: 'edited',
  archive: 'archived',
  restore: 'restored',
  delete: 'deleted',
  deleteForever: 'permanently deleted',
}

export const progressTexts: Record<Change, string> = {
  publish: 'Publishing',
  draft: 'Saving as draft',
  edit: 'Editing',
  archive: 'Archiving',
  restore: 'Restoring',
  delete: 'Deleting',
  deleteForever: 'Deleting',
}

export const successText = (change: Change, posts: number, bulk: boolean) =>
  `${bulk ? count(posts) : 'Blog post'} ${outcomes[change]} successfully!`

export const bulkFailureText = (change: Change) =>
  `Failed to ${verbs[change]} selected blog posts. Please try again.`

export const partlyText = (change: Change, done: number, posts: number) =>
  done > 0
    ? `${formatCount(done)} of ${count(posts)} ${done === 1 ? 'was' : 'were'} ${outcomes[change]}.`
    : undefined

export const failureText = (change: Change) => `Failed to ${verbs[change]} blog post. Please try again.`

export const undoneText = (posts: number) =>
  posts === 1 ? 'The change was undone.' : `The change to ${count(posts)} was undone.`

export const undoFailureText = (posts: number, canRetry: boolean) =>
  `Failed to undo the change of ${count(posts)}. ${
    canRetry ? 'Please try again.' : `Someone may have changed ${posts === 1 ? 'it' : 'them'} since.`
  }`

export function deleteQuestion({ posts, bulk, forever }: { posts: number; bulk: boolean; forever: boolean }) {
  const question = `Are you sure you want to delete ${bulk ? count(posts) : 'this blog post'}`
  return forever ? `${question} permanently? This cannot be undone.` : `${question}?`
}

export const listReasons = (failed: Failed<unknown>[]): string[] =>
  [...new Set(failed.map(({ error }) => callerErrorText(error, '')).filter(Boolean))].slice(0, MAX_REASONS)
