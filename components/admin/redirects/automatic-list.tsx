'use client'

import { useQuery } from '@tanstack/react-query'
import { useUrlState } from '../ui/use-url-state.ts'
import { Hits, LastHit, TabList, TabTable } from './list-parts.tsx'
import { automaticQuery, tabUrls } from './redirects-query.ts'

const LABEL = 'Automatic redirects'

export function AutomaticList() {
  const [state] = useUrlState(tabUrls.automatic)
  return (
    <TabList
      tab="automatic"
      label={LABEL}
      noun={['address', 'addresses']}
      list={useQuery(automaticQuery(state))}
      help="Former addresses, which redirect to the current ones automatically."
      noMatch="No addresses found"
      empty={{
        title: 'No changed addresses yet',
        text: 'When you change the slug of a post, its old address appears here.',
      }}
    >
      {(redirects) => (
        <TabTable label={LABEL} columns={['From', 'To', 'Type', 'Hits', 'Last hit']}>
          {redirects.map(({ from, to, kind, hits, lastHitAt }) => (
            <tr key={from} data-row className="list-row">
              <th scope="row" className="list-name">
                <a href={from} className="link">
                  {from}
                </a>
              </th>
              <td className="redirect-to">{to}</td>
              <td className="list-fact" data-label="Type">
                {kind}
              </td>
              <Hits count={hits} />
              <LastHit value={lastHitAt} />
            </tr>
          ))}
        </TabTable>
      )}
    </TabList>
  )
}
