import type { ReactNode } from 'react'
import { PreviewMark } from './preview-mark.tsx'

interface UnsavedPreviewFrameProps {
  savedHref: string | null
  error: string | undefined
  loading: boolean
  children: ReactNode
}

export function UnsavedPreviewFrame({ savedHref, error, loading, children }: UnsavedPreviewFrameProps) {
  return (
    <div className="staff-preview">
      <PreviewMark
        title="Preview of unsaved text"
        note="Only you can see this page, in this browser."
        link={savedHref ? { href: savedHref, text: 'Saved version' } : null}
      />
      <p role="status" className={error || loading ? 'frame py-10' : 'sr-only'}>
        {error ?? (loading ? 'The preview is loading.' : '')}
      </p>
      {children}
    </div>
  )
}
