// `npm run bench -- http [sqlite|postgres] [posts]` compares what visitors and staff request from a small and from a large site.
// `rendered` changes settings or a category before each request, so that no page is cached.
import { startPostgres } from '#testing/postgres-server.ts'
import { pageCalls, staffCalls, staffPageCalls } from './calls.ts'
import { compare, type Site } from './compare.ts'
import { failLimits } from './limits.ts'
import { closing, serveSite } from './served-site.ts'
import { openSession } from './sign-in.ts'
import { largeSite, smallSite, type SiteSize } from './site.ts'

const comparison = { runs: 30, warmUp: 5 }
const [database = 'sqlite', posts = largeSite.posts] = process.argv.slice(2)
const sections = ['rendered', 'cached', 'staff pages', 'staff calls'] as const

/** Returns a function that makes a page stale: sitemaps depend on posts, other pages on the settings, too. */
async function openChanges(base: string, headers: Record<string, string>) {
  const read = async (path: string) => (await (await fetch(base + path, { headers })).json()).data
  const put = async (path: string, json: object) => {
    const { status } = await fetch(base + path, { method: 'PUT', headers, body: JSON.stringify(json) })
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
  const settings = await read('/api/settings')
  const [{ id, name, slug }] = await read('/api/categories')
  let changes = 0
  return (pathname: string) => {
    changes += 1
    return pathname.startsWith('/sitemap')
      ? put(`/api/categories/${id}`, { name, slug, description: `Description ${changes}` })
      : put('/api/settings', { ...settings, tagline: `Tagline ${changes}` })
  }
}

async function openSite(
  size: SiteSize,
  databaseUrl: string | undefined,
): Promise<Record<(typeof sections)[number], Site>> {
  const { base, owner } = await serveSite(size, databaseUrl)
  const outdate = await openChanges(base, owner)
  const getWith = (headers: Record<string, string>) => async (pathname: string) => {
    const response = await fetch(base + pathname, { headers, redirect: 'manual' })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${pathname}: ${response.status}`)
  }
  const [get, getAsStaff] = [getWith({}), getWith({ cookie: await openSession(base) })]
  const calls = pageCalls(size)
  return {
    rendered: { calls, get, prepare: outdate },
    cached: { calls, get, prepare: get },
    'staff pages': { calls: staffPageCalls(size), get: getAsStaff },
    'staff calls': { calls: staffCalls(size), get: getAsStaff },
  }
}

try {
  const server = database === 'postgres' ? await startPostgres() : null
  if (server) closing.unshift(() => server.stop())
  const few = await openSite(smallSite, await server?.emptyDatabase())
  const many = await openSite({ ...largeSite, posts: Number(posts) }, await server?.emptyDatabase())
  const slow: string[] = []
  for (const section of sections)
    slow.push(...(await compare(`${database}, ${section}`, few[section], many[section], comparison)))
  if (slow.length > 0) failLimits(`\nMore than twice as slow: ${slow.join('; ')}`)
} finally {
  for (const close of closing) await close()
}
