/** Separate from the schemas, so that pages can import it without loading zod. */
export const postStatuses = ['published', 'draft', 'scheduled', 'archived', 'trash'] as const
export type PostStatus = (typeof postStatuses)[number]

/** Archived and trashed posts are not in lists of another status. */
export const isRemovedStatus = (status: string | undefined): status is 'archived' | 'trash' =>
  status === 'archived' || status === 'trash'

export const TRASH_DAYS = 30
