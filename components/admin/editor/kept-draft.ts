import { z } from 'zod'
import { postFieldsSchema, type PostFields, type StoredPost } from './post-fields.ts'

/** Unsaved text as the browser keeps it, with what it started from. */
const keptDraftSchema = z.object({
  at: z.iso.datetime(),
  startedFrom: z.string(),
  version: z.number().optional(),
  fields: postFieldsSchema,
})
export type KeptDraft = z.infer<typeof keptDraftSchema>

export const draftKey = (id: string | undefined) => `halyard:draft:${id ?? 'new'}`

/** Tells two states of a stored post apart, also when its upstream counts no versions. */
export function stateOf(stored: StoredPost | null): string {
  if (!stored) return 'new'
  if (stored.version !== undefined) return `v${stored.version}`
  let hash = 0
  for (const character of JSON.stringify(stored.fields))
    hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return `h${hash}`
}

/** What cannot be read is no draft: another version of the site may have written it. */
export function readDraft(key: string): KeptDraft | null {
  try {
    return keptDraftSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Answers when it was kept, or null when the browser has no room or no storage. */
export function keepDraft(key: string, fields: PostFields, stored: StoredPost | null): string | null {
  const at = new Date().toISOString()
  const draft: KeptDraft = { at, startedFrom: stateOf(stored), version: stored?.version, fields }
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    return at
  } catch {
    return null
  }
}

export function dropDraft(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing can have been kept there either.
  }
}
