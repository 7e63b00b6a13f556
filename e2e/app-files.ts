import { globSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './server-process.ts'

/** What stands for a parameter in an address: `[id]` is any post, `[...section]` one of those to come. */
export type Samples = Record<string, string>

const standIns: Samples = {
  '[...section]': 'messages',
  '[...nextauth]': 'session',
  '[...path]': 'no/such/call',
}

export interface AppFile {
  /** As the folders say it: `/api/blogs/[ref]`. */
  route: string
  /** An address that leads to it. */
  address: string
}

/** Every page or handler under a folder of `app/`, read from the disk so that a new one cannot be forgotten. */
export function appFiles(pattern: string, samples: Samples = {}): AppFile[] {
  const known = { ...standIns, ...samples }
  return globSync(pattern, { cwd: path.join(projectRoot, 'app') })
    .toSorted()
    .map((file) => {
      const segments = path.dirname(file).split(path.sep)
      const route = `/${segments.filter((segment) => !/^\(.*\)$|^\.$/.test(segment)).join('/')}`
      return { route, address: route.replace(/\[[^\]]+\]/g, (parameter) => known[parameter] ?? 'x') }
    })
}
