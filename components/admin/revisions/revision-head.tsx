import { Button } from '#components/ui/button.tsx'
import type { FullRevision } from '#contract/revisions.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { listMarks, revisionName } from './texts.ts'

interface RevisionHeadProps {
  revision: FullRevision
  isNewest: boolean
  /** Restoring it would change nothing. */
  isSame: boolean
  onName: () => void
  onRestore: () => void
}

export function RevisionHead({ revision, isNewest, isSame, onName, onRestore }: RevisionHeadProps) {
  const { number, name, author, createdAt, published, workingCopy } = revision
  const naming = name === null ? 'Name' : 'Rename'
  return (
    <section aria-label={revisionName(revision)} className="revision-head">
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-bold wrap-anywhere">
        {name ?? revisionName(revision)}
        {!workingCopy && <StatusBadge status={published ? 'published' : 'draft'} />}
      </h2>
      {workingCopy && <p className="text-sm font-semibold">{listMarks(revision).join(' · ')}</p>}
      <p className="text-sm text-muted">
        {name !== null && `${revisionName(revision)} · `}
        {author && `${author.name} · `}
        <Timestamp value={createdAt} />
        {isNewest ? ' · the current version' : isSame && ' · the same as the current version'}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {!isNewest && !isSame && (
          <Button variant="plain" aria-label={`Restore revision ${number}`} onClick={onRestore}>
            Restore…
          </Button>
        )}
        <Button variant="quiet" aria-label={`${naming} revision ${number}`} onClick={onName}>
          {naming}…
        </Button>
      </div>
    </section>
  )
}
