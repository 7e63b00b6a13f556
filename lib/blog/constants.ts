/** Specification 9. */
export const PAGE_SIZE = 6
export const TAG_COLLECTION_LIMIT = 1000
export const PAGE_BUTTONS = 5
export const RELATED_SHOWN = 3
export const RELATED_FETCHED = 4
export const WORDS_PER_MINUTE = 200
/** Shown when the upstream counts no views. */
export const VIEWS_OF_SPECIFICATION = 1234
/** Seconds after which a change made past our `/api` is seen. */
export const FRESH_FOR = 60
