import { StatusMark } from '../ui/status-mark.tsx'
import { Button } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import type { Kept } from './use-kept-draft.ts'

interface SaveBarProps {
  status: 'published' | 'draft' | null
  previewHref: string | null
  dirty: boolean
  kept: Kept
  /** Share of what has been sent, while something is. */
  progress: number | null
  onDraft: () => void
  onPublish: () => void
}

const hour = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

function stateInWords(dirty: boolean, kept: Kept): string {
  if (!dirty) return ''
  if (kept === 'failed') return 'Unsaved, and this browser has no room to keep it.'
  return kept ? `Unsaved, kept in this browser at ${hour.format(new Date(kept))}` : 'Unsaved'
}

export function SaveBar({ status, previewHref, dirty, kept, progress, onDraft, onPublish }: SaveBarProps) {
  const saving = progress !== null
  return (
    <div className="editor-save-bar">
      <SiteLink href="/admin/blogs" className="link inline-flex min-h-11 items-center font-semibold">
        Back to Blogs
      </SiteLink>
      {status && <StatusMark status={status} />}
      {previewHref && (
        <SiteLink href={previewHref} className="link inline-flex min-h-11 items-center">
          Preview page
        </SiteLink>
      )}
      <p className="grow text-sm text-muted">{saving ? 'Saving …' : stateInWords(dirty, kept)}</p>
      {saving && <progress aria-label="Upload" max={1} value={progress} className="editor-progress" />}
      <div className="flex gap-2">
        <Button variant="plain" aria-disabled={saving || undefined} onClick={onDraft}>
          Save Draft
        </Button>
        <Button aria-disabled={saving || undefined} onClick={onPublish}>
          Publish
        </Button>
      </div>
    </div>
  )
}
