/* Events on `window`, by which independent parts of the staff area work together. */

/** Before the browser leaves for the sign-in page; preventing it keeps the page, for what is not stored anywhere. */
export const SESSION_ENDING = 'staff:session-ending'
/** Before the browser leaves for the sign-in page, so that unsaved text is stored first. */
export const SESSION_ENDED = 'staff:session-ended'
export const SIGN_OUT = 'staff:sign-out'
/** After signing out, so that nothing is reported with the ended session. */
export const SIGNED_OUT = 'staff:signed-out'
export const BACK_UP_DRAFTS = 'staff:back-up-drafts'
/** Editors neither back up their text nor ask before leaving. */
export const DRAFTS_DISCARDED = 'staff:drafts-discarded'
export const SAVE_REJECTED = 'staff:save-rejected'
