import { SiteLink } from '#components/ui/link.tsx'
import type { ActivityEntry as Entry } from '#contract/activity.ts'
import { formatDateTime, formatTime } from '#lib/blog/dates.ts'
import { toSentence, toTitle } from './activity-text.ts'

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

const MAX_VALUE = 200

function formatValue(value: unknown): string {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
  const text = isTime
    ? formatDateTime(value)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value ?? '')
  if (text === '' || text === '""') return 'empty'
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}

function Changes({ changes = {}, fields = [] }: Pick<Entry, 'changes' | 'fields'>) {
  const values = Object.entries(changes)
  if (values.length === 0 && fields.length === 0) return null
  return (
    <ul className="activity-changes">
      {values.map(([field, { from, to }]) => (
        <li key={field}>
          {toTitle(field)}: <del>{formatValue(from)}</del>
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> became </span>
          <ins>{formatValue(to)}</ins>
        </li>
      ))}
      {fields.length > 0 && (
        <li>Changed: {fields.map((field) => toTitle(field).toLowerCase()).join(', ')}</li>
      )}
    </ul>
  )
}
