import { createContext, useContext, type ReactNode } from 'react'
import type { SeenVersions } from './use-presence.ts'

interface Lock {
  locked: boolean
  /** Increases whenever this editor takes over the document from someone else. */
  turn: number
  seen?: SeenVersions | undefined
}

export const LockContext = createContext<Lock>({ locked: false, turn: 0 })

export const useLock = () => useContext(LockContext)

/** Disables its fields and buttons while someone else edits the document. What only reads stays outside. */
export function Lockable({ children }: { children: ReactNode }) {
  const { locked } = useLock()
  return (
    <fieldset className="contents" disabled={locked}>
      {children}
    </fieldset>
  )
}
