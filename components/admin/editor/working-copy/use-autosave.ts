import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, hasErrorCode } from '#contract/errors.ts'
import { isVersionConflict } from '../../api.ts'
import { SAVE_REJECTED } from '../../events.ts'
import type { CoverChange, DocumentFields, DocumentKind, StoredDocument } from '../document.ts'
import { outlivesPage, saveChanges, usesWorkingCopy } from './requests.ts'

const INTERVAL_MS = 3_000
const PAUSE_AFTER_FAILURE_MS = 15_000

interface Sent<Fields> {
  fields: Fields
  cover: CoverChange
}

interface AutosaveOptions<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  stored: StoredDocument<Fields> | null
  tab: string
  getFields: () => Fields
  cover: CoverChange
  dirty: boolean
  /** True during a save, an upload or an open question to the writer. */
  busy: boolean
  onSaved: (saved: StoredDocument<Fields>, sent: Sent<Fields>) => void
}

export type AutosaveProblem = 'conflict' | 'rejected' | 'failed'

function toProblem(error: unknown): AutosaveProblem {
  if (!(error instanceof ApiError) || error.status >= 500) return 'failed'
  // Works again after a sign-in with the same account in another tab.
  if (hasErrorCode(error, 'other_account', 'unauthorized')) return 'failed'
  return isVersionConflict(error) ? 'conflict' : 'rejected'
}

export function useAutosave<Fields extends DocumentFields>(options: AutosaveOptions<Fields>) {
  const { kind, stored, tab, getFields, cover, dirty, busy, onSaved } = options
  const [failure, setFailure] = useState<{ problem: AutosaveProblem; fields: Fields; at: number } | null>(
    null,
  )
  const running = useRef<Promise<StoredDocument<Fields> | null>>(null)
  const isStopped = useRef(false)
  const enabled = usesWorkingCopy(stored)

  const isComplete = (fields: Fields) => kind.isComplete?.(fields) ?? false

  function save(sent: Sent<Fields>): Promise<StoredDocument<Fields> | null> {
    if (!usesWorkingCopy(stored)) return Promise.resolve(null)
    return saveChanges(kind, { stored, ...sent, tab, automatic: true }).then(
      (saved) => {
        setFailure(null)
        if (!isStopped.current) onSaved(saved, sent)
        return saved
      },
      (error: unknown) => {
        if (hasErrorCode(error, 'conflict')) window.dispatchEvent(new Event(SAVE_REJECTED))
        setFailure({ problem: toProblem(error), fields: sent.fields, at: Date.now() })
        return null
      },
    )
  }

  function mayTry(fields: Fields): boolean {
    if (!failure) return true
    if (failure.problem === 'failed') return Date.now() - failure.at > PAUSE_AFTER_FAILURE_MS
    return failure.problem === 'rejected' && !kind.isSame(fields, failure.fields)
  }

  const onInterval = useEffectEvent(() => {
    if (!dirty || busy || running.current || isStopped.current || !navigator.onLine) return
    const fields = getFields()
    if (!isComplete(fields) || !mayTry(fields)) return
    running.current = save({ fields, cover }).finally(() => {
      running.current = null
    })
  })

  /** A cover file is too large for a `keepalive` request, so it stays in this browser. */
  const onLeave = useEffectEvent(() => {
    if (!dirty || busy || isStopped.current || failure?.problem === 'conflict') return
    const fields = getFields()
    if (isComplete(fields) && outlivesPage(fields)) void save({ fields, cover: { ...cover, file: null } })
  })

  useEffect(() => {
    if (!enabled) return
    const timer = setInterval(() => onInterval(), INTERVAL_MS)
    const leave = () => onLeave()
    const hide = () => {
      if (document.visibilityState === 'hidden') onLeave()
    }
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [enabled])

  return {
    problem: failure?.problem ?? null,
    canLeave: (): boolean => {
      const fields = getFields()
      return (
        enabled &&
        !failure &&
        !busy &&
        !cover.file &&
        navigator.onLine &&
        isComplete(fields) &&
        outlivesPage(fields)
      )
    },
    /** Resolves when no save is running, with the document that was saved meanwhile. */
    settled: async () => running.current,
    retry: () => setFailure(null),
    stop: () => {
      isStopped.current = true
    },
    resume: () => {
      isStopped.current = false
    },
  }
}
