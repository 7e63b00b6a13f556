import { useSyncExternalStore, useEffect, useEffectEvent } from 'react'

function subscribe(callback: () => void) {
  window.addEventListener('online', callback)
  window.addEventListener('offline', callback)
  return () => {
    window.removeEventListener('online', callback)
    window.removeEventListener('offline', callback)
  }
}

export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

export function useWhenOnline(waiting: boolean, callback: () => void) {
  const onReturn = useEffectEvent(callback)
  useEffect(() => {
    if (!waiting) return
    const listen = () => onReturn()
    window.addEventListener('online', listen)
    return () => window.removeEventListener('online', listen)
  }, [waiting])
}
