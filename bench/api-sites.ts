import { randomUUID } from 'node:crypto'
import { editorCalls, publicCalls, staffCalls, type Calls } from './calls.ts'
import { compare, type Comparison, type Site } from './compare.ts'
import { failLimits } from './limits.ts'
import { pickWords, randomFrom } from './posts.ts'
import type { SiteSize } from './site.ts'

const article = pickWords(randomFrom(9), 1000)

interface Api {
  request(path: string, init?: RequestInit): Promise<Response>
  owner: Record<string, string>
}

type ApiSites = Record<'visitor' | 'staff' | 'editor', Site>

export function apiSites({ request, owner }: Api, size: SiteSize): ApiSites {
  const send = async (path: string, init: RequestInit) => {
    const response = await request(path, init)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
  }
  const site = (calls: Calls, headers: Record<string, string>): Site => ({
    calls,
    get: (path) => send(path, { headers }),
  })
  const random = randomFrom(5)
  const tab = randomUUID()
  /** Two words among those that are there differ from the text before. */
  const write = (path: string) => {
    const text = { title: `Rope ${pickWords(random, 2)}`, content: `${article} ${pickWords(random, 2)}` }
    const body = JSON.stringify(path.endsWith('/working-copy') ? { ...text, tab, automatic: true } : text)
    return send(path, { method: 'PUT', headers: owner, body })
  }
  const staff = site(staffCalls(size), owner)
  const editor: Site = {
    calls: editorCalls(size),
    get: (path) => (path.endsWith('/revisions') ? staff.get(path) : write(path)),
  }
  return { visitor: site(publicCalls(size), {}), staff, editor }
}

export async function compareApis(title: string, one: ApiSites, other: ApiSites, comparison: Comparison) {
  const slow: string[] = []
  for (const who of ['visitor', 'staff', 'editor'] as const)
    slow.push(...(await compare(`${title}, ${who}`, one[who], other[who], comparison)))
  if (slow.length > 0) failLimits(`\nAbove the limit: ${slow.join('; ')}`)
}
