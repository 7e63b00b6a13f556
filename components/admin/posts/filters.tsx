'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { postStatuses } from '#contract/post-status.ts'
import { dateRanges } from '#lib/blog/dates.ts'
import type { StaffListState } from '#lib/blog/staff-list.ts'
import type { AuthorOption, CategoryOption } from '#lib/blog/staff-queries.ts'
import type { HistoryMode } from '../ui/use-url-state.ts'
import { SearchBox } from '../ui/search-box.tsx'

const FILTERS_ID = 'post-filters'

const statusNames = {
  published: 'Published',
  draft: 'Draft',
  scheduled: 'Scheduled',
  archived: 'Archived',
  trash: 'Trash',
}
const rangeNames = { today: 'Today', week: 'Past week', month: 'Past month', year: 'Past year' }

interface FiltersProps {
  state: StaffListState
  authors: AuthorOption[]
  categories: CategoryOption[]
  hasTrash: boolean
  hasSchedule: boolean
  onChange: (change: Partial<StaffListState>, mode?: HistoryMode) => void
}

export function Filters({ state, authors, categories, hasTrash, hasSchedule, onChange }: FiltersProps) {
  const isKnown = { published: true, draft: true, scheduled: hasSchedule, archived: true, trash: hasTrash }
  const statuses = postStatuses.filter((status) => isKnown[status] || state.status === status)
  const active = [state.status, state.author, state.category, state.range].filter(
    (value) => value !== '',
  ).length
  const [open, setOpen] = useState(active > 0)
  /** A new key drops the pending search of the box. */
  const [searchBox, setSearchBox] = useState(0)
  return (
    <div className="grid gap-4">
      <div className="list-toolbar">
        <SearchBox
          key={searchBox}
          subject="blog posts"
          search={state.search}
          // Further typing replaces the history entry, so that "Back" leaves the search in one step.
          onSearch={(search) => onChange({ search }, state.search === '' ? 'push' : 'replace')}
        />
        <Button
          variant="quiet"
          className="border-[1.5px] border-edge"
          aria-expanded={open}
          aria-controls={FILTERS_ID}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal className="size-5" aria-hidden="true" />
          Filters{active > 0 && ` (${active})`}
        </Button>
        {(active > 0 || state.search !== '') && (
          <Button
            variant="quiet"
            onClick={() => {
              setSearchBox(searchBox + 1)
              onChange({ search: '', status: '', author: '', category: '', range: '' })
            }}
          >
            Clear all
          </Button>
        )}
        <ButtonLink href="/admin/blogs/new">New Post</ButtonLink>
      </div>
      <div id={FILTERS_ID} role="group" aria-label="Filters" hidden={!open} className="post-filters">
        <Select
          label="Status"
          name="status"
          all="All statuses"
          value={state.status}
          options={statuses.map((status) => ({ value: status, name: statusNames[status] }))}
          onChange={(status) => onChange({ status })}
        />
        <Select
          label="Author"
          name="author"
          all="All authors"
          value={state.author}
          options={authors}
          onChange={(author) => onChange({ author })}
        />
        {(categories.length > 0 || state.category !== '') && (
          <Select
            label="Category"
            name="category"
            all="All categories"
            value={state.category}
            options={categories.map(({ slug, name }) => ({ value: slug, name }))}
            onChange={(category) => onChange({ category })}
          />
        )}
        <Select
          label="Date range"
          name="range"
          all="All time"
          value={state.range}
          options={dateRanges.map((range) => ({ value: range, name: rangeNames[range] }))}
          onChange={(range) => onChange({ range })}
        />
      </div>
    </div>
  )
}

interface SelectProps<Value extends string> {
  label: string
  name: string
  all: string
  value: Value | ''
  options: { value: Value; name: string }[]
  onChange: (value: Value | '') => void
}

function Select<Value extends string>({ label, name, all, value, options, onChange }: SelectProps<Value>) {
  const id = `post-${name}`
  // A URL may name an author or a category that is not in the list.
  const isListed = value === '' || options.some((option) => option.value === value)
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value === '' ? 'all' : value}
        className="control"
        onChange={({ target }) =>
          onChange(options.find((option) => option.value === target.value)?.value ?? '')
        }
      >
        <option value="all">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
        {!isListed && <option value={value}>{value}</option>}
      </select>
    </div>
  )
}
