import '#components/admin/redirects/redirects.css'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { AutomaticList } from '#components/admin/redirects/automatic-list.tsx'
import { BrokenList } from '#components/admin/redirects/broken-list.tsx'
import { MissingList } from '#components/admin/redirects/missing-list.tsx'
import { RedirectList } from '#components/admin/redirects/redirect-list.tsx'
import {
  automaticQuery,
  brokenQuery,
  missingQuery,
  ownQuery,
  tabHref,
  tabs,
  tabUrls,
} from '#components/admin/redirects/redirects-query.ts'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { firstValues, type SearchParams } from '#components/admin/ui/url-format.ts'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { staffMetadata } from '#lib/metadata.ts'
import {
  listAutomaticRedirects,
  listBrokenLinks,
  listMissingAddresses,
  listRedirects,
} from '#lib/redirects/queries.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Redirects')

const labels = { own: 'Redirects', automatic: 'Automatic', missing: 'Missing', broken: 'Broken links' }
const lists = { own: RedirectList, automatic: AutomaticList, missing: MissingList, broken: BrokenList }
const reads = {
  own: listRedirects,
  automatic: listAutomaticRedirects,
  missing: listMissingAddresses,
  broken: listBrokenLinks,
}
const listQueries = { own: ownQuery, automatic: automaticQuery, missing: missingQuery, broken: brokenQuery }

export default async function RedirectsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const query = await searchParams
  const tab = tabs.find((name) => name === query['tab']) ?? 'own'
  const url = tabUrls[tab]
  const state = url.parse(firstValues(query))
  const staff = await requireStaff(url.toHref(state))
  if (!can(staff.user.role, 'editContent')) return <Forbidden />
  const page = await reads[tab](staff, { search: state.search || undefined, page: state.page })
  if (!page) return <ComingSoon page="/admin/redirects" />
  if (page.totalPages > 0 && state.page > page.totalPages)
    redirect(url.toHref({ ...state, page: page.totalPages }))

  const queries = new QueryClient()
  queries.setQueryData(listQueries[tab](state).queryKey, page)
  const List = lists[tab]
  return (
    <>
      <h1 className="sr-only">Redirects</h1>
      <nav aria-label="Redirects" className="redirect-tabs">
        {tabs.map((name) => (
          <SiteLink key={name} href={tabHref(name)} aria-current={name === tab ? 'page' : undefined}>
            {labels[name]}
          </SiteLink>
        ))}
      </nav>
      <HydrationBoundary state={dehydrate(queries)}>
        <List />
      </HydrationBoundary>
    </>
  )
}
