import { expect, it } from '@jest/globals'

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
