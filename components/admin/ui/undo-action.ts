const UNDO_MS = 15_000

/** For a toast. A double click on “Undo” would undo twice. */
export function undoAction(undo: () => void) {
  let isDone = false
  const onClick = () => {
    if (!isDone) undo()
    isDone = true
  }
  return { action: { label: 'Undo', onClick }, duration: UNDO_MS }
}
