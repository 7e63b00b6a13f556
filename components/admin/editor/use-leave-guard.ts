import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { STAFF_ENDED } from '../staff-api.ts'

/** The path a click or a form of this site leads to within the page; null when it is none of ours to hold up. */
function pathOf(event: Event, own: string): string | null {
  const { target } = event
  if (!(target instanceof Element)) return null
  if (target instanceof HTMLFormElement) {
    if (target.method !== 'get') return null
    const fields = [...new FormData(target)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    return `${new URL(target.action).pathname}?${new URLSearchParams(fields)}`
  }
  const link = target.closest('a')
  if (!link || link.target === '_blank' || link.origin !== window.location.origin) return null
  return link.pathname === own ? null : `${link.pathname}${link.search}`
}

/** How to go on where the way was held up. */
type Way = () => void

/** While there is something to lose, every way off the page asks first: links, forms, Back, closing the window. */
export function useLeaveGuard(dirty: boolean) {
  const router = useRouter()
  const [way, setWay] = useState<Way | null>(null)
  /** Not a state: the way has to be free at once, not after the next rendering. */
  const free = useRef(false)

  const onTurn = useEffectEvent((event: Event) => {
    if (!dirty || free.current) return
    if (
      event instanceof MouseEvent &&
      (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    )
      return
    const path = pathOf(event, window.location.pathname)
    if (path === null) return
    event.preventDefault()
    event.stopPropagation()
    setWay(() => () => {
      // Only the public pages are another document.
      if (path.startsWith('/admin')) router.push(path)
      else window.location.assign(path)
    })
  })
  const onTraverse = useEffectEvent((event: NavigateEvent) => {
    if (!dirty || free.current || event.navigationType !== 'traverse' || !event.cancelable) return
    const { key } = event.destination
    event.preventDefault()
    setWay(() => () => window.navigation.traverseTo(key))
  })
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (dirty && !free.current) event.preventDefault()
  })

  useEffect(() => {
    const turn = (event: Event) => onTurn(event)
    const traverse = (event: NavigateEvent) => onTraverse(event)
    const unload = (event: BeforeUnloadEvent) => onUnload(event)
    const end = () => {
      free.current = true
    }
    window.addEventListener('click', turn, true)
    window.addEventListener('submit', turn, true)
    window.addEventListener('beforeunload', unload)
    window.addEventListener(STAFF_ENDED, end)
    // Not in every browser yet; there, what is typed is kept and offered again all the same.
    const navigation = 'navigation' in window ? window.navigation : null
    navigation?.addEventListener('navigate', traverse)
    return () => {
      window.removeEventListener('click', turn, true)
      window.removeEventListener('submit', turn, true)
      window.removeEventListener('beforeunload', unload)
      window.removeEventListener(STAFF_ENDED, end)
      navigation?.removeEventListener('navigate', traverse)
    }
  }, [])

  return {
    asking: way !== null,
    stay: () => setWay(null),
    leave: () => {
      free.current = true
      way?.()
    },
  }
}
