import { ButtonLink } from '#components/ui/button.tsx'
import type { StaffListState } from '#lib/blog/staff-list.ts'

export function EmptyList({ state }: { state: StaffListState }) {
  const narrowed = [state.search, state.status, state.author, state.range].some((value) => value !== '')
  return (
    <div className="post-empty">
      <h2 className="text-xl font-semibold">No blog posts found</h2>
      {narrowed ? (
        <p className="text-muted">Try adjusting your search or filters.</p>
      ) : (
        <>
          <p className="text-muted">Create your first blog post to get started.</p>
          <ButtonLink href="/admin/blogs/new" className="mt-3">
            New Post
          </ButtonLink>
        </>
      )}
    </div>
  )
}
