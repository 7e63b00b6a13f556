/** scripts/bench.mjs tells it from the exit code of an error. */
const OUTSIDE_LIMITS = 2

export function failLimits(message: string) {
  console.error(message)
  process.exitCode = OUTSIDE_LIMITS
}
