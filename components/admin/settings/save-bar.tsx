import { Button } from '#components/ui/button.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'

interface SaveBarProps {
  dirty: boolean
  saving: boolean
  savedText: string
  onDiscard: () => void
}

export function SaveBar({ dirty, saving, savedText, onDiscard }: SaveBarProps) {
  return (
    <div className="settings-save-bar">
      <p className="min-w-0 grow text-sm text-muted" aria-live="polite">
        {saving ? 'Saving…' : dirty ? 'Not saved yet' : savedText}
      </p>
      <StandaloneLink href="/admin/settings/system">System</StandaloneLink>
      {dirty && (
        <Button variant="quiet" aria-disabled={saving || undefined} onClick={() => !saving && onDiscard()}>
          Discard
        </Button>
      )}
      <Button type="submit" aria-disabled={saving || undefined}>
        Save settings
      </Button>
    </div>
  )
}
