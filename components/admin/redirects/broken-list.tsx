'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import { LINK_CHECK_POSTS } from '#contract/redirects.ts'
import { formatCount } from '#lib/counts.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { RedirectButton, TabList, TabTable } from './list-parts.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { brokenQuery, tabUrls } from './redirects-query.ts'

const LABEL = 'Broken links'

export function BrokenList() {
  const [state] = useUrlState(tabUrls.broken)
  const list = useQuery(brokenQuery(state))
  const [redirected, setRedirected] = useState<string | null>(null)
  const checked = formatCount(LINK_CHECK_POSTS)
  return (
    <>
      <TabList
        tab="broken"
        label={LABEL}
        noun={['link', 'links']}
        list={list}
        help={`Links in published posts to addresses of this site that do not exist. Up to ${checked} posts are checked every hour, so a corrected link stays in the list for a while.`}
        noMatch="No links found"
        empty={{ title: 'No broken links', text: 'Every checked link leads to a page or a redirect.' }}
      >
        {(links) => (
          <TabTable label={LABEL} columns={['Link', 'Post', 'Found', 'Actions']}>
            {links.map(({ post, path, foundAt }) => (
              <tr key={`${post.id} ${path}`} data-row className="list-row">
                <th scope="row" className="list-name">
                  {path}
                </th>
                <td className="list-fact redirect-to" data-label="Post">
                  <SiteLink
                    href={`/admin/blogs/edit/${post.id}`}
                    className="link inline-flex min-h-11 items-center"
                  >
                    {post.title}
                  </SiteLink>
                </td>
                <td className="list-fact" data-label="Found">
                  <Timestamp value={foundAt} short />
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
