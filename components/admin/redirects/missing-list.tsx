'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#lib/counts.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { RedirectButton, TabList, TabTable } from './list-parts.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { missingQuery, tabUrls } from './redirects-query.ts'

const LABEL = 'Missing addresses'

export function MissingList() {
  const [state] = useUrlState(tabUrls.missing)
  const list = useQuery(missingQuery(state))
  const [redirected, setRedirected] = useState<string | null>(null)
  return (
    <>
      <TabList
        tab="missing"
        label={LABEL}
        noun={['address', 'addresses']}
        list={list}
        help="Addresses that visitors and crawlers requested in the last 30 days, and that do not exist."
        noMatch="No addresses found"
        empty={{ title: 'Nothing is missing', text: 'Every requested address was found.' }}
      >
        {(addresses) => (
          <TabTable label={LABEL} columns={['Address', 'Linked from', 'Requests', 'Last', 'Actions']}>
            {addresses.map(({ path, referrer, hits, lastAt }) => (
              <tr key={path} data-row className="list-row">
                <th scope="row" className="list-name">
                  {path}
                </th>
                <td className="list-fact redirect-to" data-label="Linked from">
                  {referrer || <span className="text-muted">unknown</span>}
                </td>
                <td className="list-fact tabular-nums" data-label="Requests">
                  {formatCount(hits)}
                </td>
                <td className="list-fact" data-label="Last">
                  <Timestamp value={lastAt} short />
                </td>
                <RedirectButton path={path} onClick={() => setRedirected(path)} />
              </tr>
            ))}
          </TabTable>
        )}
      </TabList>
      {redirected !== null && <RedirectDialog from={redirected} onClose={() => setRedirected(null)} />}
    </>
  )
}
