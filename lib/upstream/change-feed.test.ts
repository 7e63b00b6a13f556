import { expect, it, jest } from '@jest/globals'

process.env['LOG_LEVEL'] = 'silent'
const { remoteChangeFeed } = await import('./change-feed.ts')

it('resets everything after a write whose changes cannot be read', async () => {
  let isAway = false
  const { changes, afterWrite, close } = remoteChangeFeed(async () => {
    if (isAway) throw new Error('Away')
    return Response.json({ data: { changes: [], latest: 1, complete: true } })
  })
  const events: string[] = []
  changes.subscribe(({ type }) => events.push(type))
  await afterWrite()
  await afterWrite()
  expect(events).toEqual(['reset'])
  isAway = true
  await afterWrite()
  expect(events).toEqual(['reset', 'reset'])
  close()
})

it('retries later whether the upstream reports changes, because a proxy may have sent the 404', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] })
  let status = 404
  const { changes, afterWrite, close } = remoteChangeFeed(async () =>
    Response.json({ data: { changes: [], latest: 1, complete: true } }, { status }),
  )
  await afterWrite()
  status = 200
  await jest.advanceTimersByTimeAsync(30_000)
  expect(changes.supported).toBe(false)
  await jest.advanceTimersByTimeAsync(31_000)
  expect(changes.supported).toBe(true)
  close()
  jest.useRealTimers()
})

it('reads the changes that it missed while a proxy sent 404', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] })
  let status = 200
  let latest = 1
  const { changes, afterWrite, close } = remoteChangeFeed(async (path) => {
    if (status === 404) return new Response('404 page not found', { status })
    const since = Number(new URLSearchParams(path.split('?')[1]).get('since'))
    const missed = since < latest ? [{ id: latest, tags: ['posts'], removes: true }] : []
    return Response.json({ data: { changes: missed, latest, complete: true } })
  })
  const events: string[] = []
  await afterWrite()
  changes.subscribe(({ type }) => events.push(type))
  status = 404
  await jest.advanceTimersByTimeAsync(3_000)
  latest = 2
  status = 200
  await jest.advanceTimersByTimeAsync(2_000)
  expect(events).toEqual(['change'])
  close()
  jest.useRealTimers()
})
