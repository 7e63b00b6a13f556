'use client'

import { useReloadToast } from './use-reload-toast.ts'
import { useServedBuild } from './use-stats.ts'

/** Asks the user to reload a tab whose build differs from the server's. */
export function NewVersion({ build }: { build: string }) {
  const served = useServedBuild()
  const isOutdated = served !== undefined && served !== build
  useReloadToast('new-version', isOutdated ? 'A new version of the staff area is available.' : undefined)
  return null
}
