import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals'
import type { ChangeEvent } from '#contract/changes.ts'
import { normalizePath } from '#contract/redirects.ts'
import { sendJson, startFakeUpstream, type FakeUpstream } from '#testing/fake-upstream.ts'
import type { UpstreamChanges } from '../upstream/change-feed.ts'
import type * as Hits from './hits.ts'
import type * as RedirectMapModule from './redirect-map.ts'

/** A real upstream server that counts its reads, and stores the hits that it receives. */
let entries: { id: string; from: string; to: string; status: number }[]
let respond: (response: ServerResponse) => void
let reads: number
let counted: {
  hits: { id: string; count: number }[]
  automatic: object[]
  missing: { path: string; count: number }[]
}[]
let upstream: FakeUpstream
let redirectMap: typeof RedirectMapModule
let hits: typeof Hits

beforeAll(async () => {
  upstream = await startFakeUpstream((request, response) => {
    if (request.url === '/api/redirects/map') {
      reads += 1
      return respond(response)
    }
    if (request.url !== '/api/redirects/hits') return sendJson(response, { error: 'Not found' }, 404)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      counted.push(JSON.parse(Buffer.concat(chunks).toString()))
      response.writeHead(204).end()
    })
  })
  // A loaded machine exceeds the two seconds that pages wait for redirects.
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  redirectMap = await import('./redirect-map.ts')
  hits = await import('./hits.ts')
  reset()
  // The first request of a process opens its connection, which may take longer than the limit on a loaded machine.
  await openMap().map.find('/first')
})

function reset() {
  entries = [{ id: '1', from: '/old', to: '/new', status: 301 }]
  respond = (response) => sendJson(response, { data: entries })
  reads = 0
  counted = []
}

beforeEach(reset)

afterAll(() => upstream.close())

function openMap() {
  const listeners: ((event: ChangeEvent) => void)[] = []
  const changes: UpstreamChanges = {
    supported: true,
    readAt: 0,
    subscribe: (listener) => void listeners.push(listener),
  }
  const change = (...tags: string[]) => {
    for (const listener of listeners) listener({ type: 'change', change: { id: 1, tags, removes: false } })
  }
  return { map: redirectMap.openRedirectMap(changes), change }
}

it('reads the redirects once for any number of made-up paths', async () => {
  const { map } = openMap()
  expect(reads).toBe(0)
  expect(await map.find('/made-up')).toBeNull()
  const paths = Array.from({ length: 10_000 }, (_, n) => `/made-up/${n}%C3%BC`)
  expect((await Promise.all(paths.map(map.find))).every((found) => found === null)).toBe(true)
  for (const hostile of ['/%', '/%ff', `/${'%C3%BC'.repeat(100_000)}`, '//old', '/old%2F', '/\ud800'])
    expect(await map.find(hostile)).toBeNull()
  expect(await map.find('/%6Fld/')).toEqual(entries[0])
  expect(reads).toBe(1)
})

it('finds the redirect of a folder for its index file, unless that has its own', async () => {
  const { map } = openMap()
  expect((await map.find('/old/index.html'))?.to).toBe('/new')
  expect([await map.find('/index.html'), await map.find('/other/index.html')]).toEqual([null, null])
  entries = [...entries, { id: '2', from: '/old/index.html', to: '/own', status: 301 }]
  expect((await openMap().map.find('/old/index.html'))?.to).toBe('/own')
})

it.each(['/a/index.html', '/a/index.html?from=a#top', '/\u00fc/index.html', '/%C3%BC/index.html'])(
  'does not redirect %s to itself when a folder leads there',
  async (to) => {
    const file = normalizePath(new URL(to, 'http://site').pathname) ?? ''
    entries = [{ id: '1', from: file.replace('/index.html', ''), to, status: 301 }]
    const { map } = openMap()
    expect((await map.find(entries[0]?.from ?? ''))?.to).toBe(to)
    expect(await map.find(file)).toBeNull()
  },
)

it('does not read for paths that the site reserves', async () => {
  entries.push({ id: '2', from: '/api/x', to: '/new', status: 301 })
  const { map } = openMap()
  for (const path of ['/api/x', '/_next/static/x.js', '/admin/x', '/about'])
    expect(await map.find(path)).toBeNull()
  expect(reads).toBe(0)
  expect(await map.find('/%61pi/x')).toBeNull()
})

it('reloads them after a change of redirects, but not after other changes', async () => {
  const { map, change } = openMap()
  await map.find('/old')
  change('posts', 'settings')
  await map.find('/old')
  expect(reads).toBe(1)
  entries = []
  change('redirects')
  expect(await map.find('/old')).toBeNull()
  change('*')
  await map.find('/old')
  expect(reads).toBe(3)
})

