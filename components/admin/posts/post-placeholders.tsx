import { STAFF_PAGE_SIZE } from '#lib/blog/staff-list.ts'

export function PostPlaceholders() {
  return (
    <div role="status">
      <span className="sr-only">Loading blog posts</span>
      <div aria-hidden="true" className="grid gap-2">
        {Array.from({ length: STAFF_PAGE_SIZE }, (_, row) => (
          <div key={row} className="placeholder h-20" />
        ))}
      </div>
    </div>
  )
}
