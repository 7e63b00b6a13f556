import { toast } from 'sonner'

const shown = new Map<string, string | number>()

/** Replaces the last toast on this topic. Sonner drops updates to a toast that is closing, so this creates a new one. */
export function replaceToast(topic: string, show: () => string | number) {
  const last = shown.get(topic)
  if (last !== undefined) toast.dismiss(last)
  shown.set(topic, show())
}

const UNDO_MS = 15_000

/** An undo button for a toast. Ignores the second click of a double click. */
export function undoAction(undo: () => void) {
  let isDone = false
  const onClick = () => {
    if (!isDone) undo()
    isDone = true
  }
  return { action: { label: 'Undo', onClick }, duration: UNDO_MS }
}
