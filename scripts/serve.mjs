import { spawn } from 'node:child_process'
import { nodeBinary, root } from './setup.mjs'

/**
 * Left to itself, Node lets garbage pile up in proportion to the machine's memory, and so does malloc for each thread.
 * The site needs little; whoever needs more sets NODE_OPTIONS.
 */
export const memoryArgs = ['--heap-growing-percent=15']
export const memoryEnv = {
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=384',
  MALLOC_ARENA_MAX: '2',
}

/** Hands over to a server on the pinned Node: signals go through, its exit code becomes ours. */
export function serve(entry, env) {
  const child = spawn(nodeBinary, [...memoryArgs, entry], {
    cwd: root,
    stdio: 'inherit',
    env: { ...memoryEnv, ...process.env, ...env },
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
