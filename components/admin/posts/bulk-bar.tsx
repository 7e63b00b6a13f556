'use client'

import './bulk-bar.css'
import { Button } from '#components/ui/button.tsx'
import { isRemovedStatus, type PostStatus } from '#contract/post-status.ts'
import { countOf, formatCount } from '#lib/counts.ts'
import { progressTexts } from './change-texts.ts'
import { listAffected, type Change, type SelectedPost } from './changes.ts'
import type { ChangeProgress } from './use-change-posts.ts'

/** Smaller changes are done before a progress bar could be read. */
const MIN_FOR_PROGRESS = 10

interface BulkBarProps {
  posts: SelectedPost[]
  status: PostStatus | ''
  hasTrash: boolean
  elsewhere: number
  busy: boolean
  progress: ChangeProgress | null
  selectAll: { label: string; busy: boolean; onSelect: () => void } | false | undefined
  onChange: (change: Change) => void
  onClear: () => void
}

type Action = [Change, label: string, effect: string]

function toActions(posts: SelectedPost[], status: PostStatus | '', hasTrash: boolean): Action[] {
  const all = countOf(posts.length, 'post')
  const deletion: Action = ['delete', 'Delete', `deletes ${all}`]
  const restoration: Action = ['restore', 'Restore', `restores ${all}`]
  if (status === 'trash') return [restoration, ['deleteForever', 'Delete permanently', 'cannot be undone']]
  if (isRemovedStatus(status)) return [restoration, deletion]
  const archiving: Action = ['archive', 'Archive', `archives ${all}`]
  const live = posts.filter(({ published }) => published).length
  const drafts = posts.length - live
  return [
    ['publish', 'Publish', drafts > 0 ? `publishes ${countOf(drafts, 'draft')}` : 'already published'],
    ['draft', 'Draft', live > 0 ? `takes ${countOf(live, 'post')} offline` : 'already draft'],
    ['edit', 'Edit…', 'tags, category'],
    ...(hasTrash ? [archiving] : []),
    deletion,
  ]
}

export function BulkBar(props: BulkBarProps) {
  const { posts, status, hasTrash, elsewhere, busy, progress, selectAll, onChange, onClear } = props
  return (
    <div role="group" aria-label="Selected posts" aria-busy={busy} className="bulk-bar">
      <div className="bulk-count">
        <p role="status" className="font-semibold">
          {formatCount(posts.length)} selected
          {elsewhere > 0 && <span className="font-normal"> ({formatCount(elsewhere)} on other pages)</span>}
        </p>
        {selectAll && !busy && (
          <Button
            variant="quiet"
            aria-disabled={selectAll.busy || undefined}
            onClick={() => !selectAll.busy && selectAll.onSelect()}
          >
            {selectAll.busy ? 'Selecting…' : selectAll.label}
          </Button>
        )}
      </div>
      {progress && progress.count > MIN_FOR_PROGRESS ? (
        <Progress {...progress} />
      ) : (
        toActions(posts, status, hasTrash).map(([change, label, effect]) => {
          const isDisabled = busy || listAffected(posts, change).length === 0
          return (
            <div key={change} className="bulk-action">
              <Button
                variant="plain"
                aria-disabled={isDisabled || undefined}
                aria-describedby={`bulk-${change}`}
                onClick={() => !isDisabled && onChange(change)}
              >
                {label}
              </Button>
              <span id={`bulk-${change}`}>{effect}</span>
            </div>
          )
        })
      )}
      <Button
        variant="quiet"
        className="bulk-clear"
        aria-disabled={busy || undefined}
        onClick={() => !busy && onClear()}
      >
        Clear<span className="sr-only"> selection</span>
      </Button>
    </div>
  )
}

function Progress({ change, finished, count }: ChangeProgress) {
  const text = `${progressTexts[change]}: ${formatCount(finished)} of ${formatCount(count)}`
  return (
    <div className="flex items-center gap-3">
      <span className="tabular-nums">{text}</span>
      <progress max={count} value={finished} aria-label={text} />
    </div>
  )
}
