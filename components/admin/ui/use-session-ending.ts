import { useEffect, useEffectEvent } from 'react'
import { SESSION_ENDING } from '../events.ts'

/** Stays on the page at the end of a session while it has something that is not stored anywhere. */
export function useSessionEnding(mustStay: () => boolean) {
  const onSessionEnding = useEffectEvent((event: Event) => {
    if (mustStay()) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: Event) => onSessionEnding(event)
    window.addEventListener(SESSION_ENDING, listen)
    return () => window.removeEventListener(SESSION_ENDING, listen)
  }, [])
}
