import { useRef, useState } from 'react'
import { staffRequest, versionHeader } from '../api.ts'
import { readAttempt, storeAttempt } from './create-attempts.ts'
import { createOnce } from './create-once.ts'
import type { CoverChange, DocumentFields, DocumentKind, StoredDocument } from './document.ts'
import {
  documentPath,
  hasWorkingCopy,
  publishChanges,
  saveChanges,
  usesWorkingCopy,
} from './working-copy/requests.ts'

export interface SaveRequest<Fields> {
  fields: Fields
  cover: CoverChange
  inPlace: boolean
  /** Saves to the working copy only, which visitors do not see. */
  unpublished?: boolean
}

interface StoreOptions<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  stored: StoredDocument<Fields> | null
  draftId: string
  onUpload: (share: number) => void
}

/** Sends a save to the working copy, to the live document, or to both, and creates a new document once. */
export function useStoreDocument<Fields extends DocumentFields>({
  kind,
  stored,
  draftId,
  onUpload,
}: StoreOptions<Fields>) {
  type Stored = StoredDocument<Fields>
  type Request = SaveRequest<Fields>
  const savedCopy = useRef<Stored>(null)

  const [create] = useState(() =>
    createOnce<Stored>({
      post: (form, key) =>
        staffRequest(kind.api, kind.responseSchema, {
          method: 'POST',
          form,
          headers: { 'idempotency-key': key },
          onUpload,
        }),
      readAttempt: () => readAttempt(draftId),
      storeAttempt: (attempt) => storeAttempt(draftId, attempt),
    }),
  )

  const update = (target: Stored, { fields, cover }: Request, version?: number) =>
    staffRequest(documentPath(kind, target), kind.responseSchema, {
      method: 'PUT',
      form: kind.toFormData(fields, cover, target),
      headers: versionHeader(version),
      onUpload,
    })

  /** Resolves with null when the live document has to be updated as well. */
  async function saveToCopy({ fields, cover, unpublished }: Request, against: Stored | null) {
    if (!usesWorkingCopy(stored)) return null
    const saved = await saveChanges(kind, {
      stored,
      against,
      fields,
      cover,
      tab: draftId,
      onUpload,
      automatic: !unpublished,
    })
    savedCopy.current = saved
    if (unpublished) return saved
    const { published } = fields
    if (hasWorkingCopy(saved)) return publishChanges(kind, saved, published)
    return saved.published === published ? saved : null
  }

  async function store(request: Request, against: Stored | null): Promise<Stored> {
    const copied = await saveToCopy(request, against)
    if (copied) return copied
    if (stored) return update(stored, request, against?.version)
    const form = kind.toFormData(request.fields, request.cover, null)
    return create(form, (created) => update(created, request, created.version))
  }

  return { store, savedCopy }
}
