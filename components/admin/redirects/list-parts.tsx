import '../ui/list-table.css'
import './redirects.css'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { REDIRECTS_PER_PAGE } from '#contract/redirects.ts'
import { formatCount } from '#lib/counts.ts'
import { EmptyList } from '../ui/empty-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import type { ListRange } from '../ui/range-summary.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { TableHeader } from '../ui/table-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { tabUrls, type Tab } from './redirects-query.ts'

interface TabPage<Row> {
  data: Row[]
  total: number
  totalPages: number
}

interface TabListProps<Row> {
  tab: Tab
  label: string
  noun: ListRange['noun']
  list: UseQueryResult<TabPage<Row>>
  help?: ReactNode
  actions?: ReactNode
  noMatch: string
  empty: { title: string; text: string }
  children: (rows: Row[]) => ReactNode
}

export function TabList<Row>({ tab, label, noun, list, help, actions, ...props }: TabListProps<Row>) {
  const [state, setState] = useUrlState(tabUrls[tab])
  const { data: page, isError, isPlaceholderData, refetch } = list
  const subject = label.toLowerCase()
  const empty = state.search ? { title: props.noMatch, text: 'Try another search.' } : props.empty
  const search = (
    <SearchBox
      subject={subject}
      search={state.search}
      onSearch={(text) => setState({ search: text }, state.search === '' ? 'push' : 'replace')}
    />
  )
  return (
    <PagedList
      label={label}
      busy={isPlaceholderData}
      toolbar={
        <div className={actions ? 'list-toolbar' : 'grid gap-4'}>
          {help && <p className="max-w-measure text-muted">{help}</p>}
          {search}
          {actions}
        </div>
      }
      range={page && { shown: page.data.length, total: page.total, perPage: REDIRECTS_PER_PAGE, noun }}
      page={state.page}
      totalPages={page?.totalPages ?? 0}
      hrefOf={(number) => tabUrls[tab].toHref({ ...state, page: number })}
      onPage={(number, mode) => setState({ page: number }, mode)}
    >
      {isError && <LoadError what={`the ${subject}`} onRetry={refetch} />}
      {page?.total === 0 && <EmptyList {...empty} />}
      {page && page.data.length > 0 && props.children(page.data)}
    </PagedList>
  )
}

interface TabTableProps {
  label: string
  columns: string[]
  children: ReactNode
}

export const TabTable = ({ label, columns, children }: TabTableProps) => (
  <table className="list-table">
    <caption className="sr-only">{label}</caption>
    <TableHeader columns={columns} />
    <tbody>{children}</tbody>
  </table>
)

export const Hits = ({ count }: { count: number }) => (
  <td className="list-fact tabular-nums" data-label="Hits">
    {formatCount(count)}
  </td>
)

export const LastHit = ({ value }: { value: string | null }) => (
  <td className="list-fact" data-label="Last hit">
    {value ? <Timestamp value={value} short /> : <span className="text-muted">never</span>}
  </td>
)

export const RedirectButton = ({ path, onClick }: { path: string; onClick: () => void }) => (
  <td className="list-actions">
    <Button variant="quiet" onClick={onClick}>
      Redirect<span className="sr-only"> {path}</span>
    </Button>
  </td>
)
