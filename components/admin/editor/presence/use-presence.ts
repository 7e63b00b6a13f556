import { useRef, useState } from 'react'
import { v4 as createUuid } from 'uuid'
import {
  BUSY_PRESENCE_INTERVAL_MS,
  optionalPresenceSchema,
  PRESENCE_INTERVAL_MS,
  type Presence,
} from '#contract/presence.ts'
import { staffFetch } from '../../api.ts'
import { useTabEvents } from './use-tab-events.ts'

export interface SeenVersions extends Pick<Presence, 'version' | 'copyVersion'> {
  askedAt: number
  /** Seen twice, because the first report may have come between an own save and its response. */
  isConfirmed: boolean
}

function toSeen({ version, copyVersion }: Presence, askedAt: number, before?: SeenVersions): SeenVersions {
  if (before && before.version === version && before.copyVersion === copyVersion)
    return { ...before, isConfirmed: true }
  return { version, copyVersion, askedAt, isConfirmed: false }
}

export interface PresenceState {
  locked: boolean
  wasTaken: boolean
  others: Presence['others']
  turn: number
  seen?: SeenVersions
}

const alone: PresenceState = { locked: false, wasTaken: false, others: [], turn: 0 }

/** A timer may fire a millisecond early. */
const TIMER_TOLERANCE_MS = 100

const nowMs = () => performance.now()
const clockMs = () => Date.now()

const isTakenOverByOwnTab = ({ others }: Presence) =>
  others.some(({ state, isOwn }) => state === 'editing' && isOwn)

/** Reports that this tab has the document open, even while it is hidden. Failed reports are ignored. */
export function usePresence(path: string | null) {
  const [tab] = useState(() => createUuid())
  const [presence, setPresence] = useState(alone)
  const sent = useRef({ isStopped: false, hasEdited: false, isViewing: false, takesOver: false })
  const pace = useRef({ reportedAt: 0, isBusy: false })
  const running = useRef<AbortController>(null)

  const show = (next: Presence, askedAt: number, isClaimed = false) => {
    const { current } = sent
    const { hasEdited } = current
    const locked = next.state === 'viewing'
    setPresence((shown) => ({
      locked,
      wasTaken: locked && (shown.wasTaken || hasEdited),
      others: next.others,
      seen: toSeen(next, askedAt, shown.seen),
      turn: shown.turn + (isClaimed || (shown.locked && !locked) ? 1 : 0),
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
    pace.current.reportedAt = nowMs()
    const askedAt = clockMs()
    const { takesOver } = current
    const state = current.isViewing && !takesOver ? 'viewing' : 'editing'
    try {
      const response = await staffFetch(path, {
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
      pace.current.isBusy = data.others.some(({ isOwn }) => !isOwn)
      if (takesOver) current.takesOver = false
      // This response is older than the claim, which is sent next.
      if (!current.takesOver) {
        if (state === 'viewing' && isTakenOverByOwnTab(data)) current.isViewing = false
        // A save that came before the claim may have been rejected.
        else show(data, askedAt, takesOver && data.state === 'editing')
      }
    } catch {
      return
    } finally {
      running.current = null
    }
    if (current.takesOver || (state === 'viewing' && !current.isViewing)) await report()
  }

  const isDue = (interval: number) => nowMs() - pace.current.reportedAt >= interval - TIMER_TOLERANCE_MS

  useTabEvents(path, {
    onShown: () => void report(),
    onTimer: () => {
      if (isDue(pace.current.isBusy ? BUSY_PRESENCE_INTERVAL_MS : PRESENCE_INTERVAL_MS)) void report()
    },
    // Someone else may have taken over since the last report, so writing does not wait for the next one.
    onUse: () => {
      if (isDue(BUSY_PRESENCE_INTERVAL_MS)) void report()
      else pace.current.isBusy = true
    },
    onSessionEnd: () => {
      sent.current.isStopped = true
      running.current?.abort()
    },
    onLeave: (left) => {
      if (sent.current.isStopped) return
      running.current?.abort()
      const query = new URLSearchParams({ tab })
      void staffFetch(`${left}?${query}`, { method: 'DELETE', keepalive: true }).catch(() => undefined)
    },
  })

  /** Takes effect at once, so that writing does not wait for the server. */
  const claim = () => {
    sent.current.takesOver = true
    sent.current.isViewing = false
    setPresence((shown) => ({ ...shown, locked: false, wasTaken: false, turn: shown.turn + 1 }))
    void report()
  }

  return { ...presence, claim }
}
