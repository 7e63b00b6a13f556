/** Separate from the schemas, so that pages can import it without zod. */
export const postStatuses = ['published', 'draft', 'scheduled', 'archived', 'trash'] as const
export type PostStatus = (typeof postStatuses)[number]

/** Archived posts and those in the trash are in no list of another status. */
export const isRemovedStatus = (status: string | undefined): status is 'archived' | 'trash' =>
  status === 'archived' || status === 'trash'

export const TRASH_DAYS = 30
