import { format } from 'node:util'

/** What nobody expected to be printed is a fault that nobody looked at. */
const methods = ['log', 'info', 'warn', 'error', 'debug'].map((name) => [
  name,
  (...args: unknown[]) => {
    throw new Error(`Unexpected console output: ${format(...args)}`)
  },
])
Object.assign(console, Object.fromEntries(methods))
