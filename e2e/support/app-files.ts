import { globSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './server-process.ts'

type Samples = Record<string, string>

const defaults: Samples = {
  '[...nextauth]': 'session',
  '[...path]': 'no/such/call',
}

interface AppFile {
  route: string
  address: string
}

/** Lists pages or handlers in `app/` from the disk, so that tests cover new ones, too. */
export function appFiles(pattern: string, samples: Samples = {}): AppFile[] {
  const known = { ...defaults, ...samples }
  return globSync(pattern, { cwd: path.join(projectRoot, 'app') })
    .toSorted()
    .map((file) => {
      const segments = path.dirname(file).split(path.sep)
      const route = `/${segments.filter((segment) => !/^\(.*\)$|^\.$/.test(segment)).join('/')}`
      return { route, address: route.replace(/\[[^\]]+\]/g, (parameter) => known[parameter] ?? 'x') }
    })
}
