import clsx from 'clsx'
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
      <StandaloneLink href="/admin/settings/system">System</StandaloneLink>
      <p className="min-w-0 grow text-sm text-muted">
        {saving ? 'Saving…' : dirty ? 'Not saved yet' : savedText}
      </p>
      <Button
        variant="quiet"
        // Keeps its place, so that a second click does not open the system page.
        className={clsx(!dirty && 'invisible')}
        aria-disabled={saving || undefined}
        onClick={() => !saving && onDiscard()}
      >
        Discard
      </Button>
      <Button type="submit" aria-disabled={saving || undefined}>
        Save settings
      </Button>
    </div>
  )
}
