import { useQuery } from '@tanstack/react-query'
import { SiteLink } from '#components/ui/link.tsx'
import type { MediaItem, MediaUse } from '#contract/media.ts'
import { formatCount } from '#lib/counts.ts'
import { LoadError } from '../ui/load-error.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { mediaUsesQuery } from './media-query.ts'

const LINES_RESERVED = 10
const LINE_REM = 1.875
const GAP_REM = 0.25

const placeNames: Record<MediaUse['places'][number], string> = {
  cover: 'cover',
  text: 'text',
  changes: 'changes that are not published',
  revision: 'history',
  photo: 'photo',
  shareImage: 'share image',
}

function hrefOf({ kind, id, status, editable }: MediaUse): string | undefined {
  if (kind === 'post') {
    if (status === 'trash' || status === 'archived') return `/admin/blogs?status=${status}`
    return `/admin/blogs/${editable ? 'edit' : 'preview'}/${id}`
  }
  if (!editable) return undefined
  if (kind === 'caseStudy') return `/admin/case-studies/edit/${id}`
  return kind === 'settings' ? '/admin/settings' : undefined
}

/** Keeps the buttons below in place when the list arrives. */
const heightOf = (uses: number) => `${Math.min(uses, LINES_RESERVED) * (LINE_REM + GAP_REM) - GAP_REM}rem`

export function UseList({ item }: { item: MediaItem }) {
  const { data, isError, refetch } = useQuery(mediaUsesQuery(item))
  const hidden = data ? data.total - data.data.length : 0
  return (
    <section aria-label="Used in" className="grid gap-2">
      <h3 className="font-semibold">Used in</h3>
      {isError && <LoadError what="the uses" onRetry={refetch} />}
      {!data && !isError && (
        <p role="status" style={{ minHeight: heightOf(item.uses) }}>
          Loading…
        </p>
      )}
      {data?.total === 0 && !isError && <p className="text-muted">Nothing uses this image.</p>}
      {data && data.total > 0 && (
        <ul className="media-use-list">
          {data.data.map((use, index) => (
            <li key={`${use.kind}-${use.id || index}`}>
              <UseTitle use={use} />
              {use.status && <StatusBadge status={use.status} />}
              <span className="text-sm text-muted">
                {use.places.map((place) => placeNames[place]).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="text-sm text-muted">and {formatCount(hidden)} more</p>}
    </section>
  )
}

function UseTitle({ use }: { use: MediaUse }) {
  const href = hrefOf(use)
  if (href === undefined) return <span className="wrap-anywhere">{use.title}</span>
  return (
    <SiteLink href={href} className="link wrap-anywhere">
      {use.title}
    </SiteLink>
  )
}
