import { useEffect, useEffectEvent, useState } from 'react'
import { STAFF_ENDED } from '../staff-api.ts'
import { dropDraft, keepDraft } from './kept-draft.ts'
import type { PostFields, StoredPost } from './post-fields.ts'

const PAUSE_MS = 400

interface Typed {
  key: string
  fields: PostFields
  stored: StoredPost | null
  dirty: boolean
}

/** `failed` when the browser cannot keep it; a time once it has. */
export type Kept = string | 'failed' | null

/** Keeps what is typed in the browser: after each pause, and at once when the page or the session goes. */
export function useKeptDraft({ key, fields, stored, dirty }: Typed): Kept {
  const [kept, setKept] = useState<Kept>(null)

  const keep = useEffectEvent(() => {
    if (dirty) setKept(keepDraft(key, fields, stored) ?? 'failed')
    else if (kept) {
      dropDraft(key)
      setKept(null)
    }
  })

  useEffect(() => {
    const pause = setTimeout(keep, PAUSE_MS)
    return () => clearTimeout(pause)
  }, [key, fields, stored, dirty])

  useEffect(() => {
    const onHide = () => keep()
    window.addEventListener(STAFF_ENDED, onHide)
    window.addEventListener('pagehide', onHide)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener(STAFF_ENDED, onHide)
      window.removeEventListener('pagehide', onHide)
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [])

  return kept
}
