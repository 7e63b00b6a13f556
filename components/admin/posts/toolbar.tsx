'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { StaffListState } from '#lib/blog/staff-list.ts'
import type { AuthorOption } from '#lib/blog/staff-reads.ts'
import { Filters } from './filters.tsx'
import { SearchBox } from './search-box.tsx'

const FILTERS_ID = 'post-filters'

interface ToolbarProps {
  state: StaffListState
  authors: AuthorOption[]
  onChange: (change: Partial<StaffListState>, how?: 'push' | 'replace') => void
}

export function Toolbar({ state, authors, onChange }: ToolbarProps) {
  const active = [state.status, state.author, state.range].filter((value) => value !== '').length
  const [open, setOpen] = useState(active > 0)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        <SearchBox
          search={state.search}
          // The words of one search are one step back.
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
          <Button variant="quiet" onClick={() => onChange({ search: '', status: '', author: '', range: '' })}>
            Clear all
          </Button>
        )}
      </div>
      <Filters id={FILTERS_ID} hidden={!open} state={state} authors={authors} onChange={onChange} />
    </div>
  )
}
