import { useRef, type RefObject } from 'react'

/** Handlers for a dialog's content: closing it focuses `target`, or the element that had the focus before. */
export function useReturnFocus(target?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const element = target?.current ?? opener.current
      if (element instanceof HTMLElement) element.focus()
    },
  }
}
