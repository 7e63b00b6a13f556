'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
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
          value={state.status}
          onChange={({ target }) =>
            onChange({ status: postStatuses.find((status) => status === target.value) ?? '' })
          }
        >
          <option value="all">All statuses</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {statusNames[status]}
            </option>
          ))}
        </Select>
        <Select
          label="Author"
          name="author"
          value={state.author}
          onChange={({ target }) => onChange({ author: target.value === 'all' ? '' : target.value })}
        >
          <option value="all">All authors</option>
          {withSelected(authors, state.author).map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
        {(categories.length > 0 || state.category !== '') && (
          <Select
            label="Category"
            name="category"
            value={state.category}
            onChange={({ target }) => onChange({ category: target.value === 'all' ? '' : target.value })}
          >
            <option value="all">All categories</option>
            {withSelectedCategory(categories, state.category).map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <Select
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
        </Select>
      </div>
    </div>
  )
}

/** A URL may name an author who is not in the list. */
const withSelected = (authors: AuthorOption[], selected: string) =>
  selected === '' || authors.some(({ value }) => value === selected)
    ? authors
    : [...authors, { value: selected, name: selected }]

const withSelectedCategory = (categories: CategoryOption[], selected: string) =>
  selected === '' || categories.some(({ slug }) => slug === selected)
    ? categories
    : [...categories, { slug: selected, name: selected }]

function Select({ label, name, value, ...rest }: ComponentProps<'select'> & { label: string; name: string }) {
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
