import { useEffect, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isPlainClick } from '#components/ui/link.tsx'

/** Moves the focus of a removed element, which browsers give to `<body>`, to the next row of the page or the fallback. */
export function useFocusRecovery(
  container: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
) {
  useEffect(() => {
    const element = container.current
    if (!element) return
    let focused: Element | null = null
    let focusedRow = -1
    let focusedPath = ''
    const rows = () => [...element.querySelectorAll<HTMLElement>('[data-row]')]
    const trackFocus = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null
      focusedRow = rows().findIndex((row) => row.contains(focused))
      focusedPath = window.location.pathname
    }
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      focused = null
      const isOnPage = focusedRow >= 0 && focusedPath === window.location.pathname
      const row = isOnPage ? (rows()[focusedRow] ?? rows().at(-1)) : undefined
      const target =
        row?.querySelector<HTMLElement>('a, summary, button') ??
        (row?.matches('[tabindex]') ? row : fallback.current)
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

const shownPath = () => window.location.pathname + window.location.search

interface FollowedLink {
  href: string
  index: number
}

/** Back and Forward focus the link by which the page was left, unless the focus is elsewhere. */
export function useLinkFocus(container: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = container.current
    if (!element) return
    const followed = new Map<string, FollowedLink>()
    let wanted: FollowedLink | undefined
    const linksTo = (href: string) => [
      ...element.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(href)}"]`),
    ]
    const focusWanted = () => {
      const { activeElement, body } = document
      if (!wanted || (activeElement !== body && activeElement !== element)) return
      const links = linksTo(wanted.href)
      const link = links[wanted.index] ?? links[0]
      if (!link) return
      wanted = undefined
      link.focus()
    }
    const observer = new MutationObserver(focusWanted)
    const controller = new AbortController()
    const { signal } = controller
    const forget = () => {
      wanted = undefined
    }
    const onClick = (event: MouseEvent) => {
      const { target } = event
      const link = target instanceof Element ? target.closest('a') : null
      if (!link || link.target === '_blank' || !isPlainClick(event)) return
      const href = link.getAttribute('href') ?? ''
      const index = link.pathname === window.location.pathname ? -1 : linksTo(href).indexOf(link)
      if (index >= 0) followed.set(shownPath(), { href, index })
      else followed.delete(shownPath())
    }
    // Only entries of the router have a state: a link to a part of the page causes the event, too.
    const onTraverse = ({ state }: PopStateEvent) => {
      if (state !== null) wanted = followed.get(shownPath())
    }
    document.addEventListener('click', onClick, { capture: true, signal })
    for (const type of ['keydown', 'pointerdown', 'wheel'])
      window.addEventListener(type, forget, { capture: true, passive: true, signal })
    window.addEventListener('popstate', onTraverse, { signal })
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      controller.abort()
      observer.disconnect()
    }
  }, [container])
}

export function isFocusWithin(element: Element | null | undefined): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || element?.contains(activeElement) === true
}

/** Radix focuses the first control, which in a group of radio buttons need not be the checked one. */
function focusCheckedRadio(event: Event) {
  if (!(event.target instanceof HTMLElement)) return
  const first = event.target.querySelector('a, button, input, select, textarea')
  const checked = event.target.querySelector<HTMLInputElement>('input[type="radio"]:checked')
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio' || first.name !== checked?.name) return
  event.preventDefault()
  checked.focus()
}

const openers = new Set<RefObject<Element | null>>()

/** Handlers for a dialog's content: closing it focuses `target`, or the element that had the focus before. */
export function useReturnFocus(target?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      const { activeElement, body } = document
      // A dialog that replaces another one returns the focus to the opener of the first.
      const focused = activeElement === body ? [...openers].at(-1)?.current : activeElement
      opener.current = target?.current ?? focused ?? null
      openers.add(opener)
      focusCheckedRadio(event)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      openers.delete(opener)
      const element = target?.current ?? opener.current
      if (element instanceof HTMLElement) element.focus()
    },
  }
}

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
