'use client'

import { isPlainClick } from '#components/blog/plain-click.ts'
import { pageButtons } from '#lib/blog/page-buttons.ts'
import { staffListHref, type StaffListState } from '#lib/blog/staff-list.ts'

interface PaginationProps {
  state: StaffListState
  totalPages: number
  onPage: (page: number) => void
}

/** Links, so that a page can be opened beside this one; a plain click changes the page in place. */
export function Pagination({ state, totalPages, onPage }: PaginationProps) {
  if (totalPages <= 1) return null
  const linkTo = (page: number) => ({
    href: staffListHref({ ...state, page }),
    onClick: (event: React.MouseEvent) => {
      if (!isPlainClick(event.nativeEvent)) return
      event.preventDefault()
      onPage(page)
    },
  })
  const step = (label: string, page: number) =>
    page < 1 || page > totalPages ? (
      <span className="page-button" aria-disabled="true">
        {label}
      </span>
    ) : (
      <a {...linkTo(page)} className="page-button">
        {label}
      </a>
    )
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-2">
      {step('Previous', state.page - 1)}
      {pageButtons(state.page, totalPages).map((page) => (
        <a
          key={page}
          {...linkTo(page)}
          aria-label={`Page ${page}`}
          aria-current={page === state.page ? 'page' : undefined}
          className="page-button"
        >
          {page}
        </a>
      ))}
      {step('Next', state.page + 1)}
    </nav>
  )
}
