/**
 * Compares public pages of a small and of a large site over HTTP: `npm run bench -- visitor [posts]`.
 * `rendered` changes the settings before each request, so that no page is cached.
 */
import { pageCalls } from './calls.ts'
import { compare, type Site } from './compare.ts'
import { closing, serveSite } from './served-site.ts'
import { largeSite, smallSite, type SiteSize } from './site.ts'

const RUNS = 20
const large = { ...largeSite, posts: Number(process.argv[2] ?? largeSite.posts), revisions: 1 }

/** Returns a function that makes every page stale. */
async function openSettings(base: string, headers: Record<string, string>) {
  const url = `${base}/api/settings`
  const { data } = await (await fetch(url, { headers })).json()
  let changes = 0
  return async () => {
    const body = JSON.stringify({ ...data, tagline: `Tagline ${(changes += 1)}` })
    const { status } = await fetch(url, { method: 'PUT', headers, body })
    if (status !== 200) throw new Error(`${url}: ${status}`)
  }
}

async function openSite(size: SiteSize): Promise<Record<'rendered' | 'cached', Site>> {
  const { base, owner } = await serveSite(size)
  const outdate = await openSettings(base, owner)
  const get = async (pathname: string) => {
    const response = await fetch(base + pathname)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${pathname}: ${response.status}`)
  }
  const calls = pageCalls(size)
  return { rendered: { calls, get, prepare: outdate }, cached: { calls, get, prepare: get } }
}

try {
  const [few, many] = [await openSite(smallSite), await openSite(large)]
  const slow = [
    ...(await compare('rendered', few.rendered, many.rendered, { runs: RUNS })),
    ...(await compare('cached', few.cached, many.cached, { runs: RUNS })),
  ]
  if (slow.length > 0) console.log(`\nMore than twice as slow: ${slow.join(', ')}`)
} finally {
  for (const close of closing) await close()
}
