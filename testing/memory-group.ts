import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const hierarchies = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max' },
]

interface MemoryGroup {
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

export const serveWith = (before: string) => [
  'sh',
  '-c',
  `${before} && exec sh scripts/serve.sh production "$1"`,
]
