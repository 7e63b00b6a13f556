// Preloaded into a server: every SIGUSR2 moves its clock 90 seconds ahead, which makes cache entries stale.
const STEP_MS = 90_000
let ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0)
process.on('SIGUSR2', () => (ahead += STEP_MS))

const dateNow = Date.now
Date.now = () => dateNow() + ahead
const performanceNow = performance.now.bind(performance)
performance.now = () => performanceNow() + ahead
