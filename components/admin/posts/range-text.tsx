import type { StaffPage } from '#lib/blog/staff-list.ts'

/** Always there, so that a screen reader hears it change. */
export function RangeText({ page, number }: { page: StaffPage | undefined; number: number }) {
  return (
    <div role="status" className="text-muted">
      {page && page.total > 0 && (
        <p>
          Showing {page.first} to {page.last} of {page.total} results
        </p>
      )}
      {page?.withinPage && (
        <p className="text-sm">
          The blog service does not know these filters: they were applied to page {number} of{' '}
          {page.totalPages}.
        </p>
      )}
    </div>
  )
}
