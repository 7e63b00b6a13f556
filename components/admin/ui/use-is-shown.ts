import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onRouterTransition } from '#lib/router-transitions.ts'

/** Whether the component is still mounted, because a person may have left the page while a request was made. */
export function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** Also false while another page is loading: a change of the URL would cancel that navigation. */
export function useIsShown() {
  const isShown = useRef(false)
  const pathname = usePathname()
  const [transitions, setTransitions] = useState(0)
  const onStart = useEffectEvent((url: string) => {
    isShown.current = new URL(url, window.location.href).pathname === pathname
    // Applied with the navigation, so the effect below runs if a redirect leads back to this page.
    setTransitions((count) => count + 1)
  })
  useEffect(() => onRouterTransition((url) => onStart(url)), [])
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [transitions])
  return isShown
}
