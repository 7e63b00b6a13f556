import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { lifecycle } from '#lib/process-context.ts'

const READINESS_MS = 1_000
const SWEEP_MS = 100
/** Number of sweeps without a request before idle connections are closed. Counted instead of timed, because a process may stall. */
const QUIET_SWEEPS = 5
const CLOSE_CONNECTIONS_MS = 9_000
const EXIT_MS = 9_500

const MAX_TURNS_MS = 1_000
const SHORT_TURN_MS = 0.2

/** Closing the listener resets connections that are not accepted yet, so this waits up to a second for a turn of the event loop without a new one. */
async function untilAccepted(server: Server) {
  const until = performance.now() + MAX_TURNS_MS
  let accepted = false
  server.on('connection', () => (accepted = true))
  for (let turnMs = Infinity; (accepted || turnMs > SHORT_TURN_MS) && performance.now() < until;) {
    const started = performance.now()
    accepted = false
    await setImmediate()
    turnMs = performance.now() - started
  }
}

/** A proxy may send a request on an idle connection while it is closed here, and must not repeat a POST. */
async function closeConnections(server: Server, sockets: ReadonlySet<Socket>) {
  let quiet = 0
  server.prependListener('request', () => (quiet = 0))
  lifecycle.closing = true
  // Calls net.Server's close, because http.Server's also closes idle connections.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
  const closeWhenQuiet = async () => {
    // One turn of the event loop reads the data that has arrived.
    await setImmediate()
    quiet += 1
    if (quiet < QUIET_SWEEPS) return
    server.closeIdleConnections()
    // Node does not close connections that have not sent anything yet or that requested an upgrade.
    for (const socket of sockets) if (socket.bytesRead === 0 || socket.writableFinished) socket.destroy()
  }
  const sweep = setInterval(() => void closeWhenQuiet(), SWEEP_MS)
  await closed
  clearInterval(sweep)
}

/** A terminal sends SIGINT, or SIGHUP when it closes. */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const exit = () => process.exit(0)

/** Until the server has started, there is nothing to finish: an interrupted migration is rolled back. */
export function exitOnSignal() {
  for (const signal of signals) process.on(signal, exit)
}

/** Fails `/api/ready` first, so that load balancers stop sending requests before connections close. */
export function shutDownOnSignal(server: Server, stopBackups: () => void, close: () => Promise<void>) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const shutDown = async (readinessMs: number) => {
    if (lifecycle.stopping) return
    lifecycle.stopping = true
    setTimeout(() => process.exit(0), EXIT_MS)
    setTimeout(() => server.closeAllConnections(), CLOSE_CONNECTIONS_MS).unref()
    await wait(readinessMs)
    await untilAccepted(server)
    stopBackups()
    await closeConnections(server, sockets)
    await close()
    process.exit(0)
  }
  for (const signal of signals) {
    process.off(signal, exit)
    process.on(signal, () => void shutDown(signal === 'SIGTERM' ? READINESS_MS : 0))
  }
}
