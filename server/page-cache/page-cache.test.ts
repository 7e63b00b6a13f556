import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterEach, expect, it, jest } from '@jest/globals'
import { findRoute } from '#lib/routes.ts'
import { eventually } from '#testing/eventually.ts'
import { sendEntry } from './entry.ts'
import { openPageCache } from './open.ts'
import { PageCache } from './page-cache.ts'
import { toPageRequest } from './page-request.ts'

const closing: (() => void)[] = []
afterEach(() => {
  jest.restoreAllMocks()
  for (const close of closing.splice(0)) close()
})

interface Render {
  body: string
  expiresAt: number
  status?: number
  cacheable?: boolean
}

async function serve(render: (number: number) => Render | Promise<Render>) {
  let renders = 0
  const pageCache = new PageCache({
    maxBytes: 20_000_000,
    freshMs: () => 3_600_000,
    render: async () => {
      const { body, expiresAt, status = 200, cacheable = status === 200 } = await render((renders += 1))
      const headers = { 'content-type': 'text/html' }
      return { status, headers, body: Buffer.from(body), tags: new Set(['about']), cacheable, expiresAt }
    },
  })
  const route = findRoute('/about')
  if (!route) throw new Error('There is no such route')
  const server = createServer((request, response) => {
    if (pageCache.serveHit(request, response, []) === undefined)
      void pageCache
        .read({ route, url: '/about', cached: true }, request)
        .then((entry) => sendEntry(entry, request, response, []))
  }).listen(0)
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const read = async () => {
    const response = await fetch(`http://localhost:${port}/about`, {
      headers: { 'accept-encoding': 'br' },
    })
    return { text: await response.text(), encoding: response.headers.get('content-encoding'), renders }
  }
  return Object.assign(read, { pageCache })
}

it('renders a page again when its content has expired', async () => {
  const endsAt = Date.now() + 60_000
  const read = await serve((number) => ({
    body: `render ${number}`,
    expiresAt: number === 1 ? endsAt : Infinity,
  }))
  const texts = async () => [(await read()).text, (await read()).text]
  expect(await texts()).toEqual(['render 1', 'render 1'])
  jest.spyOn(Date, 'now').mockReturnValue(endsAt)
  expect(await texts()).toEqual(['render 2', 'render 2'])
})

it('renders a page again when the clock was set back by more than it may be fresh', async () => {
  const start = Date.now()
  const read = await serve((number) => ({ body: `render ${number}`, expiresAt: Infinity }))
  expect((await read()).text).toBe('render 1')
  jest.spyOn(Date, 'now').mockReturnValue(start - 2 * 3_600_000)
  expect([(await read()).text, (await read()).text]).toEqual(['render 2', 'render 2'])
})

it('does not let visitors wait for a page again and again while its renders fail', async () => {
  const start = Date.now()
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start)
  const failed = { body: 'failed', expiresAt: Infinity, status: 503 }
  let result: Render | Promise<Render> = { body: 'known', expiresAt: start + 1_000 }
  const read = await serve(() => result)
  const readAt = async (ms: number) => {
    clock.mockReturnValue(start + ms)
    const { text, renders } = await read()
    return [text, renders]
  }
  expect(await readAt(0)).toEqual(['known', 1])
  result = failed
  expect(await readAt(2_000)).toEqual(['known', 2])
  expect(await readAt(6_000)).toEqual(['known', 2])
  const slow = Promise.withResolvers<Render>()
  result = slow.promise
  expect(await readAt(8_000)).toEqual(['known', 3])
  expect(await readAt(16_000)).toEqual(['known', 3])
  slow.resolve(failed)
  result = { body: 'recovered', expiresAt: Infinity }
  let time = 16_000
  await eventually('a recovered page', async () => (await readAt((time += 6_000)))[0] === 'recovered')
  expect(await readAt(time)).toEqual(['recovered', 4])
  result = failed
  read.pageCache.apply({ tags: ['about'], removes: false })
  expect(await readAt(time)).toEqual(['recovered', 5])
  result = { body: 'not cacheable', expiresAt: Infinity, cacheable: false }
  await eventually(
    'the first page of an upstream that is back',
    async () => (await readAt((time += 6_000)))[1] === 6,
  )
  expect((await readAt(time))[0]).toBe('not cacheable')
})

it('renders a failed page before its next response after a change, and later', async () => {
  const start = Date.now()
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start)
  const results: Render[] = []
  const read = await serve(() => results.shift() ?? { body: 'failed', expiresAt: Infinity, status: 500 })
  const textAt = async (ms: number, body?: string) => {
    if (body) results.push({ body, expiresAt: start + ms + 500 })
    clock.mockReturnValue(start + ms)
    return (await read()).text
  }
  expect(await textAt(0, 'first')).toBe('first')
  expect(await textAt(1_000)).toBe('first')
  read.pageCache.apply({ tags: ['about'], removes: false })
  expect(await textAt(2_000, 'changed')).toBe('changed')
  expect(await textAt(3_000)).toBe('changed')
  expect(await textAt(64_000, 'later')).toBe('later')
  expect(await textAt(65_000)).toBe('later')
  read.pageCache.apply({ tags: ['about'], removes: true })
  expect(await textAt(66_000)).toBe('failed')
})

