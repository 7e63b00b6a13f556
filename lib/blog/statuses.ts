/** Apart from the schemas, so that a page can offer them without carrying zod to the browser. */
export const postStatuses = ['published', 'draft', 'archived'] as const
export type PostStatus = (typeof postStatuses)[number]
