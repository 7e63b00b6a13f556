'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { StaffTag } from '#contract/tags.ts'
import { formatCount } from '#lib/counts.ts'
import { LoadError } from '../ui/load-error.tsx'
import { duplicatesQuery } from './tags-query.ts'
import { toSentenceList, useDismissDuplicates } from './use-dismiss-duplicates.ts'

const GROUPS_SHOWN = 3

export function DuplicateTags({ onMerge }: { onMerge: (tags: StaffTag[]) => void }) {
  const { data, isError, refetch } = useQuery(duplicatesQuery)
  const dismiss = useDismissDuplicates()
  const [showsAll, setShowsAll] = useState(false)
  const groups = data?.data ?? []
  const problem = isError ? <LoadError what="the possible duplicates" onRetry={refetch} /> : null
  if (groups.length === 0) return problem
  const shown = showsAll ? groups : groups.slice(0, GROUPS_SHOWN)
  return (
    <section aria-labelledby="duplicates" className="tag-duplicates">
      <h2 id="duplicates" className="font-semibold">
        Possible duplicates
      </h2>
      {problem}
      <ul>
        {shown.map((group) => {
          const names = group.map(({ name }) => name).join(', ')
          return (
            <li key={group.map(({ id }) => id).join()} data-row>
              <span className="min-w-0 grow wrap-anywhere">
                {group.map(({ id, name, count }, index) => (
                  <span key={id}>
                    {index > 0 && ', '}
                    {name} <span className="text-muted tabular-nums">({formatCount(count)})</span>
                  </span>
                ))}
              </span>
              <span className="tag-duplicates-actions">
                <Button variant="quiet" onClick={() => onMerge(group)}>
                  Merge…<span className="sr-only"> {names}</span>
                </Button>
                <Button variant="quiet" onClick={() => dismiss(group)}>
                  Not duplicates<span className="sr-only"> {toSentenceList(group)}</span>
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {groups.length > shown.length && (
        <Button variant="quiet" onClick={() => setShowsAll(true)}>
          Show all {groups.length}
        </Button>
      )}
    </section>
  )
}