it('reloads them after a change of their targets, even during a load', async () => {
  const targets = ['/blog/a#b', '/work/c', '/authors/d', '/blog?tag=e']
  entries = targets.map((to, at) => ({ id: String(at), from: `/${at}`, to, status: 301 }))
  const { map, change } = openMap()
  await map.find('/0')
  change('post:other', 'author:other', 'tag:e')
  await map.find('/0')
  expect(reads).toBe(1)
  for (const tag of ['post:a', 'case-studies', 'author:d', 'posts']) {
    change(tag)
    const before = reads
    await map.find('/0')
    expect([tag, reads - before]).toEqual([tag, 1])
  }
  const started = Promise.withResolvers<ServerResponse>()
  respond = (response) => started.resolve(response)
  change('redirects')
  const slow = map.find('/0')
  const held = await started.promise
  change('post:a')
  respond = (response) => sendJson(response, { data: entries })
  sendJson(held, { data: entries })
  await slow
  const before = reads
  await map.find('/0')
  expect(reads - before).toBe(1)
})

it('does not use data that was read before a change', async () => {
  const { map, change } = openMap()
  const started = Promise.withResolvers<ServerResponse>()
  respond = (response) => started.resolve(response)
  const before = map.find('/old')
  const slow = await started.promise
  respond = (response) => sendJson(response, { data: [] })
  change('redirects')
  expect(await map.find('/old')).toBeNull()
  sendJson(slow, { data: entries })
  expect(await before).toEqual(entries[0])
  expect(await map.find('/old')).toBeNull()
  expect(reads).toBe(2)
})

it.each([500, 404])('keeps the last redirects while the upstream responds with %d', async (status) => {
  const { map, change } = openMap()
  await map.find('/old')
  respond = (response) => sendJson(response, { error: 'Failed' }, status)
  change('redirects')
  expect(await map.find('/old')).toEqual(entries[0])
  const afterFailure = reads
  await map.find('/old')
  expect(reads).toBe(afterFailure)
})

it('has none when the upstream lacks the call', async () => {
  const { map } = openMap()
  respond = (response) => sendJson(response, { error: 'Not found' }, 404)
  expect([await map.find('/old'), await map.find('/old'), reads]).toEqual([null, null, 1])
})

const header = (headers: Record<string, string>) => (name: string) => headers[name] ?? null

it('counts missing addresses in batches of limited size', async () => {
  for (let n = 0; n < 10_000; n += 1) hits.countMissingAddress(`/made-up/${n}`, header({}))
  hits.countRedirectHit('7')
  hits.countRedirectHit('7')
  hits.countAutomaticRedirect('/blog/old?utm=x')
  hits.countAutomaticRedirect('/blog/Old/')
  hits.countAutomaticRedirect('/blog?category=Knots&page=2')
  hits.countAutomaticRedirect('/blog?tag=x%00')
  hits.countAutomaticRedirect(`/blog?tag=${'x'.repeat(301)}`)
  await hits.flushRedirectHits()
  expect(counted).toHaveLength(1)
  expect(counted[0]?.missing).toHaveLength(300)
  expect(counted[0]?.hits).toEqual([{ id: '7', count: 2 }])
  expect(counted[0]?.automatic).toEqual([
    { kind: 'post', slug: 'old', count: 2 },
    { kind: 'category', slug: 'knots', count: 1 },
  ])
  await hits.flushRedirectHits()
  expect(counted).toHaveLength(1)
})

it('counts a path without its query, with the referring host and no personal data', async () => {
  const referer = 'https://www.Example.com/secret?q=1'
  hits.countMissingAddress('/lost/', header({ referer }))
  hits.countMissingAddress('/lost', header({}))
  hits.countMissingAddress('/opened', header({ 'sec-fetch-dest': 'document' }))
  hits.countMissingAddress('/program', header({ referer: 'no address' }))
  for (const name of ['dnt', 'sec-gpc']) hits.countMissingAddress('/opted-out', header({ [name]: '1' }))
  hits.countMissingAddress('/prefetched', header({ 'sec-purpose': 'prefetch' }))
  for (const path of [
    '/ada@example.com',
    '/call/0301234567',
    `/reset/${'a1'.repeat(16)}`,
    '/api/x',
    '/.well-known/x',
    '/blog',
    '/%',
    `/${'x'.repeat(300)}`,
  ])
    hits.countMissingAddress(path, header({}))
  await hits.flushRedirectHits()
  expect(counted[0]?.missing).toEqual([
    { path: '/lost', referrer: 'example.com', linked: true, count: 2 },
    { path: '/opened', referrer: '', linked: true, count: 1 },
    { path: '/program', referrer: '', linked: false, count: 1 },
  ])
})
