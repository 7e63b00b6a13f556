import * as z from 'zod'

export interface DocumentFields {
  title: string
  slug: string
  content: string
  coverAlt: string
  published: boolean
}

export interface WorkingCopyState {
  /** 0 when the document has no working copy. */
  version: number
  baseVersion: number
  updatedAt: string | null
}

export interface StoredDocument<Fields> {
  id: string
  version: number | undefined
  published: boolean
  cover: string | null
  fields: Fields
  workingCopy?: WorkingCopyState | undefined
  hasTrash?: boolean
  scheduleFailed?: boolean | undefined
}

export interface CoverChange {
  file: File | null
  removed: boolean
  media?: { id: string; url: string } | undefined
}
export const unchangedCover: CoverChange = { file: null, removed: false }

export const isCoverChanged = ({ file, removed, media }: CoverChange) =>
  file !== null || removed || media !== undefined

export function setCover(form: FormData, { file, media, removed }: CoverChange) {
  if (file) form.set('coverImage', file)
  else if (media) form.set('coverMedia', media.id)
  else if (removed) form.set('removeCover', 'true')
}

export interface DocumentKind<Fields extends DocumentFields> {
  name: 'post' | 'case-study'
  noun: string
  label: string
  api: string
  list: { href: string; back: string }
  /** Paths of the staff area; those that end in a slash are followed by the id. */
  paths: { new: string; edit: string; preview: string }
  fieldsSchema: z.ZodType<Fields>
  emptyFields: Fields
  responseSchema: z.ZodType<StoredDocument<Fields>>
  isSame: (a: Fields, b: Fields) => boolean
  isComplete?: (fields: Fields) => boolean
  /** The fields to save after someone else's change, or null when the writer has to decide. */
  rebase?: (mine: Fields, before: StoredDocument<Fields>, theirs: StoredDocument<Fields>) => Fields | null
  toFormData: (fields: Fields, cover: CoverChange, stored: StoredDocument<Fields> | null) => FormData
  hasPresence?: boolean
  missingFields: string
}

export interface EditorStart<Fields> {
  draftId: string
  stored: StoredDocument<Fields> | null
  fields: Fields
  cover: CoverChange
  /** True when the form replaces another one that had the focus. */
  restored: boolean
  /** True when the fields of `stored` are newer than its version. */
  outdated: boolean
}

export interface FormAccess<Fields> {
  /** Returns the current values on demand, so that the form does not render on every key press. */
  getFields: () => Fields
  onEdit: (callback: () => void) => () => void
  validate: (onValid: (fields: Fields) => unknown, onInvalid: () => void) => void
  showErrors: (messages: Record<string, string>) => void
  prepare?: () => boolean
  /** Returns the new saved state after a save in place; the text stays as typed. */
  adopt: (saved: StoredDocument<Fields>, sent: Fields) => Fields
}
