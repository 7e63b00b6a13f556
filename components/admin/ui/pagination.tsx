import type { MouseEvent } from 'react'
import { isPlainClick } from '#components/ui/link.tsx'
import { getPageNumbers } from '#lib/blog/list-state.ts'

interface PaginationProps {
  page: number
  totalPages: number
  hrefOf: (page: number) => string
  onPage: (page: number) => void
}

/** The links can be opened in another tab; a plain click changes the page in place. */
export function Pagination({ page: current, totalPages, hrefOf, onPage }: PaginationProps) {
  if (totalPages <= 1) return null
  const linkTo = (page: number, className = 'page-button') => ({
    href: hrefOf(page),
    className,
    onClick: (event: MouseEvent) => {
      if (!isPlainClick(event.nativeEvent)) return
      event.preventDefault()
      onPage(page)
    },
  })
  const step = (label: string, page: number) =>
    page < 1 || page > totalPages ? (
      <span className="page-button page-step" aria-disabled="true">
        {label}
      </span>
    ) : (
      <a {...linkTo(page, 'page-button page-step')}>{label}</a>
    )
  return (
    <nav aria-label="Pages" className="pages">
      {step('Previous', current - 1)}
      {getPageNumbers(current, totalPages).map((page) => (
        <a
          key={page}
          {...linkTo(page)}
          aria-label={`Page ${page}`}
          aria-current={page === current ? 'page' : undefined}
        >
          {page}
        </a>
      ))}
      {step('Next', current + 1)}
    </nav>
  )
}
