'use client'

import '../posts/posts.css'
import './redirects.css'
import { useQuery } from '@tanstack/react-query'
import { EmptyList } from '../ui/empty-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { Hits, LastHit, RangeSummary } from './list-parts.tsx'
import { automaticQuery, tabUrls } from './redirects-query.ts'

export function AutomaticList() {
  const [state, setState] = useUrlState(tabUrls.automatic)
  const { data, isError, isPlaceholderData, refetch } = useQuery(automaticQuery(state))
  return (
    <PagedList
      label="Automatic redirects"
      busy={isPlaceholderData}
      toolbar={
        <div className="grid gap-4">
          <p className="max-w-measure text-muted">
            Addresses that were changed. They lead to the present address by themselves.
          </p>
          <SearchBox
            subject="automatic redirects"
            search={state.search}
            onSearch={(search) => setState({ search }, state.search === '' ? 'push' : 'replace')}
          />
        </div>
      }
      summary={data && <RangeSummary list={data} page={state.page} noun="addresses" />}
      page={state.page}
      totalPages={data?.totalPages ?? 0}
      hrefOf={(page) => tabUrls.automatic.toHref({ ...state, page })}
      onPage={(page, mode) => setState({ page }, mode)}
    >
      {isError && <LoadError what="the automatic redirects" onRetry={refetch} />}
      {data?.total === 0 && (
        <EmptyList
          title={state.search ? 'No addresses found' : 'No changed addresses yet'}
          text={
            state.search ? 'Try another search.' : 'Change the slug of a post, and its old one appears here.'
          }
        />
      )}
      {data && data.data.length > 0 && (
        <table className="post-table redirect-table">
          <caption className="sr-only">Automatic redirects</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Of a</th>
              <th scope="col">Hits</th>
              <th scope="col">Last hit</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map(({ from, to, kind, hits, lastHitAt }) => (
              <tr key={from} data-row className="post-row">
                <th scope="row" className="redirect-from">
                  <a href={from} className="link">
                    {from}
                  </a>
                </th>
                <td className="redirect-to">{to}</td>
                <td className="post-fact" data-label="Of a">
                  {kind}
                </td>
                <Hits count={hits} />
                <LastHit value={lastHitAt} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PagedList>
  )
}
