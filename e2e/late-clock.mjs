// Loaded into a server before its own code: every SIGUSR2 puts its clock 90 seconds ahead, so that what it keeps is old.
const STEP_MS = 90_000
let ahead = 0
process.on('SIGUSR2', () => (ahead += STEP_MS))

const dateNow = Date.now
Date.now = () => dateNow() + ahead
const performanceNow = performance.now.bind(performance)
performance.now = () => performanceNow() + ahead
