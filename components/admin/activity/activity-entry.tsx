import { SiteLink } from '#components/ui/link.tsx'
import type { ActivityEntry as Entry } from '#contract/activity.ts'
import { formatDateTime, formatTime } from '#lib/blog/dates.ts'
import { toSentence, toTitle } from './activity-text.ts'
import { listChangedValues } from './changed-values.ts'

interface ActivityEntryProps {
  entry: Entry
  historyHref: string
  onHistory?: () => void
}

export function ActivityEntry({ entry, historyHref, onHistory }: ActivityEntryProps) {
  const { person, verb, object, href } = toSentence(entry)
  return (
    <li data-row className="activity-entry">
      <time dateTime={entry.at} className="activity-time">
        {formatTime(entry.at)}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <strong>{person}</strong> {verb}
          {object && ' '}
          {href ? (
            <SiteLink href={href} className="link">
              {object}
            </SiteLink>
          ) : (
            object && <span className="font-semibold">{object}</span>
          )}
        </p>
        <Schedule entry={entry} />
        <Changes {...withoutSchedule(entry)} />
      </div>
      {object && onHistory && (
        <a
          href={historyHref}
          className="activity-history link"
          onClick={(event) => {
            event.preventDefault()
            onHistory()
          }}
        >
          History<span className="sr-only"> of {object}</span>
        </a>
      )}
    </li>
  )
}

/** The entry names the person who scheduled the post, although others may have edited it later. */
function Schedule({ entry: { changes, person } }: { entry: Entry }) {
  const time = changes?.['scheduled']?.from
  if (typeof time !== 'string') return null
  return (
    <p className="text-sm text-muted">
      On schedule, planned for {formatDateTime(time)}
      {person?.id && `, scheduled by ${person.name}`}
    </p>
  )
}

const withoutSchedule = ({ changes = {}, fields }: Entry) => ({
  changes: Object.fromEntries(Object.entries(changes).filter(([field]) => field !== 'scheduled')),
  fields,
})

function Changes({ changes = {}, fields = [] }: Pick<Entry, 'changes' | 'fields'>) {
  const values = Object.entries(changes).flatMap(([field, { from, to }]) =>
    listChangedValues(field, from, to),
  )
  if (values.length === 0 && fields.length === 0) return null
  return (
    <ul className="activity-changes">
      {values.map(({ label, from, to }) => (
        <li key={label}>
          {label}: {from && <del>{from}</del>}
          {from && to && (
            <>
              <span aria-hidden="true"> → </span>
              <span className="sr-only"> became </span>
            </>
          )}
          {to ? <ins>{to}</ins> : ' removed'}
        </li>
      ))}
      {fields.length > 0 && (
        <li>Changed: {fields.map((field) => toTitle(field).toLowerCase()).join(', ')}</li>
      )}
    </ul>
  )
}
