import type { KeyboardEvent } from 'react'

/** Closes a dialog by its `onKeyDown`, because Radix listens to the keyboard a moment after the dialog has the focus. */
export function onEscape(event: KeyboardEvent, close: () => void) {
  if (event.key !== 'Escape' || event.isDefaultPrevented()) return
  event.preventDefault()
  close()
}
