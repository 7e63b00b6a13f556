import { useState, type KeyboardEvent as ReactKeyboardEvent } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { onEscape } from './on-escape.ts'
import { useChangedFields } from './use-changed-fields.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

interface TypedTextOptions {
  onClose: () => void
  keepOpen?: boolean
  isChanged?: boolean
  busy?: boolean
}

/** Handlers for a dialog's content: with typed text, choices in a form or other changes, a click outside does not close it, and Escape, Back and links ask first. */
export function useTypedText(options: TypedTextOptions) {
  const { onClose, keepOpen = false, isChanged = false, busy = false } = options
  const { hasChanges, onFocus } = useChangedFields(isChanged)
  const [isAsking, setAsking] = useState(false)
  const guard = useLeaveGuard(false, { hasMore: hasChanges })
  const isOpen = isAsking || guard.confirming
  const keepEditing = () => {
    setAsking(false)
    guard.stay()
  }
  const ask = () => {
    if (!hasChanges()) return false
    // The question listens to the keyboard a moment after it has the focus.
    if (isOpen) keepEditing()
    else setAsking(true)
    return true
  }
  const handlers = {
    onFocus,
    onInteractOutside: (event: Event) => {
      if (keepOpen || hasChanges()) event.preventDefault()
    },
    onEscapeKeyDown: (event: KeyboardEvent) => {
      if (busy || ask()) event.preventDefault()
    },
    onKeyDown: (event: ReactKeyboardEvent) =>
      onEscape(event, () => {
        if (!busy && !ask()) onClose()
      }),
  }
  const question = (
    <ConfirmDialog
      open={isOpen}
      title="Discard your changes?"
      question="This dialog has changes that are not saved. They are lost when you close it."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      destructive
      onClose={keepEditing}
      onConfirm={() => {
        setAsking(false)
        onClose()
        if (guard.confirming) guard.leave()
      }}
    />
  )
  return { handlers, question }
}
