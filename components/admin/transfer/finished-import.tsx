import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { importRetrySchema, type Import, type ImportOptions, type ImportRetry } from '#contract/imports.ts'
import { countOf } from '#lib/counts.ts'
import { callerErrorText } from '../error-text.ts'
import { nounOf } from './import-table.tsx'
import { OldSiteField } from './old-site-field.tsx'

interface FinishedImportProps {
  data: Import
  options: ImportOptions
  isRetried: boolean
  busy: boolean
  error: Error | null
  onRetry: (retry: ImportRetry) => void
}

export function FinishedImport({ data, options, isRetried, busy, error, onRetry }: FinishedImportProps) {
  const [site, setSite] = useState(options.site)
  const [siteError, setSiteError] = useState('')
  const againButton = useRef<HTMLButtonElement>(null)
  const siteInput = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isRetried) againButton.current?.focus()
  }, [isRetried])
  const { imported, skipped, failed } = data.outcomes
  const onOldSite = data.hosts.find(({ host, failed }) => host === '' && failed > 0)
  const missing = data.hosts.reduce((sum, host) => sum + host.failed, 0)
  const isRequired = missing === onOldSite?.failed
  const retry = () => {
    const checked = importRetrySchema.safeParse({ site })
    const isMissing = isRequired && checked.data?.site === ''
    setSiteError(checked.error?.issues[0]?.message ?? (isMissing ? 'Enter an address' : ''))
    if (checked.success && !isMissing) onRetry(onOldSite ? checked.data : {})
    else siteInput.current?.focus()
  }
  return (
    <>
      <Notice tone="success" className="mt-6">
        {countOf(imported, nounOf(data))} imported, {skipped} skipped, {failed} not imported.{' '}
        <SiteLink href="/admin/blogs" className="link">
          Show all posts
        </SiteLink>
      </Notice>
      {missing > 0 && (
        <div className="mt-4 grid justify-items-start gap-4">
          <p role="status">
            {countOf(missing, 'image')} {isRetried ? 'still could' : 'could'} not be fetched. The reason is
            shown at each {nounOf(data)} below.
          </p>
          {onOldSite && (
            <OldSiteField
              images={onOldSite.failed}
              error={siteError}
              site={site}
              inputRef={(input) => {
                siteInput.current = input
              }}
              onChange={setSite}
            />
          )}
          <Button ref={againButton} variant="quiet" aria-disabled={busy || undefined} onClick={retry}>
            Try again
          </Button>
          {error && (
            <Notice tone="error">
              {callerErrorText(error, 'The images could not be fetched. Please try again.')}
            </Notice>
          )}
        </div>
      )}
    </>
  )
}
