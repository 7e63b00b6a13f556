import { expect, it, jest } from '@jest/globals'

process.env['LOG_LEVEL'] = 'silent'
const { remoteChangeFeed } = await import('./change-feed.ts')

it('resets everything after a write whose changes cannot be read', async () => {
  let isAway = false
  const { feed, afterWrite } = remoteChangeFeed(async () => {
    if (isAway) throw new Error('Away')
    return Response.json({ data: { changes: [], latest: 1, complete: true } })
  })
  const events: string[] = []
  feed.subscribe(({ type }) => events.push(type))
  await afterWrite()
  await afterWrite()
  expect(events).toEqual(['reset'])
  isAway = true
  await afterWrite()
  expect(events).toEqual(['reset', 'reset'])
  feed.close()
})

it('retries later whether the upstream reports changes, because a proxy may have sent the 404', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] })
  let status = 404
  const { feed, afterWrite } = remoteChangeFeed(async () =>
    Response.json({ data: { changes: [], latest: 1, complete: true } }, { status }),
  )
  await afterWrite()
  status = 200
  await jest.advanceTimersByTimeAsync(30_000)
  expect(feed.supported).toBe(false)
  await jest.advanceTimersByTimeAsync(31_000)
  expect(feed.supported).toBe(true)
  feed.close()
  jest.useRealTimers()
})
