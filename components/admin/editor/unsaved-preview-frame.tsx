import type { ReactNode } from 'react'
import { SiteLink } from '#components/ui/link.tsx'

interface UnsavedPreviewFrameProps {
  savedHref: string | null
  error: string | undefined
  loading: boolean
  children: ReactNode
}

export function UnsavedPreviewFrame({ savedHref, error, loading, children }: UnsavedPreviewFrameProps) {
  return (
    <div className="staff-preview">
      <div role="note" className="staff-preview-mark">
        <p className="font-semibold">Preview of unsaved text</p>
        <p className="grow text-sm">Only you can see this page, in this browser.</p>
        {savedHref && (
          <SiteLink href={savedHref} className="link inline-flex min-h-11 items-center">
            Saved version
          </SiteLink>
        )}
      </div>
      <p role="status" className={error || loading ? 'frame py-10' : 'sr-only'}>
        {error ?? (loading ? 'The preview is loading.' : '')}
      </p>
      {children}
    </div>
  )
}
