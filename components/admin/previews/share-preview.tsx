import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#lib/blog/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { LinkView } from '../users/link-view.tsx'
import { PreviewForm } from './preview-form.tsx'
import { PreviewLinks } from './preview-links.tsx'
import { previewsQuery, useChangePreviews } from './previews-query.ts'

interface SharePreviewProps {
  api: string
  noun: string
  dirty: boolean
  live: boolean
}

export function SharePreview(props: SharePreviewProps) {
  const { data: previews, isPending } = useQuery(previewsQuery(props.api))
  const [open, setOpen] = useState(false)
  if (isPending && !open)
    return <span className="invisible inline-flex min-h-11 items-center">Share preview</span>
  if (previews === null) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="link inline-flex min-h-11 items-center"
        onClick={() => setOpen(true)}
      >
        Share preview
      </button>
      {open && <ShareDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ShareDialog({ api, noun, dirty, live, onClose }: SharePreviewProps & { onClose: () => void }) {
  const { data: previews, isError, refetch } = useQuery(previewsQuery(api))
  const { create, revoke } = useChangePreviews(api)
  // The link is shown only once.
  const close = () => {
    if (!create.isPending) onClose()
  }
  if (create.data)
    return (
      // Another key opens a new dialog, which focuses the link.
      <Dialog key="link" title="Preview link" once onClose={onClose}>
        <LinkView link={create.data.url} onDone={create.reset}>
          <p>
            It works until {formatDateTime(create.data.expiresAt)}
            {create.data.hasPassword && ', with the password that you chose'}.
          </p>
          <p className="text-muted">It is shown only now.</p>
        </LinkView>
      </Dialog>
    )
  return (
    <Dialog title="Share preview" busy={create.isPending} onClose={close}>
      <p className="mt-3">{describeLink(noun, { dirty, live })}</p>
      <PreviewForm create={create} onClose={close} />
      {isError && !previews && <LoadError what="the links" onRetry={refetch} />}
      {previews && <PreviewLinks previews={previews} revoke={revoke} />}
    </Dialog>
  )
}

function describeLink(noun: string, { dirty, live }: Pick<SharePreviewProps, 'dirty' | 'live'>): string {
  if (live) return `This ${noun} is published, so a link leads to its public page.`
  const unsaved = dirty ? ' Save your changes first, because it shows what is saved.' : ''
  return `Anyone with the link can read this ${noun} as it will look, without an account.${unsaved}`
}
