import { flushSync } from 'react-dom'

const isTextField = (element: unknown) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Resetting a form replaces the rows of its lists; the field that is edited keeps the focus and selection. */
export function keepFocus(reset: () => void) {
  const field = document.activeElement
  if (!isTextField(field) || !field.form) return reset()
  const { form, name, selectionStart, selectionEnd } = field
  flushSync(reset)
  const shown = form.elements.namedItem(name)
  if (!isTextField(shown)) return
  shown.focus({ preventScroll: true })
  if (selectionStart !== null) shown.setSelectionRange(selectionStart, selectionEnd)
}
