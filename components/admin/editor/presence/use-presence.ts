import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { v4 as createUuid } from 'uuid'
import { optionalPresenceSchema, PRESENCE_INTERVAL_MS, type Presence } from '#contract/presence.ts'
import { SESSION_ENDED, SIGNING_OUT } from '../../api.ts'

export interface PresenceState {
  locked: boolean
  wasTaken: boolean
  others: Presence['others']
  turn: number
}

const alone: PresenceState = { locked: false, wasTaken: false, others: [], turn: 0 }

const isTakenOverByOwnTab = ({ others }: Presence) =>
  others.some(({ state, isOwn }) => state === 'editing' && isOwn)

/** Reports that this tab has the document open, even while it is hidden. Failed reports are ignored. */
export function usePresence(path: string | null) {
  const [tab] = useState(() => createUuid())
  const [presence, setPresence] = useState(alone)
  const sent = useRef({ isStopped: false, hasEdited: false, isViewing: false, takesOver: false })
  const running = useRef<AbortController>(null)

  const show = (next: Presence) => {
    const { current } = sent
    const { hasEdited } = current
    const locked = next.state === 'viewing'
    setPresence((shown) => ({
      locked,
      wasTaken: locked && (shown.wasTaken || hasEdited),
      others: next.others,
      turn: shown.turn + (shown.locked && !locked ? 1 : 0),
    }))
    current.isViewing = locked
    current.hasEdited = !locked
  }

  const report = async () => {
    const { current } = sent
    if (path === null || current.isStopped || running.current) return
    if (!navigator.onLine) return
    const controller = new AbortController()
    running.current = controller
    const { takesOver } = current
    const state = current.isViewing && !takesOver ? 'viewing' : 'editing'
    try {
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tab, state, takesOver }),
        signal: controller.signal,
      })
      // The next save handles the ended session; a background report must not interrupt the writer.
      current.isStopped ||= response.status === 401 || response.status === 403
      if (!response.ok) return
      const { data } = optionalPresenceSchema.parse(await response.json())
      if (controller.signal.aborted) return
      if (data === null) {
        current.isStopped = true
        return
      }
      if (takesOver) current.takesOver = false
      if (current.takesOver) return
      if (state === 'viewing' && isTakenOverByOwnTab(data)) current.isViewing = false
      else show(data)
    } catch {
      return
    } finally {
      running.current = null
    }
    if (current.takesOver || (state === 'viewing' && !current.isViewing)) await report()
  }

  const onReport = useEffectEvent(() => void report())
  const stop = useEffectEvent(() => {
    sent.current.isStopped = true
    running.current?.abort()
  })
  const leave = useEffectEvent((left: string) => {
    if (sent.current.isStopped) return
    running.current?.abort()
    const query = new URLSearchParams({ tab })
    void fetch(`${left}?${query}`, { method: 'DELETE', keepalive: true }).catch(() => undefined)
  })

  useEffect(() => {
    if (path === null) return
    const tell = () => onReport()
    const end = () => stop()
    const hide = () => leave(path)
    tell()
    const timer = setInterval(tell, PRESENCE_INTERVAL_MS)
    document.addEventListener('visibilitychange', tell)
    window.addEventListener('pageshow', tell)
    window.addEventListener('pagehide', hide)
    window.addEventListener(SESSION_ENDED, end)
    window.addEventListener(SIGNING_OUT, end)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
      window.removeEventListener('pageshow', tell)
      window.removeEventListener('pagehide', hide)
      window.removeEventListener(SESSION_ENDED, end)
      window.removeEventListener(SIGNING_OUT, end)
      hide()
    }
  }, [path])

  /** Takes effect at once, so that writing does not wait for the server. */
  const claim = () => {
    sent.current.takesOver = true
    sent.current.isViewing = false
    setPresence((shown) => ({ ...shown, locked: false, wasTaken: false, turn: shown.turn + 1 }))
    void report()
  }

  return { ...presence, claim }
}
