import { useEffect, useState } from 'react'
import * as z from 'zod'
import { staffRequest } from '../api.ts'
import { serverErrorText } from '../error-text.ts'
import type { CoverChange, DocumentFields, DocumentKind } from './document.ts'
import { readCover, readDraft, type UnsavedDraft } from './drafts.ts'

const renderedSchema = z.object({
  html: z.string(),
  headings: z.array(
    z.object({ id: z.string(), text: z.string(), level: z.union([z.literal(2), z.literal(3)]) }),
  ),
})

export interface LoadedDraft<Fields> extends z.infer<typeof renderedSchema> {
  draft: UnsavedDraft<Fields>
  cover: CoverChange | null
  coverUrl: string | null
}

async function load<Fields extends DocumentFields>(
  kind: DocumentKind<Fields>,
  draftId: string,
): Promise<LoadedDraft<Fields> | null> {
  const draft = readDraft(kind, draftId)
  if (!draft) return null
  const json = { content: draft.fields.content }
  const rendered = await staffRequest('/api/preview', renderedSchema, { method: 'POST', json })
  const cover = await readCover(draft)
  const coverUrl = cover?.file ? URL.createObjectURL(cover.file) : (cover?.media?.url ?? null)
  return { ...rendered, draft, cover, coverUrl }
}

export function useDraftPreview<Fields extends DocumentFields>(kind: DocumentKind<Fields>, draftId: string) {
  const [loaded, setLoaded] = useState<LoadedDraft<Fields> | null>(null)
  const [error, setError] = useState<string>()

  useEffect(() => {
    let latest = 0
    let shownCover = ''
    const revokeCover = () => URL.revokeObjectURL(shownCover)
    const show = async () => {
      const current = ++latest
      try {
        const next = await load(kind, draftId)
        if (current !== latest) return
        revokeCover()
        shownCover = next?.coverUrl ?? ''
        if (next) setLoaded(next)
        setError(next ? undefined : 'This draft is no longer in this browser. It was saved or discarded.')
      } catch (failure) {
        if (current !== latest) return
        setError(serverErrorText(failure, 'The preview is not available at the moment.'))
      }
    }
    const onStorage = ({ key }: StorageEvent) => {
      if (key?.endsWith(draftId)) void show()
    }
    void show()
    window.addEventListener('storage', onStorage)
    return () => {
      latest = Infinity
      revokeCover()
      window.removeEventListener('storage', onStorage)
    }
  }, [kind, draftId])

  return { loaded, error }
}
