export type Change = 'publish' | 'draft' | 'delete'

const posts = (count: number) => `${count} blog post${count === 1 ? '' : 's'}`

/** Specification 8. */
export const deleteQuestion = 'Are you sure you want to delete this blog post?'
export const deleted = 'Blog post deleted successfully!'
export const deleteFailed = 'Failed to delete blog post. Please try again.'
export const bulkDeleteQuestion = (count: number) => `Are you sure you want to delete ${posts(count)}?`
export const bulkFailed = (change: Change) => `Failed to ${change} selected blog posts. Please try again.`

const outcomes = { publish: 'published', draft: 'saved as draft', delete: 'deleted' }
export const bulkDone = (change: Change, count: number) => `${posts(count)} ${outcomes[change]} successfully!`

const doings = { publish: 'Publishing', draft: 'Saving as draft', delete: 'Deleting' }
export const progressText = (change: Change, finished: number, count: number) =>
  `${doings[change]}: ${finished} of ${count}`
