'use client'

import '../posts/posts.css'
import './redirects.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { MissingPage } from '#contract/redirects.ts'
import { LoadError } from '../ui/load-error.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { EmptyList } from '../ui/empty-list.tsx'
import { RangeSummary } from './list-parts.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { missingQuery, tabUrls } from './redirects-query.ts'

export function MissingList() {
  const [state, setState] = useUrlState(tabUrls.missing)
  const { data, isError, isPlaceholderData, refetch } = useQuery(missingQuery(state))
  const [path, setPath] = useState<string | null>(null)
  return (
    <>
      <PagedList
        label="Missing addresses"
        busy={isPlaceholderData}
        toolbar={
          <div className="grid gap-4">
            <p className="max-w-measure text-muted">
              What visitors and crawlers asked for in the last 30 days and did not find.
            </p>
            <SearchBox
              subject="missing addresses"
              search={state.search}
              onSearch={(search) => setState({ search }, state.search === '' ? 'push' : 'replace')}
            />
          </div>
        }
        summary={data && <RangeSummary list={data} page={state.page} noun="addresses" />}
        page={state.page}
        totalPages={data?.totalPages ?? 0}
        hrefOf={(page) => tabUrls.missing.toHref({ ...state, page })}
        onPage={(page, mode) => setState({ page }, mode)}
      >
        {isError && <LoadError what="the missing addresses" onRetry={refetch} />}
        {data?.total === 0 && (
          <EmptyList
            title={state.search ? 'No addresses found' : 'Nothing is missing'}
            text={state.search ? 'Try another search.' : 'Every address that was asked for has been found.'}
          />
        )}
        {data && data.data.length > 0 && (
          <table className="post-table redirect-table">
            <caption className="sr-only">Missing addresses</caption>
            <thead>
              <tr>
                <th scope="col">Address</th>
                <th scope="col">Linked from</th>
                <th scope="col">Requests</th>
                <th scope="col">Last</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((address) => (
                <MissingRow key={address.path} address={address} onRedirect={() => setPath(address.path)} />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
      {path !== null && <RedirectDialog from={path} onClose={() => setPath(null)} />}
    </>
  )
}

interface MissingRowProps {
  address: MissingPage['data'][number]
  onRedirect: () => void
}

const MissingRow = ({ address: { path, referrer, hits, lastAt }, onRedirect }: MissingRowProps) => (
  <tr data-row className="post-row">
    <th scope="row" className="redirect-from">
      {path}
    </th>
    <td className="post-fact redirect-to" data-label="Linked from">
      {referrer || <span className="text-muted">unknown</span>}
    </td>
    <td className="post-fact tabular-nums" data-label="Requests">
      {hits.toLocaleString('en-US')}
    </td>
    <td className="post-fact" data-label="Last">
      <Timestamp value={lastAt} short />
    </td>
    <td className="post-actions">
      <Button variant="quiet" onClick={onRedirect}>
        Redirect<span className="sr-only"> {path}</span>
      </Button>
    </td>
  </tr>
)
