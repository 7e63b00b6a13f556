import { isPlainClick } from '#components/ui/link.tsx'
import type { Revision } from '#contract/revisions.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import type { HistoryState } from './revisions-query.ts'
import { describeRevision, revisionName } from './texts.ts'

interface RevisionListProps {
  revisions: Revision[]
  compared: { from: number | null; to: number | null }
  hrefOf: (change: Partial<HistoryState>) => string
  onCompare: (change: Partial<HistoryState>) => void
}

/** The link compares a revision with its predecessor; the button beside it changes only the older side. */
export function RevisionList({ revisions, compared, hrefOf, onCompare }: RevisionListProps) {
  return (
    <ol aria-label="Revisions" className="revision-list">
      {revisions.map((revision) => {
        const { number, name, author, createdAt } = revision
        const isFrom = number === compared.from
        const change = { from: null, to: number }
        return (
          <li
            key={number}
            data-row
            data-from={isFrom || undefined}
            data-automatic={(revision.automatic && name === null) || undefined}
          >
            <a
              href={hrefOf(change)}
              aria-current={number === compared.to || undefined}
              className="revision-link"
              onClick={(event) => {
                if (!isPlainClick(event.nativeEvent)) return
                event.preventDefault()
                onCompare(change)
              }}
            >
              <span className="block font-semibold wrap-anywhere">{name ?? revisionName(revision)}</span>
              <span className="block text-sm">
                <Timestamp value={createdAt} />
              </span>
              <span className="block text-sm text-muted">
                {[name !== null && revisionName(revision), author?.name, describeRevision(revision)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </a>
            {number !== compared.to && (
              <button
                type="button"
                aria-pressed={isFrom}
                aria-label={`Compare with revision ${number}`}
                className="revision-from"
                onClick={() => onCompare({ from: number, to: compared.to })}
              >
                Compare
              </button>
            )}
          </li>
        )
      })}
    </ol>
  )
}
