import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const hierarchies = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max' },
]

interface MemoryGroup {
  /** A command that runs the server in the group; its arguments are Node and the entry file. */
  through: string[]
  remove(): void
}

/** A control group with a memory limit, above which the kernel kills; null when this user cannot create one. */
export function createMemoryGroup(bytes: number): MemoryGroup | null {
  for (const { root, limit } of hierarchies) {
    const folder = path.join(root, `halyard-${process.pid}`)
    if (!existsSync(root)) continue
    try {
      mkdirSync(folder)
      writeFileSync(path.join(folder, limit), String(bytes))
      const join = `echo $$ > ${folder}/cgroup.procs`
      return { through: serveWith(join), remove: () => rmdirSync(folder) }
    } catch {
      if (existsSync(folder)) rmdirSync(folder)
    }
  }
  return null
}

/** Starts the entry as `npm start` does. */
export const serveWith = (before: string) => [
  'sh',
  '-c',
  `${before} && exec sh scripts/serve.sh production "$1"`,
]
