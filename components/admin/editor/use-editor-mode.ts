import { useContext, useState } from 'react'
import type { EditorMode } from '#contract/preferences.ts'
import { staffFetch } from '../api.ts'
import { RoleContext } from '../frame/role.tsx'

/** Stored per account; the layout that provides the stored choice is not reloaded during a visit. */
const chosen = new Map<string, EditorMode>()

const keyOf = (email: string) => `halyard:editor-mode:${email}`

function readStored(email: string): EditorMode {
  try {
    return localStorage.getItem(keyOf(email)) === 'visual' ? 'visual' : 'markdown'
  } catch {
    return 'markdown'
  }
}

function store(email: string, mode: EditorMode) {
  try {
    localStorage.setItem(keyOf(email), mode)
  } catch {
    // The choice applies until the page is closed.
  }
}

function save(editorMode: EditorMode) {
  void staffFetch('/api/auth/preferences', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ editorMode }),
    keepalive: true,
  }).catch(() => undefined)
}

/** The editor that the account used last. A text that it cannot show opens in Markdown this time. */
export function useEditorMode() {
  const { email = '', editorMode } = useContext(RoleContext)
  const [mode, setMode] = useState(() => chosen.get(email) ?? editorMode ?? readStored(email))
  const [reason, setReason] = useState<string>()
  return {
    mode,
    reason,
    choose: (next: EditorMode) => {
      setMode(next)
      setReason(undefined)
      chosen.set(email, next)
      store(email, next)
      if (editorMode !== undefined) save(next)
    },
    fallBack: (because: string) => {
      setMode('markdown')
      setReason(because)
    },
  }
}
