'use client'

import '../posts/posts.css'
import './redirects.css'
import { useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import type { Redirect } from '#contract/redirects.ts'
import { LoadError } from '../ui/load-error.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { DeleteRedirectDialog } from './delete-redirect-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { RangeSummary } from './list-parts.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { RedirectTable } from './redirect-table.tsx'
import { ownQuery, tabUrls } from './redirects-query.ts'

type OpenDialog = { kind: 'new' | 'import' } | { kind: 'edit' | 'delete'; redirect: Redirect }

export function RedirectList() {
  const [state, setState] = useUrlState(tabUrls.own)
  const { data, isError, isPlaceholderData, refetch } = useQuery(ownQuery(state))
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <PagedList
        label="Redirects"
        busy={isPlaceholderData}
        toolbar={
          <div className="list-toolbar">
            <SearchBox
              subject="redirects"
              search={state.search}
              onSearch={(search) => setState({ search }, state.search === '' ? 'push' : 'replace')}
            />
            <a href="/api/redirects?format=csv" download className={buttonClasses('quiet')}>
              <Download aria-hidden="true" className="size-5" />
              Download CSV
            </a>
            <Button variant="quiet" onClick={() => setDialog({ kind: 'import' })}>
              <Upload aria-hidden="true" className="size-5" />
              Import CSV
            </Button>
            <Button onClick={() => setDialog({ kind: 'new' })}>New Redirect</Button>
          </div>
        }
        summary={data && <RangeSummary list={data} page={state.page} noun="redirects" />}
        page={state.page}
        totalPages={data?.totalPages ?? 0}
        hrefOf={(page) => tabUrls.own.toHref({ ...state, page })}
        onPage={(page, mode) => setState({ page }, mode)}
      >
        {isError && <LoadError what="the redirects" onRetry={refetch} />}
        {data?.total === 0 && (
          <EmptyList
            title={state.search ? 'No redirects found' : 'No redirects yet'}
            text={state.search ? 'Try another search.' : 'Create one for an old address that has no page.'}
          />
        )}
        {data && data.data.length > 0 && (
          <RedirectTable
            redirects={data.data}
            onEdit={(redirect) => setDialog({ kind: 'edit', redirect })}
            onDelete={(redirect) => setDialog({ kind: 'delete', redirect })}
          />
        )}
      </PagedList>
      {dialog?.kind === 'new' && <RedirectDialog onClose={close} />}
      {dialog?.kind === 'import' && <ImportDialog onClose={close} />}
      {dialog?.kind === 'edit' && <RedirectDialog redirect={dialog.redirect} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteRedirectDialog redirect={dialog.redirect} onClose={close} />}
    </>
  )
}
