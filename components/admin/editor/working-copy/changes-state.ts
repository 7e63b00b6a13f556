import { formatDateTime, formatTime, isToday } from '#lib/blog/dates.ts'
import type { StoredDocument } from '../document.ts'
import type { Backup } from '../use-unsaved-draft.ts'
import { usesWorkingCopy } from './requests.ts'
import type { AutosaveProblem } from './use-autosave.ts'

interface ChangesState {
  stored: StoredDocument<unknown> | null
  dirty: boolean
  backup: Backup
  savedAt: string | null
  problem: AutosaveProblem | null
}

const problems: Record<AutosaveProblem, string> = {
  conflict: 'This post was changed elsewhere. Save to compare.',
  rejected: 'Save to see the reason.',
  failed: 'The server cannot be reached. A backup is in this browser.',
}
const lostText = 'The server cannot be reached, and this browser has no room for a backup.'

export function changesState({ stored, dirty, backup, savedAt, problem }: ChangesState) {
  if (!usesWorkingCopy(stored)) return null
  if (dirty) {
    const detail = problem === 'failed' && backup === 'failed' ? lostText : problem && problems[problem]
    return detail && { text: 'Not saved yet.', detail }
  }
  const { version, updatedAt } = stored.workingCopy
  if (version === 0) return { text: '' }
  const at = savedAt ?? updatedAt
  const time = at && (isToday(at) ? formatTime(at) : formatDateTime(at))
  return { text: `Saved ${time ?? ''}`, detail: '· changes not published' }
}
