import { format } from 'node:util'

/** Unexpected console output fails a test. */
const methods = ['log', 'info', 'warn', 'error', 'debug'].map((name) => [
  name,
  (...args: unknown[]) => {
    throw new Error(`Unexpected console output: ${format(...args)}`)
  },
])
Object.assign(console, Object.fromEntries(methods))
