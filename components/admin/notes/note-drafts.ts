import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import * as z from 'zod'
import type { Anchor } from '#contract/note-anchor.ts'
import { endedText } from '../api.ts'
import { replaceToast } from '../ui/toasts.ts'
import { useSessionEnding } from '../ui/use-session-ending.ts'

const PREFIX = 'halyard:note:'

const draftSchema = z.object({
  text: z.string(),
  anchor: z.object({ quote: z.string(), before: z.string(), after: z.string() }).optional(),
})
type NoteDraft = z.infer<typeof draftSchema>

const unsaved = new Set<string>()

export const hasUnsavedNote = () => unsaved.size > 0

/** The prefix of the drafts of an account, of one post or of all. */
export const noteDraftsOf = (account: string, api?: string) =>
  api === undefined ? `${account}:` : `${account}:${api}:`
export const newNoteKey = (drafts: string) => `${drafts}new`
export const replyKey = (drafts: string, thread: string) => `${drafts}reply:${thread}`
export const changeKey = (drafts: string, note: string) => `${drafts}change:${note}`

export function readNoteDraft(key: string): NoteDraft | null {
  try {
    return draftSchema.safeParse(JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Returns false when there is no room. */
function storeNoteDraft(key: string, draft: NoteDraft | null): boolean {
  try {
    if (draft) localStorage.setItem(PREFIX + key, JSON.stringify(draft))
    else localStorage.removeItem(PREFIX + key)
    return true
  } catch {
    return false
  }
}

export function listNoteDrafts(drafts: string): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(PREFIX + drafts) ? [key.slice(PREFIX.length)] : [],
    )
  } catch {
    return []
  }
}

export function discardNoteDrafts(account: string) {
  for (const key of listNoteDrafts(noteDraftsOf(account))) storeNoteDraft(key, null)
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

  useSessionEnding(() => {
    if (!isUnsaved || storeNoteDraft(key, { text, anchor })) return false
    replaceToast('session', () => toast.error(endedText))
    return true
  })

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
