import type { ReactNode } from 'react'
import { useLock } from './lock.ts'

/** Disables its fields and buttons while someone else edits the document. What only reads stays outside. */
export function Lockable({ children }: { children: ReactNode }) {
  const { locked } = useLock()
  return (
    <fieldset className="contents" disabled={locked}>
      {children}
    </fieldset>
  )
}
