import { useRef, type RefObject } from 'react'

const openers = new Set<RefObject<Element | null>>()

/** Handlers for a dialog's content: closing it focuses `target`, or the element that had the focus before. */
export function useReturnFocus(target?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      const { activeElement, body } = document
      // A dialog that replaces another one returns the focus to the opener of the first.
      const focused = activeElement === body ? [...openers].at(-1)?.current : activeElement
      opener.current = target?.current ?? focused ?? null
      openers.add(opener)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      openers.delete(opener)
      const element = target?.current ?? opener.current
      if (element instanceof HTMLElement) element.focus()
    },
  }
}
