'use client'

import { useQuery } from '@tanstack/react-query'
import { SiteLink } from '#components/ui/link.tsx'
import { IMPORTS_PER_PAGE } from '#contract/imports.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import { formatBytes } from '../ui/format.ts'
import { LoadError } from '../ui/load-error.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { importsQuery, importsUrl } from './import-query.ts'

const LABEL = 'Files of the last 7 days'

export function ImportList() {
  const [state, setState] = useUrlState(importsUrl)
  const { data, isError, isPlaceholderData, refetch } = useQuery(importsQuery(state))
  // An older remote upstream also lists unchecked uploads.
  const imports = data?.data.filter(({ checked }) => checked) ?? []
  const { total = imports.length, totalPages = 0 } = data ?? {}
  if (total === 0 && !isError) return null
  return (
    <PagedList
      label={LABEL}
      busy={isPlaceholderData}
      toolbar={<h3 className="mt-8 font-bold">{LABEL}</h3>}
      range={{ shown: imports.length, total, perPage: IMPORTS_PER_PAGE, noun: ['file', 'files'] }}
      page={state.page}
      totalPages={totalPages}
      hrefOf={(page) => importsUrl.toHref({ page })}
      onPage={(page, mode) => setState({ page }, mode)}
    >
      {isError && <LoadError what="the files" onRetry={refetch} />}
      <ul className="mt-2 border-t-[1.5px] border-line">
        {imports.map(({ id, name, bytes, createdAt, begun, finished }) => (
          <li
            key={id}
            data-row
            className="flex flex-wrap items-center justify-between gap-x-4 border-b-[1.5px] border-line py-1"
          >
            <SiteLink
              href={`/admin/import/${id}`}
              className="link inline-flex min-h-11 items-center wrap-anywhere"
            >
              {name}
            </SiteLink>
            <span className="text-sm text-muted">
              {finished ? 'Imported' : begun ? 'Partly imported' : 'Checked'} · {formatBytes(bytes)} ·{' '}
              {formatDateTime(createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </PagedList>
  )
}
