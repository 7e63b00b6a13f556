'use client'

import type { ComponentProps } from 'react'
import type { StaffListState } from '#lib/blog/staff-list.ts'
import { dateRanges } from '#lib/blog/date-range.ts'
import type { AuthorOption } from '#lib/blog/staff-reads.ts'
import { postStatuses } from '#lib/blog/statuses.ts'

interface FiltersProps {
  id: string
  hidden: boolean
  state: StaffListState
  authors: AuthorOption[]
  onChange: (change: Partial<StaffListState>) => void
}

const statusNames = { published: 'Published', draft: 'Draft', archived: 'Archived' }
const rangeNames = { today: 'Today', week: 'Past week', month: 'Past month', year: 'Past year' }

export function Filters({ id, hidden, state, authors, onChange }: FiltersProps) {
  const known = authors.some(({ value }) => value === state.author)
  const offered =
    known || state.author === '' ? authors : [...authors, { value: state.author, name: state.author }]
  return (
    <div id={id} role="group" aria-label="Filters" hidden={hidden} className="post-filters">
      <Choice
        label="Status"
        name="status"
        value={state.status}
        onChange={({ target }) =>
          onChange({ status: postStatuses.find((status) => status === target.value) ?? '' })
        }
      >
        <option value="all">All statuses</option>
        {postStatuses.map((status) => (
          <option key={status} value={status}>
            {statusNames[status]}
          </option>
        ))}
      </Choice>
      <Choice
        label="Author"
        name="author"
        value={state.author}
        onChange={({ target }) => onChange({ author: target.value === 'all' ? '' : target.value })}
      >
        <option value="all">All authors</option>
        {offered.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        label="Date range"
        name="range"
        value={state.range}
        onChange={({ target }) =>
          onChange({ range: dateRanges.find((range) => range === target.value) ?? '' })
        }
      >
        <option value="all">All time</option>
        {dateRanges.map((range) => (
          <option key={range} value={range}>
            {rangeNames[range]}
          </option>
        ))}
      </Choice>
    </div>
  )
}

function Choice({ label, name, value, ...rest }: ComponentProps<'select'> & { label: string; name: string }) {
  const id = `post-${name}`
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <select id={id} name={name} value={value === '' ? 'all' : value} className="control" {...rest} />
    </div>
  )
}
