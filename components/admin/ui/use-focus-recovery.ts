import { useEffect, type RefObject } from 'react'

/** Browsers move focus to `<body>` when the focused element is removed; this moves it to the next row or the fallback. */
export function useFocusRecovery(
  container: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
) {
  useEffect(() => {
    const element = container.current
    if (!element) return
    let focused: Element | null = null
    let focusedRow = -1
    const rows = () => [...element.querySelectorAll('[data-row]')]
    const trackFocus = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null
      focusedRow = rows().findIndex((row) => row.contains(focused))
    }
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      focused = null
      const row = focusedRow < 0 ? undefined : (rows()[focusedRow] ?? rows().at(-1))
      const target = row?.querySelector<HTMLElement>('a, summary, button') ?? fallback.current
      target?.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', trackFocus)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', trackFocus)
      observer.disconnect()
    }
  }, [container, fallback])
}
