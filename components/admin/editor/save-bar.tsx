import { useId, type ComponentProps } from 'react'
import { Button } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { formatTime } from '#lib/blog/dates.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import type { StoredPost } from './post-fields.ts'
import type { Backup } from './use-unsaved-draft.ts'

interface SaveBarProps {
  draftId: string
  stored: StoredPost | null
  dirty: boolean
  backup: Backup
  /** The time of the last save without leaving the editor. */
  savedAt: string | null
  /** From 0 to 1 during a save, else null. */
  progress: number | null
  onDraft: () => void
  onPublish: () => void
  onPreview: () => void
}

function saveState({ dirty, backup, savedAt, progress }: SaveBarProps): [string, string?] {
  if (progress !== null) return ['Saving…']
  if (!dirty) return [savedAt ? `Saved ${formatTime(savedAt)}` : '']
  if (backup === 'failed') return ['Not saved yet.', 'This browser has no room for a backup.']
  return backup ? ['Not saved yet.', `Backup in this browser, ${formatTime(backup)}`] : ['Not saved yet']
}

export function SaveBar(props: SaveBarProps) {
  const { draftId, stored, dirty, progress, onDraft, onPublish, onPreview } = props
  const saving = progress !== null
  const [state, detail] = saveState(props)
  const previewPath = `/admin/blogs/preview/${stored?.id ?? 'new'}`
  return (
    <div className="editor-save-bar">
      <div className="editor-links">
        <SiteLink href="/admin/blogs" className="link inline-flex min-h-11 items-center font-semibold">
          Back to Blogs
        </SiteLink>
        {stored && <StatusBadge status={stored.published ? 'published' : 'draft'} />}
        {(stored || dirty) && (
          <a
            href={dirty ? `${previewPath}?draft=${draftId}` : previewPath}
            target="_blank"
            className="link inline-flex min-h-11 items-center"
            onClick={onPreview}
          >
            Preview page<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
      </div>
      <div className="editor-save">
        {/* The backup is not announced: its time changes while the author types. */}
        <p className="editor-state" aria-live={dirty && !saving ? 'off' : 'polite'}>
          {state}
          {detail && <span className="editor-state-detail"> {detail}</span>}
        </p>
        {saving && <progress aria-label="Upload" max={1} value={progress} className="editor-progress" />}
        <SaveButton
          label="Save Draft"
          variant="plain"
          effect={stored?.published && 'takes it offline'}
          disabled={saving}
          onClick={onDraft}
        />
        <SaveButton
          label="Publish"
          effect={stored?.published && 'updates the live post'}
          disabled={saving}
          onClick={onPublish}
        />
      </div>
    </div>
  )
}

interface SaveButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'onClick'> {
  label: string
  /** What the button does to a live post; phones have no room to show it. */
  effect: string | false | undefined
  disabled: boolean
}

function SaveButton({ label, effect, disabled, ...rest }: SaveButtonProps) {
  const id = useId()
  return (
    <div className="grid justify-items-center">
      <Button {...rest} aria-disabled={disabled || undefined} aria-describedby={effect ? id : undefined}>
        {label}
      </Button>
      {effect && (
        <span id={id} className="editor-effect">
          {effect}
        </span>
      )}
    </div>
  )
}
