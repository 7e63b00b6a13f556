'use client'

import { useEffect } from 'react'
import { toast } from 'sonner'
import { useServedBuild } from './use-stats.ts'

const TOAST = 'new-version'

/** Asks the user to reload a tab whose build differs from the server's. The editor asks before it drops unsaved text. */
export function NewVersion({ build }: { build: string }) {
  const served = useServedBuild()
  const isOutdated = served !== undefined && served !== build
  useEffect(() => {
    if (!isOutdated) return
    const action = { label: 'Reload', onClick: () => window.location.reload() }
    toast('A new version of the staff area is available.', { id: TOAST, duration: Infinity, action })
    return () => void toast.dismiss(TOAST)
  }, [isOutdated])
  return null
}