it('shows an outdated page for an hour at most while its renders fail', async () => {
  const start = Date.now()
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start)
  const failed = { body: 'failed', expiresAt: Infinity, status: 503 }
  const read = await serve((number) => (number === 1 ? { body: 'known', expiresAt: start + 500 } : failed))
  const textAt = async (ms: number) => {
    clock.mockReturnValue(start + ms)
    return (await read()).text
  }
  expect(await textAt(0)).toBe('known')
  expect(await textAt(3_600_000)).toBe('known')
  expect(await textAt(3_600_001)).toBe('failed')
})

it('neither stores a page that changed during its render, nor sends it to later requests', async () => {
  const [started, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<Render>()]
  const read = await serve((number) => {
    started.resolve()
    return number === 1 ? slow.promise : { body: 'after the change', expiresAt: Infinity }
  })
  const early = read()
  await started.promise
  read.pageCache.apply({ tags: ['about'], removes: true })
  expect((await read()).text).toBe('after the change')
  slow.resolve({ body: 'before the change', expiresAt: Infinity })
  expect((await early).text).toBe('before the change')
  expect((await read()).text).toBe('after the change')
})

it('renders a page again when it changed while a render failed', async () => {
  const start = Date.now()
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start)
  const [started, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<Render>()]
  const read = await serve((number) => {
    if (number === 1) return { body: 'known', expiresAt: start + 500 }
    started.resolve()
    return number === 2 ? slow.promise : { body: 'changed', expiresAt: Infinity }
  })
  expect((await read()).text).toBe('known')
  clock.mockReturnValue(start + 1_000)
  const early = read()
  await started.promise
  read.pageCache.apply({ tags: ['about'], removes: false })
  slow.resolve({ body: 'failed', expiresAt: Infinity, status: 503 })
  expect((await early).text).toBe('known')
  expect((await read()).text).toBe('changed')
})

it('does not show a page again that was missing when it was last rendered', async () => {
  const start = Date.now()
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start)
  const failed = { body: 'failed', expiresAt: Infinity, status: 503 }
  const missing = { body: 'missing', expiresAt: Infinity, status: 404 }
  const results = [{ body: 'known', expiresAt: start + 500 }, missing]
  const read = await serve(() => results.shift() ?? failed)
  expect((await read()).text).toBe('known')
  clock.mockReturnValue(start + 1_000)
  expect([(await read()).text, (await read()).text]).toEqual(['missing', 'failed'])
})

it('does not store a removed page again when its compression ends', async () => {
  const words = Array.from({ length: 200_000 }, (_, number) => (number * 7919) % 1_000_000).join(' ')
  const read = await serve((number) => ({ body: `render ${number} ${words}`, expiresAt: Infinity }))
  expect((await read()).text).toMatch(/^render 1 /)
  read.pageCache.apply({ tags: ['about'], removes: true })
  const texts: string[] = []
  await eventually('a compressed page', async () => {
    const { text, encoding } = await read()
    texts.push(text.slice(0, 8))
    return encoding === 'br'
  })
  expect(new Set(texts)).toEqual(new Set(['render 2']))
})

it('serves a page compressed without a gap when it is rendered again with the same content', async () => {
  const endsAt = Date.now() + 60_000
  // Compressing it takes longer than the time until the next request.
  const body = Array.from({ length: 200_000 }, (_, number) => (number * 7919) % 1_000_000).join(' ')
  const read = await serve((number) => ({ body, expiresAt: number === 1 ? endsAt : Infinity }))
  await eventually('a compressed page', async () => (await read()).encoding === 'br')
  jest.spyOn(Date, 'now').mockReturnValue(endsAt)
  expect((await read()).renders).toBe(2)
  expect(await read()).toEqual({ text: body, encoding: 'br', renders: 2 })
})

it('caches pages only briefly while changes cannot be read', async () => {
  const start = Date.now()
  const clock = jest.spyOn(Date, 'now')
  let renders = 0
  const changes = { supported: true, readAt: start, subscribe: () => {} }
  const { pageCache } = openPageCache(async (_request, response) => {
    renders += 1
    response.setHeader('content-type', 'text/html').end(`render ${renders}`)
  }, changes)
  const readLater = async (ms: number, unreadMs: number) => {
    clock.mockReturnValue(start + ms)
    changes.readAt = start + ms - unreadMs
    return String(await pageCache.warm('/about'))
  }
  expect(await readLater(0, 0)).toBe('render 1')
  expect(await readLater(70_000, 8_000)).toBe('render 1')
  expect(await readLater(70_000, 12_000)).toBe('render 2')
})

it.each(['/blog/%s', '/blog/%s.md', '/og/blog/%s', '/og/work/%s'])(
  'has one entry for an id in any case: %s',
  (path) => {
    const id = '01a17d5b-5520-759b-b1ae-e0f13faa7810'
    const spellings = [id, id.toUpperCase(), id.replace('a', '%41')]
    const urls = spellings.map((spelling) => toPageRequest(path.replace('%s', spelling))?.url)
    expect(urls).toEqual(spellings.map(() => path.replace('%s', id)))
    expect(toPageRequest('/blog/ABC')?.url).toBe('/blog/ABC')
  },
)
