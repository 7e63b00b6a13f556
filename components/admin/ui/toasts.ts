import { toast } from 'sonner'

const shown = new Map<string, string | number>()

/** Replaces the last toast on this topic. Sonner drops updates to a toast that is closing, so this creates a new one. */
export function replaceToast(topic: string, show: () => string | number) {
  const last = shown.get(topic)
  if (last !== undefined) toast.dismiss(last)
  shown.set(topic, show())
}

const UNDO_MS = 15_000

/** Sonner returns the focus when its button loses it, not when the toast disappears with the button. */
function leaveToast() {
  const { activeElement, body } = document
  if (!(activeElement instanceof HTMLElement) || !activeElement.closest('[data-sonner-toaster]')) return
  activeElement.blur()
  if (document.activeElement === body) document.getElementById('main')?.focus({ preventScroll: true })
}

/** An undo button for a toast. Ignores the second click of a double click. */
export function undoAction(undo: () => void) {
  let isDone = false
  const onClick = () => {
    if (isDone) return
    isDone = true
    leaveToast()
    undo()
  }
  return { action: { label: 'Undo', onClick }, duration: UNDO_MS }
}
