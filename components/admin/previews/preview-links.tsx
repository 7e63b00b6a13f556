import { useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Preview } from '#contract/previews.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import { changeErrorText } from '../error-text.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import { useFocusRecovery } from '../ui/focus.ts'
import type { useChangePreviews } from './previews-query.ts'

interface PreviewLinksProps extends Pick<ReturnType<typeof useChangePreviews>, 'revoke'> {
  previews: Preview[]
}

export function PreviewLinks({ previews, revoke }: PreviewLinksProps) {
  const section = useRef<HTMLElement>(null)
  useFocusRecovery(section, section)
  const busy = revoke.isPending
  return (
    <section ref={section} aria-labelledby="preview-links" tabIndex={-1} className="mt-6 outline-none">
      <h2 id="preview-links" className="text-lg font-bold">
        Links
      </h2>
      {previews.length === 0 && <p className="mt-1 text-muted">There are no links that work.</p>}
      <ul aria-labelledby="preview-links" aria-busy={busy}>
        {previews.map((preview) => (
          <li
            key={preview.id}
            data-row
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2"
          >
            <p className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
              <span className="block font-semibold">
                Works until <Timestamp value={preview.expiresAt} />
                {preview.hasPassword && ', with a password'}
              </span>
              <span className="text-muted">
                Created {preview.createdBy && `by ${preview.createdBy} `}on{' '}
                <Timestamp value={preview.createdAt} short /> · {describeOpenings(preview)}
              </span>
            </p>
            <Button
              variant="quiet"
              className="ml-auto"
              aria-disabled={busy || undefined}
              onClick={() => !busy && revoke.mutate(preview)}
            >
              Revoke
              <span className="sr-only"> the link that works until {formatDateTime(preview.expiresAt)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {revoke.error && <Notice tone="error">{changeErrorText(revoke.error)}</Notice>}
    </section>
  )
}

function describeOpenings({ opened, lastOpenedAt }: Preview): string {
  if (lastOpenedAt === null) return 'not opened yet'
  return `opened ${opened === 1 ? 'once' : `${opened} times`}, last ${formatDateTime(lastOpenedAt)}`
}
