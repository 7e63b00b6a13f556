import { useRef, type FormEvent } from 'react'

const textFields =
  'textarea, input:not([type]), input:is([type=text], [type=email], [type=url], [type=password])'

/** Handlers for a dialog's content: a click outside, which may be accidental, does not close it when it has typed text. */
export function useTypedText({ keepOpen = false } = {}) {
  const hasText = useRef(false)
  return {
    onInput: ({ target }: FormEvent) => {
      if (target instanceof Element && target.matches(textFields)) hasText.current = true
    },
    onInteractOutside: (event: Event) => {
      if (keepOpen || hasText.current) event.preventDefault()
    },
  }
}
