import { Button } from '#components/ui/button.tsx'

interface ChangeButtonsProps {
  published: boolean
  hasChanges: boolean
  disabled: boolean
  /** The id of the element that says why the user cannot publish. */
  publishBlock: string | undefined
  onSave: () => void
  onPublish: () => void
}

export function ChangeButtons(props: ChangeButtonsProps) {
  const { published, hasChanges, disabled, publishBlock, onSave, onPublish } = props
  const isOff = disabled || (published && !hasChanges)
  return (
    <>
      <Button variant="plain" aria-disabled={isOff || undefined} onClick={onSave}>
        Save
      </Button>
      <Button
        aria-disabled={isOff || Boolean(publishBlock) || undefined}
        aria-describedby={publishBlock}
        onClick={onPublish}
      >
        {published ? 'Publish changes' : 'Publish'}
      </Button>
    </>
  )
}
