import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { followLink } from '#components/ui/link-navigation.tsx'
import { DRAFTS_DISCARDED, SESSION_ENDED } from '../events.ts'

/** A page and a dialog on it ask in turn; staying in one of them stops both. */
const STAYED = 'staff:stayed'

/** Null for other sites, new tabs, links within the page and the pages of a list in a dialog. */
function targetPath(event: Event, current: string): string | null {
  const { target } = event
  if (!(target instanceof Element) || target.closest('[data-stays]')) return null
  if (target instanceof HTMLFormElement) {
    if (target.method !== 'get') return null
    const fields = [...new FormData(target)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    return `${new URL(target.action).pathname}?${new URLSearchParams(fields)}`
  }
  const link = target.closest('a')
  if (!link || link.target === '_blank' || link.origin !== window.location.origin) return null
  return link.pathname === current ? null : `${link.pathname}${link.search}${link.hash}`
}

interface LeaveOptions {
  /** True when the page saves its changes as it is left. */
  canLeave?: () => boolean
  /** Unsaved text outside of the document, such as a note. */
  hasMore?: () => boolean
  /** True when another query of this path, such as a filter, loses nothing. */
  staysOnPath?: boolean
}

export function useLeaveGuard(dirty: boolean, options: LeaveOptions = {}) {
  const { canLeave = () => false, hasMore = () => false, staysOnPath = false } = options
  const [proceed, setProceed] = useState<(() => void) | null>(null)
  /** A ref, because it must apply before the next render. */
  const isAllowed = useRef(false)

  const mayLeave = () => isAllowed.current || !((dirty && !canLeave()) || hasMore())

  const onNavigate = useEffectEvent((event: Event) => {
    if (mayLeave() || event.defaultPrevented) return
    if (
      event instanceof MouseEvent &&
      (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    )
      return
    const path = targetPath(event, window.location.pathname)
    if (path === null) return
    event.preventDefault()
    event.stopPropagation()
    setProceed(() => () => {
      // The public site has another root layout, so the router cannot go there.
      if (path.startsWith('/admin')) followLink(path)
      else window.location.assign(path)
    })
  })
  const onTraverse = useEffectEvent((event: NavigateEvent) => {
    if (mayLeave() || !event.cancelable || event.defaultPrevented) return
    const { key, url } = event.destination
    if (staysOnPath && new URL(url).pathname === window.location.pathname) return
    event.preventDefault()
    setProceed(() => () => {
      // Another guard may stop it.
      for (const result of Object.values(window.navigation.traverseTo(key))) result.catch(() => undefined)
    })
  })
  const leave = () => {
    isAllowed.current = true
    proceed?.()
  }
  const onSaved = useEffectEvent(() => {
    if (proceed && !hasMore()) leave()
  })
  // A save that ends while the question is open answers it.
  useEffect(() => {
    if (!dirty) onSaved()
  }, [dirty])
  // Loading a new document, the router leaves the page while it renders, when no effect event can be called.
  const latestMayLeave = useRef(mayLeave)
  useEffect(() => {
    latestMayLeave.current = mayLeave
  })

  useEffect(() => {
    const navigate = (event: Event) => onNavigate(event)
    const traverse = (event: NavigateEvent) => event.navigationType === 'traverse' && onTraverse(event)
    const unload = (event: BeforeUnloadEvent) => {
      if (!latestMayLeave.current()) event.preventDefault()
    }
    const end = () => {
      isAllowed.current = true
    }
    const askAgain = () => {
      isAllowed.current = false
    }
    const controller = new AbortController()
    const { signal } = controller
    for (const type of ['click', 'submit']) window.addEventListener(type, navigate, { capture: true, signal })
    window.addEventListener('beforeunload', unload, { signal })
    window.addEventListener(STAYED, askAgain, { signal })
    for (const type of [SESSION_ENDED, DRAFTS_DISCARDED]) window.addEventListener(type, end, { signal })
    // Browsers without the Navigation API still have the backup in local storage.
    const navigation = 'navigation' in window ? window.navigation : null
    navigation?.addEventListener('navigate', traverse, { signal })
    return () => controller.abort()
  }, [])

  return {
    allow: () => {
      isAllowed.current = true
    },
    confirming: proceed !== null,
    stay: () => {
      setProceed(null)
      window.dispatchEvent(new Event(STAYED))
    },
    leave: () => {
      setProceed(null)
      leave()
    },
  }
}
