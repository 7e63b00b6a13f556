import { targetPath } from '#contract/redirects.ts'

export interface Link {
  source: string
  target: string
}

export interface Problem {
  field: 'from' | 'to'
  message: string
}

interface Chains {
  problems: Map<string, Problem>
  retargets: { source: string; target: string }[]
}

function problemOfTarget({ source, target }: Link, links: ReadonlyMap<string, Link>): Problem | undefined {
  const path = targetPath(target)
  if (path === source) return { field: 'to', message: 'A redirect must not lead to itself.' }
  const next = path === null ? undefined : links.get(path)
  if (!next) return undefined
  if (next.target === '') return { field: 'to', message: `“${path}” is marked as gone (410).` }
  return targetPath(next.target) === source
    ? { field: 'to', message: `“${path}” redirects to “${source}”, so this would be a loop.` }
    : { field: 'to', message: `“${path}” redirects to “${next.target}”. Enter that address instead.` }
}

/** Checks new redirects, which `links` already contains. Older redirects to a new source are changed to its target. */
export function checkChains(links: ReadonlyMap<string, Link>, added: readonly Link[]): Chains {
  const chains: Chains = { problems: new Map(), retargets: [] }
  const isAdded = new Set(added.map(({ source }) => source))
  const followers = new Map<string, Link[]>()
  for (const link of links.values()) {
    const path = targetPath(link.target)
    if (path !== null && !isAdded.has(link.source))
      followers.set(path, [...(followers.get(path) ?? []), link])
  }
  for (const link of added) {
    const problem = problemOfTarget(link, links)
    const leading = followers.get(link.source) ?? []
    const [first] = leading
    if (problem) chains.problems.set(link.source, problem)
    else if (first && link.target === '') {
      const message = `“${first.source}” redirects here. Change or delete that redirect first.`
      chains.problems.set(link.source, { field: 'from', message })
    } else for (const { source } of leading) chains.retargets.push({ source, target: link.target })
  }
  return chains
}
