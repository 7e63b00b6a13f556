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
