import { clear, del, get, set } from 'idb-keyval'
import * as z from 'zod'
import { DRAFTS_DISCARDED } from '../events.ts'
import { storeAttempt } from './create-attempts.ts'
import { unchangedCover } from './document.ts'
import type { CoverChange, DocumentFields, DocumentKind, StoredDocument } from './document.ts'

/** Text is in local storage, which is written at once when a page closes; chosen cover files are in IndexedDB. */
const PREFIX = 'halyard:draft:'

const draftSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(['post', 'case-study']).default('post'),
  /** The id of the stored document, null for a new one. */
  postId: z.string().nullable(),
  startedFrom: z.string(),
  version: z.number().optional(),
  copyVersion: z.number().optional(),
  fields: z.looseObject({ title: z.string(), content: z.string() }),
  cover: z.enum(['unchanged', 'removed', 'file', 'media']),
  coverMedia: z.object({ id: z.string(), url: z.string() }).optional(),
})
type AnyDraft = z.infer<typeof draftSchema>
export type UnsavedDraft<Fields> = Omit<AnyDraft, 'fields'> & { fields: Fields }

/** An upstream without version numbers gets a hash of the fields instead. */
export function versionKey(
  stored: Pick<StoredDocument<unknown>, 'version' | 'fields' | 'workingCopy'> | null,
): string {
  if (!stored) return 'new'
  const copyVersion = stored.workingCopy?.version || undefined
  if (stored.version !== undefined) return [`v${stored.version}`, copyVersion].filter(Boolean).join('-')
  let hash = 0
  for (const character of JSON.stringify(stored.fields))
    hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return `h${hash}`
}

function readAny(id: string): AnyDraft | null {
  try {
    return draftSchema.safeParse(JSON.parse(localStorage.getItem(PREFIX + id) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

export function listAllDrafts(): AnyDraft[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => readAny(key.slice(PREFIX.length)) ?? [])
      .toSorted((a, b) => b.at.localeCompare(a.at))
  } catch {
    return []
  }
}

/** Ignores drafts that another release of the site stored in another format. */
function toDraft<Fields extends DocumentFields>(
  kind: DocumentKind<Fields>,
  draft: AnyDraft | null,
): UnsavedDraft<Fields> | null {
  const fields = draft?.kind === kind.name ? kind.fieldsSchema.safeParse(draft.fields).data : undefined
  return draft && fields ? { ...draft, fields } : null
}

export const readDraft = <Fields extends DocumentFields>(kind: DocumentKind<Fields>, id: string) =>
  toDraft(kind, readAny(id))

export const listDrafts = <Fields extends DocumentFields>(
  kind: DocumentKind<Fields>,
): UnsavedDraft<Fields>[] => listAllDrafts().flatMap((draft) => toDraft(kind, draft) ?? [])

type Described = UnsavedDraft<Pick<DocumentFields, 'title' | 'content'>>

export const describeDraft = ({ fields }: Described): string => {
  const words = fields.content.trim().split(/\s+/)
  const start = words.slice(0, 8).join(' ') + (words.length > 8 ? ' …' : '')
  const name = fields.title.trim() || start
  return name ? `“${name}”` : 'Untitled'
}

/** Returns false when local storage is full or unavailable. */
export function storeDraft<Fields>(draft: UnsavedDraft<Fields>): boolean {
  try {
    localStorage.setItem(PREFIX + draft.id, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

interface EditedDocument<Fields> {
  kind: AnyDraft['kind']
  fields: Fields
  cover: CoverChange
  stored: StoredDocument<Fields> | null
}

/** Returns the time of the backup, or null when there is no room for it. */
export function backUpDraft<Fields extends DocumentFields>(
  id: string,
  { kind, fields, cover, stored }: EditedDocument<Fields>,
): string | null {
  const at = new Date().toISOString()
  const draft: UnsavedDraft<Fields> = {
    id,
    at,
    kind,
    postId: stored?.id ?? null,
    startedFrom: versionKey(stored),
    version: stored?.version,
    copyVersion: stored?.workingCopy?.version,
    fields,
    cover: cover.file ? 'file' : cover.media ? 'media' : cover.removed ? 'removed' : 'unchanged',
    coverMedia: cover.media,
  }
  return storeDraft(draft) ? at : null
}

export const storeCover = (id: string, file: File | null) =>
  (file ? set(PREFIX + id, file) : del(PREFIX + id)).catch(() => undefined)

/** Returns null when the chosen file no longer exists. */
export async function readCover({
  id,
  cover,
  coverMedia,
}: Pick<AnyDraft, 'id' | 'cover' | 'coverMedia'>): Promise<CoverChange | null> {
  if (cover === 'media') return { ...unchangedCover, media: coverMedia }
  if (cover !== 'file') return { ...unchangedCover, removed: cover === 'removed' }
  const file: unknown = await get(PREFIX + id).catch(() => undefined)
  return file instanceof File ? { file, removed: false } : null
}

export function deleteDraft(id: string) {
  void storeCover(id, null)
  void storeAttempt(id, null)
  try {
    localStorage.removeItem(PREFIX + id)
  } catch {
    // Without local storage there is no draft.
  }
}

export async function discardAllDrafts(): Promise<void> {
  window.dispatchEvent(new Event(DRAFTS_DISCARDED))
  const otherTabs = new BroadcastChannel(DRAFTS_DISCARDED)
  otherTabs.postMessage(null)
  otherTabs.close()
  for (const { id } of listAllDrafts()) deleteDraft(id)
  await clear().catch(() => undefined)
}

/** Browsers offer locks only to https and localhost; elsewhere a draft that is open in another tab is listed too. */
const locks = () => ('locks' in navigator ? navigator.locks : null)

/** Marks a draft as open in this tab until the returned function is called or the tab closes. */
export function lockDraft(id: string): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void locks()
    ?.request(PREFIX + id, () => released)
    .catch(() => undefined)
  return release
}

export async function listHeldDrafts(): Promise<Set<string>> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => undefined)) ?? {}
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : [])))
}

export function onceReleased(id: string, signal: AbortSignal, callback: () => void) {
  void locks()
    ?.request(PREFIX + id, { signal }, () => undefined)
    .then(callback, () => undefined)
}
