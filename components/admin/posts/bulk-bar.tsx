'use client'

import { Button } from '#components/ui/button.tsx'
import { progressText, type Change } from './texts.ts'

/** Fewer are done before a bar could be read. */
const MANY = 10

interface BulkBarProps {
  count: number
  /** How many of them are on other pages. */
  elsewhere: number
  busy: boolean
  progress: { change: Change; finished: number; count: number } | null
  onChange: (change: Change) => void
  onClear: () => void
}

const actions = [
  ['publish', 'Publish'],
  ['draft', 'Draft'],
  ['delete', 'Delete'],
] as const

export function BulkBar({ count, elsewhere, busy, progress, onChange, onClear }: BulkBarProps) {
  const words = progress && progressText(progress.change, progress.finished, progress.count)
  return (
    <div role="group" aria-label="Selected posts" aria-busy={busy} className="bulk-bar">
      <p role="status" className="mr-auto font-semibold">
        {count} selected
        {elsewhere > 0 && <span className="font-normal"> ({elsewhere} on other pages)</span>}
      </p>
      {progress && progress.count > MANY ? (
        <div className="flex items-center gap-3">
          <span className="tabular-nums">{words}</span>
          <progress max={progress.count} value={progress.finished} aria-label={words ?? undefined} />
        </div>
      ) : (
        actions.map(([change, label]) => (
          <Button
            key={change}
            variant="plain"
            aria-disabled={busy || undefined}
            onClick={() => !busy && onChange(change)}
          >
            {label}
          </Button>
        ))
      )}
      <Button variant="quiet" aria-disabled={busy || undefined} onClick={() => !busy && onClear()}>
        Clear<span className="sr-only"> selection</span>
      </Button>
    </div>
  )
}
