'use client'

import '../ui/list-table.css'
import './posts.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { ButtonLink } from '#components/ui/button.tsx'
import {
  STAFF_PAGE_SIZE,
  staffListHref,
  type StaffListState,
  type StaffPage,
  type StaffRow,
} from '#lib/blog/staff-list.ts'
import type { AuthorOption, CategoryOption } from '#lib/blog/staff-queries.ts'
import { formatCount } from '#lib/counts.ts'
import { useCan } from '../frame/role.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { useOpenOnPage } from '../ui/use-open-on-page.ts'
import { useUrlState } from '../ui/use-url-state.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkFailure } from './bulk-failure.tsx'
import { DeleteDialog, type Deletion } from './delete-dialog.tsx'
import { Filters } from './filters.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { PostTable } from './post-table.tsx'
import { fetchResults, MAX_SELECTED, postsQuery, postsUrl } from './posts-query.ts'
import type { Change, SelectedPost } from './changes.ts'
import { TrashNotice } from './trash-notice.tsx'
import { useChangePosts, type ChangeRequest } from './use-change-posts.ts'
import { useSelection } from './use-selection.ts'

interface PostListProps {
  authors: AuthorOption[]
  categories: CategoryOption[]
}

export function PostList({ authors, categories }: PostListProps) {
  const [state, setState] = useUrlState(postsUrl)
  const { data: page, isError, isPlaceholderData, refetch } = useQuery(postsQuery(state))
  const selection = useSelection(staffListHref({ ...state, page: 1 }))
  const changes = useChangePosts()
  const { run, busy, isChanging, progress, failure, dismissFailure } = changes
  const [deletion, setDeletion] = useState<Deletion | null>(null)
  const [isEditing, setIsEditing] = useOpenOnPage()
  const canEditAll = useCan('editContent')

  const shown = new Map(page?.posts.map((post) => [post.id, post]))
  // The list may have newer states than the selection.
  const selected = [...selection.selected.values()].map((post) => shown.get(post.id) ?? post)
  const hasTrash = page?.hasTrash ?? false

  /** Leaves posts selected that failed, or were selected meanwhile. */
  const change = async (request: ChangeRequest) => {
    const failed = new Set(await run(request))
    const done = request.posts.filter((post) => !failed.has(post))
    selection.toggle(done, false)
  }
  const confirmOrChange = (posts: SelectedPost[], kind: Change, bulk: boolean) => {
    if (kind === 'edit') setIsEditing(true)
    else if (kind === 'delete' || kind === 'deleteForever')
      setDeletion({ posts, bulk, forever: kind === 'deleteForever' })
    else void change({ posts, change: kind, bulk })
  }

  const results = useMutation({
    mutationFn: fetchResults,
    onError: () => toast.error('Failed to select all results. Please try again.'),
  })
  const isPageSelected = page?.posts.every(({ id }) => selection.selected.has(id)) ?? false
  const canSelectMore = page && !page.withinPage && canEditAll && isPageSelected
  const hasMore = canSelectMore && selected.length < Math.min(page.total, MAX_SELECTED)
  const selectAll = hasMore && {
    label: selectAllLabel(page),
    busy: results.isPending,
    onSelect: () => results.mutate(state, { onSuccess: selection.replace }),
  }

  return (
    <>
      <PagedList
        label="Results"
        busy={isPlaceholderData || busy}
        toolbar={
          <Filters
            state={state}
            authors={withListed(authors, page?.posts)}
            categories={categories}
            hasTrash={hasTrash}
            hasSchedule={page?.hasSchedule ?? false}
            onChange={setState}
          />
        }
        summary={page && <Summary page={page} number={state.page} />}
        selectionBar={
          selected.length > 0 && (
            <BulkBar
              posts={selected}
              status={state.status}
              hasTrash={hasTrash}
              elsewhere={selected.filter(({ id }) => !shown.has(id)).length}
              busy={busy}
              progress={progress}
              selectAll={selectAll}
              onChange={(change) => confirmOrChange(selected, change, true)}
              onClear={() => selection.replace([])}
            />
          )
        }
        page={state.page}
        totalPages={page?.totalPages ?? 0}
        hrefOf={(number) => staffListHref({ ...state, page: number })}
        onPage={(number, mode) => setState({ page: number }, mode)}
      >
        {state.status === 'trash' && hasTrash && (
          <TrashNotice isEmpty={page?.total === 0} isNarrowed={isNarrowed(state)} />
        )}
        {isError && <LoadError what="blog posts" onRetry={refetch} />}
        {failure && <BulkFailure {...failure} onDismiss={dismissFailure} />}
        {page && page.posts.length > 0 && (
          <PostTable
            posts={page.posts}
            state={state}
            sortable={page.sortable}
            onSort={setState}
            selection={selection}
            hasTrash={hasTrash}
            isChanging={isChanging}
            onChange={(post, change) => confirmOrChange([post], change, false)}
          />
        )}
        {page?.posts.length === 0 && <NoPosts state={state} />}
        {!page && !isError && <Placeholders />}
      </PagedList>
      {isEditing && (
        <EditDialog
          posts={selected}
          initial={changes.failedEdits(selected)}
          categories={categories}
          authors={canEditAll ? authors : []}
          onSave={(edits) => {
            setIsEditing(false)
            void change({ posts: selected, change: 'edit', edits, bulk: true })
          }}
          onClose={() => setIsEditing(false)}
        />
      )}
      <DeleteDialog
        deletion={deletion}
        onConfirm={({ posts, bulk, forever }) => {
          setDeletion(null)
          void change({ posts, change: forever ? 'deleteForever' : 'delete', bulk })
        }}
        onClose={() => setDeletion(null)}
      />
    </>
  )
}

function withListed(authors: AuthorOption[], posts: StaffRow[] = []): AuthorOption[] {
  if (authors.length > 0) return authors
  const names = new Set(posts.map(({ author }) => author.name).filter((name) => name !== ''))
  return [...names].sort().map((name) => ({ value: name, name }))
}

function Summary({ page, number }: { page: StaffPage; number: number }) {
  return (
    <>
      {page.total > 0 ? (
        <p>
          Showing {formatCount(page.first)} to {formatCount(page.last)} of {formatCount(page.total)} results
        </p>
      ) : (
        <p className="sr-only">0 results found</p>
      )}
      {page.withinPage && (
        <p className="text-sm">
          Filters apply only to page {number} of {page.totalPages}.
        </p>
      )}
      {page.partial && (
        <p className="text-sm">More posts may match: a search shows {formatCount(page.total)} at most.</p>
      )}
    </>
  )
}

const selectAllLabel = ({ total, partial }: StaffPage) =>
  total > MAX_SELECTED || partial
    ? `Select the first ${formatCount(Math.min(total, MAX_SELECTED))} results`
    : `Select all ${formatCount(total)} results`

const isNarrowed = ({ search, author, category, range }: StaffListState) =>
  [search, author, category, range].some((value) => value !== '')

function NoPosts({ state }: { state: StaffListState }) {
  const isFiltered = isNarrowed(state) || state.status !== ''
  const onlyTrash = state.status === 'trash' && !isNarrowed(state)
  const hint = isFiltered
    ? 'Try adjusting your search or filters.'
    : 'Create your first blog post to get started.'
  const text = onlyTrash ? 'The trash is empty.' : hint
  return (
    <EmptyList title="No blog posts found" text={text}>
      {!isFiltered && (
        <ButtonLink href="/admin/blogs/new" className="mt-3">
          New Post
        </ButtonLink>
      )}
    </EmptyList>
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
