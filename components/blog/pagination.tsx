import { SiteLink } from '#components/ui/link.tsx'
import { listHref, type ListState } from '#lib/blog/list-href.ts'
import { pageButtons } from '#lib/blog/page-buttons.ts'

interface PaginationProps {
  state: ListState
  page: number
  totalPages: number
}

export function Pagination({ state, page, totalPages }: PaginationProps) {
  if (totalPages <= 1) return null
  const hrefOf = (number: number) => listHref({ ...state, page: number })
  const step = (label: string, number: number, rel: 'prev' | 'next') =>
    number < 1 || number > totalPages ? (
      <span className="page-button page-step" aria-disabled="true">
        {label}
      </span>
    ) : (
      <SiteLink href={hrefOf(number)} rel={rel} data-list="page" className="page-button page-step">
        {label}
      </SiteLink>
    )
  return (
    <nav aria-label="Pages" className="mt-16 flex flex-wrap items-center gap-2">
      {step('Previous', page - 1, 'prev')}
      {pageButtons(page, totalPages).map((number) => (
        <SiteLink
          key={number}
          href={hrefOf(number)}
          data-list="page"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          className="page-button"
        >
          {number}
        </SiteLink>
      ))}
      {step('Next', page + 1, 'next')}
    </nav>
  )
}
