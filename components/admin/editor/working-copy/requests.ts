import { staffRequest, versionHeader } from '../../api.ts'
import type {
  CoverChange,
  DocumentFields,
  DocumentKind,
  StoredDocument,
  WorkingCopyState,
} from '../document.ts'

/** Requests with `keepalive` are limited to 64 KiB; the form adds some bytes to its fields. */
const MAX_KEEPALIVE_BYTES = 60_000

type WithWorkingCopy<Fields> = StoredDocument<Fields> & { workingCopy: WorkingCopyState }

export function usesWorkingCopy<Fields>(
  stored: StoredDocument<Fields> | null,
): stored is WithWorkingCopy<Fields> {
  return stored?.workingCopy !== undefined && (stored.published || hasWorkingCopy(stored))
}

export const hasWorkingCopy = (stored: Pick<StoredDocument<unknown>, 'workingCopy'> | null): boolean =>
  (stored?.workingCopy?.version ?? 0) > 0

export const documentPath = ({ api }: { api: string }, { id }: { id: string }) =>
  `${api}/${encodeURIComponent(id)}`

const copyPath = (kind: { api: string }, document: { id: string }) =>
  `${documentPath(kind, document)}/working-copy`

export const outlivesPage = ({ content, excerpt }: { content: string; excerpt?: string }): boolean =>
  new TextEncoder().encode(content + (excerpt ?? '')).length <= MAX_KEEPALIVE_BYTES

interface CopySave<Fields> {
  stored: WithWorkingCopy<Fields>
  /** The version that may be overwritten; `stored` by default. */
  against?: StoredDocument<Fields> | null | undefined
  fields: Fields
  cover: CoverChange
  tab: string
  /** True for autosave; an explicit save stays in the revision history. */
  automatic: boolean
  onUpload?: (share: number) => void
}

export function saveChanges<Fields extends DocumentFields>(
  kind: DocumentKind<Fields>,
  { stored, against = stored, fields, cover, tab, automatic, onUpload }: CopySave<Fields>,
): Promise<StoredDocument<Fields>> {
  const form = kind.toFormData(fields, cover, stored)
  form.delete('published')
  form.set('tab', tab)
  form.set('automatic', String(automatic))
  const replaced = against?.workingCopy ?? stored.workingCopy
  form.set('baseVersion', String(replaced.baseVersion))
  return staffRequest(copyPath(kind, stored), kind.responseSchema, {
    method: 'PUT',
    form,
    headers: versionHeader(replaced.version),
    keepalive: !cover.file && outlivesPage(fields),
    ...(onUpload && { onUpload }),
  })
}

/** The idempotency key names the version of the working copy, so that only a retry of this request is ignored. */
export const publishChanges = <Fields extends DocumentFields>(
  kind: DocumentKind<Fields>,
  { id, workingCopy }: StoredDocument<Fields>,
  published: boolean,
): Promise<StoredDocument<Fields>> =>
  staffRequest(`${copyPath(kind, { id })}/publish`, kind.responseSchema, {
    method: 'POST',
    json: { published },
    headers: {
      'idempotency-key': [id, workingCopy?.version, published].join(':'),
      ...versionHeader(workingCopy?.version),
    },
  })

export const discardChanges = <Fields extends DocumentFields>(
  kind: DocumentKind<Fields>,
  { id, workingCopy }: StoredDocument<Fields>,
): Promise<StoredDocument<Fields>> =>
  staffRequest(copyPath(kind, { id }), kind.responseSchema, {
    method: 'DELETE',
    headers: versionHeader(workingCopy?.version),
  })

export async function loadNewest<Fields extends DocumentFields>(
  kind: DocumentKind<Fields>,
  own: StoredDocument<Fields>,
): Promise<StoredDocument<Fields>> {
  const live = await staffRequest(documentPath(kind, own), kind.responseSchema)
  return hasWorkingCopy(live) ? staffRequest(copyPath(kind, live), kind.responseSchema) : live
}

export async function loadTheirs<Fields extends DocumentFields>(
  kind: DocumentKind<Fields>,
  own: StoredDocument<Fields>,
): Promise<StoredDocument<Fields>> {
  const live = await staffRequest(documentPath(kind, own), kind.responseSchema)
  const { version, workingCopy } = live
  if (!workingCopy || version === undefined) return live
  if (hasWorkingCopy(live) && workingCopy.version !== own.workingCopy?.version)
    return staffRequest(copyPath(kind, live), kind.responseSchema)
  return { ...live, workingCopy: { ...workingCopy, baseVersion: version } }
}
