'use client'

import '../posts/posts.css'
import './redirects.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { LINK_CHECK_POSTS, type BrokenPage } from '#contract/redirects.ts'
import { LoadError } from '../ui/load-error.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { EmptyList } from '../ui/empty-list.tsx'
import { RangeSummary } from './list-parts.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { brokenQuery, tabUrls } from './redirects-query.ts'

export function BrokenList() {
  const [state, setState] = useUrlState(tabUrls.broken)
  const { data, isError, isPlaceholderData, refetch } = useQuery(brokenQuery(state))
  const [path, setPath] = useState<string | null>(null)
  return (
    <>
      <PagedList
        label="Broken links"
        busy={isPlaceholderData}
        toolbar={
          <div className="grid gap-4">
            <p className="max-w-measure text-muted">
              Links in published posts that lead nowhere on this site. Every hour, up to{' '}
              {LINK_CHECK_POSTS.toLocaleString('en-US')} posts are checked in turn, so a corrected link leaves
              the list a while later.
            </p>
            <SearchBox
              subject="broken links"
              search={state.search}
              onSearch={(search) => setState({ search }, state.search === '' ? 'push' : 'replace')}
            />
          </div>
        }
        summary={data && <RangeSummary list={data} page={state.page} noun="links" />}
        page={state.page}
        totalPages={data?.totalPages ?? 0}
        hrefOf={(page) => tabUrls.broken.toHref({ ...state, page })}
        onPage={(page, mode) => setState({ page }, mode)}
      >
        {isError && <LoadError what="the broken links" onRetry={refetch} />}
        {data?.total === 0 && (
          <EmptyList
            title={state.search ? 'No links found' : 'No broken links'}
            text={state.search ? 'Try another search.' : 'Every checked link leads to a page or a redirect.'}
          />
        )}
        {data && data.data.length > 0 && (
          <table className="post-table redirect-table">
            <caption className="sr-only">Broken links</caption>
            <thead>
              <tr>
                <th scope="col">Link</th>
                <th scope="col">Post</th>
                <th scope="col">Found</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((link) => (
                <BrokenRow
                  key={`${link.post.id} ${link.path}`}
                  link={link}
                  onRedirect={() => setPath(link.path)}
                />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
      {path !== null && <RedirectDialog from={path} onClose={() => setPath(null)} />}
    </>
  )
}

interface BrokenRowProps {
  link: BrokenPage['data'][number]
  onRedirect: () => void
}

const BrokenRow = ({ link: { post, path, foundAt }, onRedirect }: BrokenRowProps) => (
  <tr data-row className="post-row">
    <th scope="row" className="redirect-from">
      {path}
    </th>
    <td className="post-fact redirect-to" data-label="Post">
      <SiteLink href={`/admin/blogs/edit/${post.id}`} className="link inline-flex min-h-11 items-center">
        {post.title}
      </SiteLink>
    </td>
    <td className="post-fact" data-label="Found">
      <Timestamp value={foundAt} short />
    </td>
    <td className="post-actions">
      <Button variant="quiet" onClick={onRedirect}>
        Redirect<span className="sr-only"> {path}</span>
      </Button>
    </td>
  </tr>
)
