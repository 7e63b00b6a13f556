import { useContext, useState } from 'react'
import { RoleContext } from '../frame/role.tsx'

export type EditorMode = 'markdown' | 'visual'

const read = (key: string): EditorMode => {
  try {
    return localStorage.getItem(key) === 'visual' ? 'visual' : 'markdown'
  } catch {
    return 'markdown'
  }
}

/** The editor that the account used last in this browser. A text that it cannot show opens in Markdown once. */
export function useEditorMode() {
  const { email = '' } = useContext(RoleContext)
  const key = `halyard:editor-mode:${email}`
  const [mode, setMode] = useState(() => read(key))
  const [reason, setReason] = useState<string>()
  return {
    mode,
    /** Why the text cannot be edited visually. */
    reason,
    choose: (next: EditorMode) => {
      setMode(next)
      setReason(undefined)
      try {
        localStorage.setItem(key, next)
      } catch {
        // The choice holds until the editor closes.
      }
    },
    fallBack: (because: string) => {
      setMode('markdown')
      setReason(because)
    },
  }
}
