import { createContext, useContext, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { SeenVersions } from './use-presence.ts'

interface Lock {
  locked: boolean
  /** Increases whenever this editor takes over the document from someone else. */
  turn: number
  seen?: SeenVersions | undefined
  note?: RefObject<HTMLElement | null>
}

export const LockContext = createContext<Lock>({ locked: false, turn: 0 })

export const useLock = () => useContext(LockContext)

/** Disables its fields and buttons while someone else edits the document. What only reads stays outside. */
export function Lockable({ children }: { children: ReactNode }) {
  const { locked, note } = useLock()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    const { current } = fieldset
    if (!current) return
    // Disabled fields lose the focus; a button would get the key that is being typed.
    if (locked && current.contains(document.activeElement)) note?.current?.focus()
    current.disabled = locked
  }, [locked, note])
  return (
    <fieldset ref={fieldset} className="contents">
      {children}
    </fieldset>
  )
}
