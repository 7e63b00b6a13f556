'use client'

import './activity.css'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { ACTIVITY_PER_PAGE, MAX_ACTIVITY_CSV_ROWS, type ActivityEntry as Entry } from '#contract/activity.ts'
import { formatDate } from '#lib/blog/dates.ts'
import { formatCount } from '#lib/counts.ts'
import { PagedList } from '../ui/paged-list.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { EmptyList } from '../ui/empty-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { activityQuery, activityUrl, isFiltered } from './activity-query.ts'

const noActivity = {
  title: 'Nothing has happened yet',
  text: 'Changes to posts, messages, people and settings appear here.',
}
const noMatches = { title: 'No activity found', text: 'Nothing happened that matches these filters.' }

export function ActivityLog() {
  const [state, setState] = useUrlState(activityUrl)
  const { data, isError, isPlaceholderData, refetch } = useQuery(activityQuery(state))
  const entries = data?.data.activity ?? []
  const shownObject = entries.find(({ object }) => object.id === state.object && object.name !== '')?.object
    .name
  return (
    <PagedList
      label="Activity"
      busy={isPlaceholderData}
      toolbar={
        <ActivityFilters
          state={state}
          people={data?.data.people ?? []}
          onChange={(change) => setState(change)}
        />
      }
      range={
        data && {
          shown: entries.length,
          total: data.total,
          perPage: ACTIVITY_PER_PAGE,
          noun: ['entry', 'entries'],
        }
      }
      summary={
        data &&
        data.total > MAX_ACTIVITY_CSV_ROWS && (
          <p className="text-sm">The CSV has the newest {formatCount(MAX_ACTIVITY_CSV_ROWS)} of them.</p>
        )
      }
      page={state.page}
      totalPages={data?.totalPages ?? 0}
      hrefOf={(page) => activityUrl.toHref({ ...state, page })}
      onPage={(page, mode) => setState({ page }, mode)}
    >
      {state.object && (
        <Button variant="quiet" className="w-fit" onClick={() => setState({ object: undefined })}>
          <X aria-hidden="true" className="size-5" />
          Only {shownObject ? `“${shownObject}”` : 'one item'}: show everything
        </Button>
      )}
      {isError && <LoadError what="the activity" onRetry={refetch} />}
      {data?.total === 0 && <EmptyList {...(isFiltered(state) ? noMatches : noActivity)} />}
      {groupByDay(entries).map(([day, group]) => (
        <section key={day} aria-label={day}>
          <h2 className="activity-day">{day}</h2>
          <ul>
            {group.map((entry) => (
              <ActivityEntry
                key={entry.id}
                entry={entry}
                historyHref={activityUrl.toHref({ page: 1, object: entry.object.id })}
                {...(state.object === undefined &&
                  entry.object.id !== '' && {
                    onHistory: () => setState({ object: entry.object.id }),
                  })}
              />
            ))}
          </ul>
        </section>
      ))}
    </PagedList>
  )
}

function groupByDay(entries: Entry[]): [string, Entry[]][] {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const day = formatDate(entry.at)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}
