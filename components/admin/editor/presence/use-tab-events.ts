import { useEffect, useEffectEvent } from 'react'
import { BUSY_PRESENCE_INTERVAL_MS } from '#contract/presence.ts'
import { SAVE_REJECTED, SESSION_ENDED, SIGNED_OUT } from '../../events.ts'

interface TabEvents {
  /** At the start, when the tab is shown or hidden, and after a rejected save. */
  onShown: () => void
  onTimer: () => void
  onUse: () => void
  onSessionEnd: () => void
  onLeave: (path: string) => void
}

/** Calls back while the document at `path` is open in this tab; after `onLeave` not until it is shown again. */
export function useTabEvents(path: string | null, events: TabEvents) {
  const onShown = useEffectEvent(events.onShown)
  const onTimer = useEffectEvent(events.onTimer)
  const onUse = useEffectEvent(events.onUse)
  const onSessionEnd = useEffectEvent(events.onSessionEnd)
  const onLeave = useEffectEvent(events.onLeave)

  useEffect(() => {
    if (path === null) return
    let hasLeft = false
    const show = () => {
      if (!hasLeft) onShown()
    }
    const end = () => onSessionEnd()
    // A page that is unloaded becomes hidden after this.
    const leave = () => {
      hasLeft = true
      onLeave(path)
    }
    const comeBack = () => {
      hasLeft = false
      onShown()
    }
    const use = () => onUse()
    const listeners = new AbortController()
    const { signal } = listeners
    show()
    const timer = setInterval(() => {
      if (!hasLeft) onTimer()
    }, BUSY_PRESENCE_INTERVAL_MS)
    window.addEventListener('keydown', use, { capture: true, signal })
    window.addEventListener('pointerdown', use, { capture: true, signal })
    document.addEventListener('visibilitychange', show, { signal })
    window.addEventListener('pageshow', comeBack, { signal })
    window.addEventListener('pagehide', leave, { signal })
    window.addEventListener(SAVE_REJECTED, show, { signal })
    window.addEventListener(SESSION_ENDED, end, { signal })
    window.addEventListener(SIGNED_OUT, end, { signal })
    return () => {
      clearInterval(timer)
      listeners.abort()
      leave()
    }
  }, [path])
}
