import { Button } from '#components/ui/button.tsx'
import type { Settings, StoredSettings } from '#contract/settings.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import { useIsOwnName } from '../frame/role.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { findConflicts } from './settings-fields.ts'

export interface Conflict {
  base: Settings
  mine: Settings
  theirs: StoredSettings
}

interface ConflictDialogProps {
  conflict: Conflict
  onClose: () => void
  onUseTheirs: () => void
  onSaveMine: () => void
}

export function ConflictDialog({ conflict, onClose, onUseTheirs, onSaveMine }: ConflictDialogProps) {
  const { base, mine, theirs } = conflict
  const isOwn = useIsOwnName(theirs.updatedBy)
  const both = findConflicts(base, mine, theirs.data)
  return (
    <Dialog
      title={`The settings were changed ${isOwn ? 'in another tab or browser' : 'by someone else'}`}
      description={
        <>
          {isOwn ? 'You' : theirs.updatedBy || 'Someone'} saved them{isOwn && ' there'}
          {theirs.updatedAt ? ` on ${formatDateTime(theirs.updatedAt)}` : ''}, after you opened them. Your
          changes are still here, but not saved yet.
          {both.length === 0 && ' You changed different settings, so both changes can be kept.'}
        </>
      }
      onClose={onClose}
    >
      {both.length > 0 && (
        <div className="mt-5 grid gap-5" role="region" aria-label="Changed by both">
          {both.map((field) => (
            <dl key={field.label} className="grid gap-1 wrap-anywhere">
              <dt className="font-semibold">{field.label}</dt>
              <dd>
                <span className="text-muted">Theirs: </span>
                {field.theirs || '(empty)'}
              </dd>
              <dd>
                <span className="text-muted">Yours: </span>
                {field.mine || '(empty)'}
              </dd>
            </dl>
          ))}
        </div>
      )}
      <div className="mt-7 flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Keep editing
        </Button>
        <Button variant="plain" onClick={onUseTheirs}>
          Use their version
        </Button>
        <Button onClick={onSaveMine}>Save my changes</Button>
      </div>
    </Dialog>
  )
}
