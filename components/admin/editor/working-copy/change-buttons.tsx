import { Button } from '#components/ui/button.tsx'

interface ChangeButtonsProps {
  published: boolean
  hasChanges: boolean
  disabled: boolean
  onSave: () => void
  onPublish: () => void
}

export function ChangeButtons({ published, hasChanges, disabled, onSave, onPublish }: ChangeButtonsProps) {
  const isOff = disabled || (published && !hasChanges)
  return (
    <>
      <Button variant="plain" aria-disabled={isOff || undefined} onClick={onSave}>
        Save
      </Button>
      <Button aria-disabled={isOff || undefined} onClick={onPublish}>
        {published ? 'Publish changes' : 'Publish'}
      </Button>
    </>
  )
}
