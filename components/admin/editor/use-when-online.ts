import { useEffect, useEffectEvent } from 'react'

/** Calls back when the connection returns, as long as something waits for it. */
export function useWhenOnline(waiting: boolean, callback: () => void) {
  const onReturn = useEffectEvent(callback)
  useEffect(() => {
    if (!waiting) return
    const listen = () => onReturn()
    window.addEventListener('online', listen)
    return () => window.removeEventListener('online', listen)
  }, [waiting])
}
