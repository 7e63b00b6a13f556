/** Separate from the schemas, so that pages can import it without zod. */
export const postStatuses = ['published', 'draft', 'archived'] as const
export type PostStatus = (typeof postStatuses)[number]
