import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toast } from 'sonner'
import { ApiError } from '#contract/errors.ts'
import { settingsResponseSchema, type Settings, type StoredSettings } from '#contract/settings.ts'
import { staffRequest, versionHeader } from '../api.ts'
import { areEqual } from '../merge-fields.ts'
import { replaceToast } from '../ui/toasts.ts'
import type { Conflict } from './conflict-dialog.tsx'

const PATH = '/api/settings'
const failureText = 'Failed to save the settings. Please try again.'
const showFailure = (description?: string) =>
  replaceToast('settings', () => toast.error(failureText, { description }))

interface SaveOptions {
  stored: StoredSettings
  onSaved: (saved: StoredSettings) => void
  onInvalid: (fields: Record<string, string>) => void
}

export function useSaveSettings({ stored, onSaved, onInvalid }: SaveOptions) {
  const router = useRouter()
  const [saving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const send = (settings: Settings, version: number) =>
    staffRequest(PATH, settingsResponseSchema, {
      method: 'PUT',
      json: settings,
      headers: versionHeader(version),
    })

  function showSaved(saved: StoredSettings) {
    onSaved(saved)
    replaceToast('settings', () => toast.success('Settings saved. Visitors see them now.'))
    router.refresh()
  }

  async function handleFailure(error: unknown, mine: Settings) {
    if (!(error instanceof ApiError) || error.status >= 500) return showFailure()
    if (error.code === 'precondition_failed') {
      const theirs = await staffRequest(PATH, settingsResponseSchema).catch(() => null)
      // The response to an earlier attempt may have been lost.
      if (theirs && areEqual(theirs.data, mine)) showSaved(theirs)
      else if (theirs) setConflict({ base: stored.data, mine, theirs })
      else showFailure()
      return
    }
    onInvalid(error.details.fields ?? {})
    showFailure(error.message || undefined)
  }

  async function save(settings: Settings, version = stored.version) {
    if (saving) return
    setSaving(true)
    setConflict(null)
    try {
      showSaved(await send(settings, version))
    } catch (error) {
      await handleFailure(error, settings)
    } finally {
      setSaving(false)
    }
  }

  return { save, saving, conflict, closeConflict: () => setConflict(null) }
}
