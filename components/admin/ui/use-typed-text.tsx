import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent as ReactKeyboardEvent,
} from 'react'
import { SESSION_ENDING } from '../events.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { onEscape } from './on-escape.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

const textFields =
  'textarea, input:not([type]), input:is([type=text], [type=email], [type=url], [type=password])'

const choices = 'select, input:is([type=radio], [type=checkbox], [type=date], [type=range])'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isTextField = (target: Element): target is Field => target.matches(textFields)

const valueOf = (field: Field) =>
  field.matches('[type=radio], [type=checkbox]') ? String(field.matches(':checked')) : field.value

/** All choices, because a click on one of them changes others and does not focus it in every browser. */
const fieldsOf = (target: Element): Field[] => [
  ...(target.closest('form')?.querySelectorAll<Field>(choices) ?? []),
  ...(isTextField(target) ? [target] : []),
]

interface TypedTextOptions {
  onClose: () => void
  keepOpen?: boolean
  isChanged?: boolean
}

/** Handlers for a dialog's content: with typed text, choices in a form or other changes, a click outside does not close it, and Escape, Back and links ask first. */
export function useTypedText({ onClose, keepOpen = false, isChanged = false }: TypedTextOptions) {
  const firstValues = useRef(new Map<Field, string>())
  const [isAsking, setAsking] = useState(false)
  const hasChanges = () =>
    isChanged ||
    [...firstValues.current].some(([field, value]) => field.isConnected && valueOf(field) !== value)
  const guard = useLeaveGuard(false, { hasMore: hasChanges })
  const isOpen = isAsking || guard.confirming
  const keepEditing = () => {
    setAsking(false)
    guard.stay()
  }
  const onSessionEnding = useEffectEvent((event: Event) => {
    if (hasChanges()) event.preventDefault()
  })
  useEffect(() => {
    const keep = (event: Event) => onSessionEnding(event)
    window.addEventListener(SESSION_ENDING, keep)
    return () => window.removeEventListener(SESSION_ENDING, keep)
  }, [])
  const ask = () => {
    if (!hasChanges()) return false
    // The question listens to the keyboard a moment after it has the focus.
    if (isOpen) keepEditing()
    else setAsking(true)
    return true
  }
  const handlers = {
    onFocus: ({ target }: FocusEvent) => {
      for (const field of fieldsOf(target))
        if (!firstValues.current.has(field)) firstValues.current.set(field, valueOf(field))
    },
    onInteractOutside: (event: Event) => {
      if (keepOpen || hasChanges()) event.preventDefault()
    },
    onEscapeKeyDown: (event: KeyboardEvent) => {
      if (ask()) event.preventDefault()
    },
    onKeyDown: (event: ReactKeyboardEvent) =>
      onEscape(event, () => {
        if (!ask()) onClose()
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
