import { createContext, useContext } from 'react'

interface Lock {
  locked: boolean
  /** Increases whenever this editor takes over the document from someone else. */
  turn: number
}

export const LockContext = createContext<Lock>({ locked: false, turn: 0 })

export const useLock = () => useContext(LockContext)
