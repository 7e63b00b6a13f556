import { SiteLink } from '#components/ui/link.tsx'
import { getPageNumbers } from '#lib/blog/list-state.ts'

interface PaginationProps {
  page: number
  totalPages: number
  hrefOf: (page: number) => string
}

export function Pagination({ page, totalPages, hrefOf }: PaginationProps) {
  if (totalPages <= 1) return null
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
    <nav aria-label="Pages" className="pages mt-16">
      {step('Previous', page - 1, 'prev')}
      {getPageNumbers(page, totalPages).map((number) => (
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
