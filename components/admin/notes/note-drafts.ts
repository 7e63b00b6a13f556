import { useEffect, useState } from 'react'
import * as z from 'zod'
import type { Anchor } from '#contract/note-anchor.ts'

const PREFIX = 'halyard:note:'

const draftSchema = z.object({
  text: z.string(),
  anchor: z.object({ quote: z.string(), before: z.string(), after: z.string() }).optional(),
})
type NoteDraft = z.infer<typeof draftSchema>

const unsaved = new Set<string>()

export const hasUnsavedNote = () => unsaved.size > 0

export const newNoteKey = (api: string) => `${api}:new`
export const replyKey = (api: string, thread: string) => `${api}:reply:${thread}`
export const changeKey = (api: string, note: string) => `${api}:change:${note}`

export function readNoteDraft(key: string): NoteDraft | null {
  try {
    return draftSchema.safeParse(JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

function storeNoteDraft(key: string, draft: NoteDraft | null) {
  try {
    if (draft) localStorage.setItem(PREFIX + key, JSON.stringify(draft))
    else localStorage.removeItem(PREFIX + key)
  } catch {
    // Without local storage the text is lost with its field.
  }
}

export function listNoteDrafts(api = ''): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(PREFIX + api) ? [key.slice(PREFIX.length)] : [],
    )
  } catch {
    return []
  }
}

export function discardNoteDrafts() {
  for (const key of listNoteDrafts()) storeNoteDraft(key, null)
}

export function useNoteDraft(key: string, initial: string, anchor: Anchor | undefined) {
  const [draft] = useState(() => readNoteDraft(key))
  const [text, setText] = useState(draft?.text ?? initial)
  const isUnsaved = text.trim() !== '' && text !== initial

  useEffect(() => {
    storeNoteDraft(key, isUnsaved ? { text, anchor } : null)
    if (!isUnsaved) return
    unsaved.add(key)
    return () => void unsaved.delete(key)
  }, [key, text, anchor, isUnsaved])

  return {
    text,
    setText,
    isUnsaved,
    isRestored: draft !== null,
    /** Another form may have stored its text since this one was sent. */
    discard: (sent = text) => {
      if (readNoteDraft(key)?.text === sent) storeNoteDraft(key, null)
    },
  }
}
