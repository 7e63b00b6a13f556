'use client'

import '../ui/list-table.css'
import { useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { SUBSCRIBERS_PER_PAGE, type Subscriber } from '#contract/subscribers.ts'
import { EmptyList } from '../ui/empty-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { TableHeader } from '../ui/table-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { ImportSubscribersDialog } from './import-subscribers-dialog.tsx'
import { RemoveSubscriberDialog } from './remove-subscriber-dialog.tsx'
import { csvHref, subscribersQuery, subscribersUrl } from './subscribers-query.ts'

export function SubscriberList() {
  const [state, setState] = useUrlState(subscribersUrl)
  const { data: page, isError, isPlaceholderData, refetch } = useQuery(subscribersQuery(state))
  const [removing, setRemoving] = useState<Subscriber | null>(null)
  const [importing, setImporting] = useState(false)
  const empty = state.search
    ? { title: 'No subscribers found', text: 'Try another search.' }
    : { title: 'No subscribers yet', text: 'Readers who confirmed their address appear here.' }
  return (
    <>
      <PagedList
        label="Subscribers"
        busy={isPlaceholderData}
        toolbar={
          <div className="list-toolbar">
            <SearchBox
              subject="subscribers"
              search={state.search}
              onSearch={(search) => setState({ search }, state.search === '' ? 'push' : 'replace')}
            />
            <a href={csvHref(state)} download className={buttonClasses('quiet')}>
              <Download aria-hidden="true" className="size-5" />
              Download CSV
            </a>
            <Button variant="quiet" onClick={() => setImporting(true)}>
              <Upload aria-hidden="true" className="size-5" />
              Import CSV
            </Button>
          </div>
        }
        range={
          page && {
            shown: page.data.length,
            total: page.total,
            perPage: SUBSCRIBERS_PER_PAGE,
            noun: ['subscriber', 'subscribers'],
          }
        }
        page={state.page}
        totalPages={page?.totalPages ?? 0}
        hrefOf={(number) => subscribersUrl.toHref({ ...state, page: number })}
        onPage={(number, mode) => setState({ page: number }, mode)}
      >
        {isError && <LoadError what="the subscribers" onRetry={refetch} />}
        {page?.total === 0 && <EmptyList {...empty} />}
        {page && page.data.length > 0 && <SubscriberTable subscribers={page.data} onRemove={setRemoving} />}
      </PagedList>
      {importing && <ImportSubscribersDialog onClose={() => setImporting(false)} />}
      {removing && <RemoveSubscriberDialog subscriber={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

interface SubscriberTableProps {
  subscribers: Subscriber[]
  onRemove: (subscriber: Subscriber) => void
}

const SubscriberTable = ({ subscribers, onRemove }: SubscriberTableProps) => (
  <table className="list-table">
    <caption className="sr-only">Subscribers</caption>
    <TableHeader columns={['Email', 'Subscribed', 'Actions']} />
    <tbody>
      {subscribers.map((subscriber) => (
        <tr key={subscriber.id} data-row className="list-row">
          <th scope="row" className="list-name">
            {subscriber.email}
          </th>
          <td className="list-fact" data-label="Subscribed">
            <Timestamp value={subscriber.since} short />
          </td>
          <td className="list-actions">
            <Button variant="quiet" onClick={() => onRemove(subscriber)}>
              Remove<span className="sr-only"> {subscriber.email}</span>
            </Button>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
