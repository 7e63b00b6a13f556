'use client'

import './posts.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import {
  STAFF_PAGE_SIZE,
  staffListHref,
  type StaffListState,
  type StaffPage,
  type StaffRow,
} from '#lib/blog/staff-list.ts'
import type { AuthorOption } from '#lib/blog/staff-queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { BulkBar } from './bulk-bar.tsx'
import { Filters } from './filters.tsx'
import { PostTable } from './post-table.tsx'
import { postsQuery, postsUrl } from './posts-query.ts'
import {
  bulkDeleteQuestion,
  bulkFailureText,
  deleteQuestion,
  useChangePosts,
  type Change,
  type ChangeFailure,
  type SelectedPost,
} from './use-change-posts.ts'
import { useSelection } from './use-selection.ts'

export function PostList({ authors }: { authors: AuthorOption[] }) {
  const [state, setState] = useUrlState(postsUrl)
  const { data: page, isError, isPlaceholderData, refetch } = useQuery(postsQuery(state))
  const selection = useSelection(staffListHref({ ...state, page: 1 }))
  const { run, busy, progress, failure, dismissFailure } = useChangePosts()
  const [deleting, setDeleting] = useState<SelectedPost | 'selected' | null>(null)

  const selected = [...selection.selected.values()]
  const shown = new Set(page?.posts.map(({ id }) => id))

  const changeSelected = async (change: Change) =>
    selection.replace(await run({ posts: selected, change, bulk: true }))
  const deletePost = async (post: SelectedPost) => {
    const failed = await run({ posts: [post], change: 'delete', bulk: false })
    if (failed.length === 0) selection.toggle([post], false)
  }

  return (
    <>
      <PagedList
        label="Results"
        busy={isPlaceholderData || busy}
        toolbar={<Filters state={state} authors={withListed(authors, page?.posts)} onChange={setState} />}
        summary={page && <Summary page={page} number={state.page} />}
        page={state.page}
        totalPages={page?.totalPages ?? 0}
        hrefOf={(number) => staffListHref({ ...state, page: number })}
        onPage={(number, mode) => setState({ page: number }, mode)}
      >
        {isError && <LoadFailure onRetry={() => void refetch()} />}
        {failure && <BulkFailure {...failure} onDismiss={dismissFailure} />}
        {selected.length > 0 && (
          <BulkBar
            posts={selected}
            elsewhere={selected.filter(({ id }) => !shown.has(id)).length}
            busy={busy}
            progress={progress}
            onChange={(change) =>
              change === 'delete' ? setDeleting('selected') : void changeSelected(change)
            }
            onClear={() => selection.replace([])}
          />
        )}
        {page && page.posts.length > 0 && (
          <PostTable
            posts={page.posts}
            state={state}
            sortable={page.sortable}
            onSort={setState}
            selection={selection}
            onDelete={setDeleting}
          />
        )}
        {page?.posts.length === 0 && <EmptyList state={state} />}
        {!page && !isError && <Placeholders />}
      </PagedList>
      <ConfirmDialog
        open={deleting !== null}
        title={
          deleting === null || deleting === 'selected' ? 'Delete blog posts' : `Delete “${deleting.title}”`
        }
        question={deleting === 'selected' ? bulkDeleteQuestion(selected.length) : deleteQuestion}
        confirmLabel="Delete"
        destructive
        onConfirm={() => {
          setDeleting(null)
          if (deleting) void (deleting === 'selected' ? changeSelected('delete') : deletePost(deleting))
        }}
        onClose={() => setDeleting(null)}
      />
    </>
  )
}

/** Without a list of authors from the upstream, the filter offers the authors of the listed posts. */
function withListed(authors: AuthorOption[], posts: StaffRow[] = []): AuthorOption[] {
  if (authors.length > 0) return authors
  const names = new Set(posts.map(({ author }) => author.name).filter((name) => name !== ''))
  return [...names].sort().map((name) => ({ value: name, name }))
}

function Summary({ page, number }: { page: StaffPage; number: number }) {
  return (
    <>
      {page.total > 0 && (
        <p>
          Showing {page.first} to {page.last} of {page.total} results
        </p>
      )}
      {page.withinPage && (
        <p className="text-sm">
          Filters apply only to page {number} of {page.totalPages}.
        </p>
      )}
    </>
  )
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="error" className="flex flex-wrap items-center justify-between gap-3">
      Failed to load blog posts. Please try again.
      <Button variant="quiet" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  )
}

/** Stays until it is dismissed, unlike the toast; the posts it names stay selected. */
function BulkFailure({ change, posts, onDismiss }: ChangeFailure & { onDismiss: () => void }) {
  return (
    <Notice tone="error" className="flex flex-wrap items-start justify-between gap-3">
      <div>
        <p>{bulkFailureText(change)}</p>
        <ul className="mt-2 list-disc pl-5 font-normal">
          {posts.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      </div>
      <Button variant="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </Notice>
  )
}

function EmptyList({ state }: { state: StaffListState }) {
  const isFiltered = [state.search, state.status, state.author, state.range].some((value) => value !== '')
  return (
    <div className="post-empty">
      <h2 className="text-xl font-semibold">No blog posts found</h2>
      {isFiltered ? (
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

function Placeholders() {
  return (
    <div role="status">
      <span className="sr-only">Loading blog posts</span>
      <div aria-hidden="true" className="grid gap-2">
        {Array.from({ length: STAFF_PAGE_SIZE }, (_, row) => (
          <div key={row} className="placeholder h-14" />
        ))}
      </div>
    </div>
  )
}
