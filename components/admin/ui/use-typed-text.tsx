import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react'
import { SESSION_ENDING } from '../api.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

const textFields =
  'textarea, input:not([type]), input:is([type=text], [type=email], [type=url], [type=password])'

type TextField = HTMLInputElement | HTMLTextAreaElement

const isTextField = (target: Element): target is TextField => target.matches(textFields)

interface TypedTextOptions {
  onClose: () => void
  keepOpen?: boolean
  isChanged?: boolean
}

/** Handlers for a dialog's content: with typed text or other changes, a click outside does not close it, and Escape, Back and links ask first. */
export function useTypedText({ onClose, keepOpen = false, isChanged = false }: TypedTextOptions) {
  const firstValues = useRef(new Map<TextField, string>())
  const [isAsking, setAsking] = useState(false)
  const hasText = () =>
    isChanged || [...firstValues.current].some(([field, value]) => field.isConnected && field.value !== value)
  const guard = useLeaveGuard(false, { hasMore: hasText })
  const onSessionEnding = useEffectEvent((event: Event) => {
    if (hasText()) event.preventDefault()
  })
  useEffect(() => {
    const keep = (event: Event) => onSessionEnding(event)
    window.addEventListener(SESSION_ENDING, keep)
    return () => window.removeEventListener(SESSION_ENDING, keep)
  }, [])
  const handlers = {
    onFocus: ({ target }: FocusEvent) => {
      if (isTextField(target) && !firstValues.current.has(target))
        firstValues.current.set(target, target.value)
    },
    onInteractOutside: (event: Event) => {
      if (keepOpen || hasText()) event.preventDefault()
    },
    onEscapeKeyDown: (event: KeyboardEvent) => {
      if (!hasText()) return
      event.preventDefault()
      setAsking(true)
    },
  }
  const question = (
    <ConfirmDialog
      open={isAsking || guard.confirming}
      title="Discard your changes?"
      question="This dialog has changes that are not saved. They are lost when you close it."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      destructive
      onClose={() => {
        setAsking(false)
        guard.stay()
      }}
      onConfirm={() => {
        onClose()
        if (guard.confirming) guard.leave()
      }}
    />
  )
  return { handlers, question }
}
