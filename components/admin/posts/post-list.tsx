'use client'

import './posts.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '#components/admin/ui/confirm-dialog.tsx'
import { staffListHref, type StaffListState, type StaffRow } from '#lib/blog/staff-list.ts'
import type { AuthorOption } from '#lib/blog/staff-reads.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { ChosenPost } from './change-posts.ts'
import { EmptyList } from './empty-list.tsx'
import { FailedChange, FailedList } from './failures.tsx'
import { Pagination } from './pagination.tsx'
import { PostPlaceholders } from './post-placeholders.tsx'
import { PostTable } from './post-table.tsx'
import { postsQuery } from './posts-query.ts'
import { RangeText } from './range-text.tsx'
import { bulkDeleteQuestion, deleteQuestion, type Change } from './texts.ts'
import { Toolbar } from './toolbar.tsx'
import { useChangePosts } from './use-change-posts.ts'
import { useListState } from './use-list-state.ts'
import { useSelection } from './use-selection.ts'

export function PostList({ authors }: { authors: AuthorOption[] }) {
  const { state, go } = useListState()
  const { data: page, isError, isPlaceholderData, refetch } = useQuery(postsQuery(state))
  const selection = useSelection(staffListHref({ ...state, page: 1 }))
  const { run, busy, progress, failure, dismissFailure } = useChangePosts()
  const [asked, setAsked] = useState<ChosenPost | 'selected' | null>(null)
  const results = useRef<HTMLDivElement>(null)

  const chosen = [...selection.chosen.values()]
  const shown = new Set(page?.posts.map(({ id }) => id))
  useLastPage(state, isPlaceholderData ? undefined : page?.totalPages)

  /** What was just used goes with its row, or with the bar. */
  const keepFocus = () => {
    const { activeElement } = document
    if (activeElement === document.body || results.current?.contains(activeElement))
      results.current?.focus({ preventScroll: true })
  }
  const changeChosen = async (change: Change) => {
    const failed = await run({ posts: chosen, change, bulk: true })
    selection.replace(failed)
    if (failed.length === 0) keepFocus()
  }
  const deleteOne = async (post: ChosenPost) => {
    const failed = await run({ posts: [post], change: 'delete', bulk: false })
    if (failed.length > 0) return
    selection.toggle([post], false)
    keepFocus()
  }
  const changePage = (wanted: number) => {
    go({ page: wanted })
    results.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <>
      <Toolbar state={state} authors={withAuthorsOf(page?.posts, authors)} onChange={go} />
      <div
        ref={results}
        role="region"
        aria-label="Results"
        tabIndex={-1}
        className="post-results"
        aria-busy={isPlaceholderData || busy}
      >
        {isError && <FailedList onRetry={() => void refetch()} />}
        {failure && <FailedChange {...failure} onDismiss={dismissFailure} />}
        {chosen.length > 0 && (
          <BulkBar
            count={chosen.length}
            elsewhere={chosen.filter(({ id }) => !shown.has(id)).length}
            busy={busy}
            progress={progress}
            onChange={(change) => (change === 'delete' ? setAsked('selected') : void changeChosen(change))}
            onClear={() => selection.replace([])}
          />
        )}
        {page && page.posts.length > 0 && (
          <PostTable posts={page.posts} selection={selection} onDelete={setAsked} />
        )}
        {page?.posts.length === 0 && <EmptyList state={state} />}
        {!page && !isError && <PostPlaceholders />}
      </div>
      <div className="post-foot">
        <RangeText page={page} number={state.page} />
        {page && <Pagination state={state} totalPages={page.totalPages} onPage={changePage} />}
      </div>
      <ConfirmDialog
        open={asked !== null}
        title={asked === null || asked === 'selected' ? 'Delete blog posts' : `Delete “${asked.title}”`}
        question={asked === 'selected' ? bulkDeleteQuestion(chosen.length) : deleteQuestion}
        confirmLabel="Delete"
        destructive
        onConfirm={() => {
          setAsked(null)
          void (asked === 'selected' ? changeChosen('delete') : asked && deleteOne(asked))
        }}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

/** Deleting can take the last page away. */
function useLastPage(state: StaffListState, totalPages: number | undefined) {
  const last = totalPages ? Math.min(state.page, totalPages) : state.page
  const href = last === state.page ? null : staffListHref({ ...state, page: last })
  useEffect(() => {
    if (href) window.history.replaceState(null, '', href)
  }, [href])
}

/** An upstream that cannot name its authors has those of the shown posts. */
function withAuthorsOf(posts: StaffRow[] = [], known: AuthorOption[]): AuthorOption[] {
  if (known.length > 0) return known
  const names = new Set(posts.map(({ author }) => author.name).filter((name) => name !== ''))
  return [...names].sort().map((name) => ({ value: name, name }))
}
