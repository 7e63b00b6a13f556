'use client'

import './revisions.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { REVISIONS_PER_PAGE, type FullRevision } from '#contract/revisions.ts'
import { isNotFound } from '../api.ts'
import { LoadError } from '../ui/load-error.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { useIsShown } from '../ui/use-is-shown.ts'
import { useUrlState } from '../ui/use-url-state.ts'
import { hasSameContent } from './compare.ts'
import { Comparison } from './comparison.tsx'
import { NameDialog, RestoreDialog } from './revision-dialogs.tsx'
import { RevisionHead } from './revision-head.tsx'
import { RevisionList } from './revision-list.tsx'
import { revisionListQuery, revisionQuery, revisionsUrl, type HistoryState } from './revisions-query.ts'

interface HistoryProps {
  postId: string
  published: boolean
  publishAt: string | null
}

type Dialog = { kind: 'name' | 'restore'; revision: FullRevision }

const narrow = '(width < 80rem)'

const views = [
  ['inline', 'Inline'],
  ['side', 'Side by side'],
] as const

export function History({ postId, published, publishAt }: HistoryProps) {
  const url = useMemo(() => revisionsUrl(postId), [postId])
  const [state, setState] = useUrlState(url)
  const isShown = useIsShown()
  const list = useQuery(revisionListQuery(postId, state))
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const region = useRef<HTMLElement>(null)
  const side = useRef<HTMLDivElement>(null)
  const newest = list.data?.newest ?? null
  const compared = useCompared(postId, state, newest)
  const { data: current } = useQuery(revisionQuery(postId, newest))
  const { data } = list
  const total = data?.total ?? 0
  const hasAutomatic = state.explicit || data?.data.some(({ automatic }) => automatic)

  const compare = (change: Partial<HistoryState>) => {
    setState({ page: state.page, ...change })
    if (window.matchMedia(narrow).matches) region.current?.focus()
  }
  const chooseRevisions = () => {
    side.current?.focus({ preventScroll: true })
    side.current?.scrollIntoView({ block: 'start' })
  }
  const close = () => setDialog(null)
  const head = (revision: FullRevision) => (
    <RevisionHead
      revision={revision}
      isNewest={revision.number === newest}
      isSame={wouldChangeNothing(revision, current, data?.copyVersion)}
      onName={() => setDialog({ kind: 'name', revision })}
      onRestore={() => setDialog({ kind: 'restore', revision })}
    />
  )

  if (isNotFound(list.error))
    return (
      <Notice tone="error" className="flex flex-wrap items-center justify-between gap-3">
        This post no longer exists.
        <SiteLink href="/admin/blogs" className="link inline-flex min-h-11 items-center">
          Back to Blogs
        </SiteLink>
      </Notice>
    )
  if (data && total === 0 && !state.explicit)
    return (
      <p className="max-w-measure text-muted">
        No revisions yet. Each version that is saved from now on appears here.
      </p>
    )
  return (
    <div className="revisions">
      <section ref={region} tabIndex={-1} aria-label="Comparison" className="revision-comparison">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <SegmentedControl
            label="View"
            options={views}
            value={state.view}
            onChange={(view) => setState({ ...state, view }, 'replace')}
          />
          <button type="button" className="revision-choose" onClick={chooseRevisions}>
            Choose revisions
          </button>
        </div>
        {compared.isError && <LoadError what="the revisions" onRetry={compared.retry} />}
        <ComparedRevisions compared={compared} view={state.view} head={head} />
      </section>
      <div ref={side} tabIndex={-1} className="revision-side">
        <PagedList
          label="All revisions"
          busy={list.isPlaceholderData}
          range={
            data && {
              shown: data.data.length,
              total,
              perPage: REVISIONS_PER_PAGE,
              noun: ['revision', 'revisions'],
            }
          }
          page={state.page}
          totalPages={data?.totalPages ?? 0}
          hrefOf={(page) => url.toHref({ ...state, page })}
          onPage={(page, mode) => setState({ page }, mode)}
          toolbar={
            hasAutomatic && (
              <label className="revision-filter">
                <input
                  type="checkbox"
                  className="size-5 accent-signal"
                  checked={state.explicit}
                  onChange={(event) => setState({ explicit: event.target.checked })}
                />
                Hide automatic saves
              </label>
            )
          }
        >
          {list.isError && <LoadError what="the history" onRetry={list.refetch} />}
          {data && (
            <RevisionList
              revisions={data.data}
              compared={{ from: compared.fromNumber, to: compared.toNumber }}
              hrefOf={(change) => url.toHref({ ...state, ...change })}
              onCompare={compare}
            />
          )}
        </PagedList>
      </div>
      {dialog?.kind === 'name' && <NameDialog postId={postId} revision={dialog.revision} onClose={close} />}
      {dialog?.kind === 'restore' && data && newest !== null && (
        <RestoreDialog
          postId={postId}
          revision={dialog.revision}
          newest={newest}
          version={data.version}
          copyVersion={data.copyVersion}
          published={data.published ?? published}
          publishAt={data.publishAt === undefined ? publishAt : data.publishAt}
          onClose={close}
          onRestored={() => {
            close()
            if (isShown.current) setState({ from: null, to: null })
          }}
        />
      )}
    </div>
  )
}

/** Whether restoring it would change neither the post nor its unpublished changes. */
const wouldChangeNothing = (
  revision: FullRevision,
  current: FullRevision | null | undefined,
  copyVersion = 0,
) => Boolean(current && hasSameContent(revision, current)) && !(revision.workingCopy && copyVersion > 0)

function useCompared(postId: string, state: HistoryState, newest: number | null) {
  const toNumber = state.to ?? newest
  const to = useQuery(revisionQuery(postId, toNumber))
  const fromNumber = state.from ?? to.data?.previous ?? null
  const from = useQuery(revisionQuery(postId, fromNumber))
  const isError = to.isError || from.isError
  return { from, fromNumber, to, toNumber, isError, retry: () => Promise.all([to.refetch(), from.refetch()]) }
}

interface ComparedRevisionsProps {
  compared: ReturnType<typeof useCompared>
  view: HistoryState['view']
  head: (revision: FullRevision) => ReactNode
}

function ComparedRevisions({ compared, view, head }: ComparedRevisionsProps) {
  const { from, fromNumber, to, toNumber } = compared
  if (to.data === null || from.data === null)
    return (
      <p className="text-muted">
        Revision {to.data === null ? toNumber : fromNumber} does not exist. Automatic revisions without a name
        are thinned out with time.
      </p>
    )
  if (!to.data || (fromNumber !== null && !from.data))
    return (
      (to.isLoading || from.isLoading) && (
        <div role="status">
          <span className="sr-only">The comparison is loading.</span>
          <div className="placeholder h-[40vh]" />
        </div>
      )
    )
  return (
    <>
      <div className="revision-row">
        {from.data ? head(from.data) : <p className="revision-head text-muted">Before the first revision</p>}
        {head(to.data)}
      </div>
      <Comparison from={from.data ?? null} to={to.data} view={view} />
    </>
  )
}
