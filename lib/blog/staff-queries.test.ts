import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { sendJson, startFakeUpstream, type FakeUpstream } from '#testing/fake-upstream.ts'
import type { Staff } from '../auth/staff.ts'
import { parseStaffListState } from './staff-list.ts'

let statusOf: (path: string) => number
let upstream: FakeUpstream

const staff: Staff = {
  user: { name: 'Ann', email: 'ann@example.com', role: 'owner' },
  account: 'a',
  token: 't',
}
const at = '2024-03-05T12:00:00.000Z'
const post = {
  ...{ id: 'p', slug: 'p', title: 'P', content: 'x', published: false, createdAt: at },
  author: { name: 'Ann' },
  workingCopy: { version: 2, baseVersion: 1, updatedAt: at, updatedBy: null },
}

beforeAll(async () => {
  upstream = await startFakeUpstream((request, response) => {
    // The change feed polls on its own.
    const status = request.url?.startsWith('/api/changes') ? 404 : statusOf(request.url ?? '')
    sendJson(response, status === 200 ? { data: post } : { error: 'Rejected' }, status)
  })
})
afterAll(() => upstream.close())

/** What the staff pages read after they checked the session, and the messages that this logs. */
async function readAll() {
  const { log } = await import('../log.ts')
  const spies = [jest.spyOn(log, 'error'), jest.spyOn(log, 'warn')]
  const queries = await import('./staff-queries.ts')
  const { hasRevisions } = await import('../revisions/queries.ts')
  const { hasSchedules } = await import('../schedule/queries.ts')
  const { getWritingSettings } = await import('../settings/staff-settings.ts')
  const results = await Promise.all([
    queries.getStaffPage(staff, parseStaffListState(new URLSearchParams())),
    queries.getChangedPost(staff, 'p'),
    queries.listTagNames(staff),
    queries.listAuthorChoices(staff),
    queries.listCategoryOptions(staff),
    hasRevisions(staff, 'p'),
    hasSchedules(staff),
    getWritingSettings(staff),
  ])
  const logged = spies.flatMap(({ mock }) => mock.calls).map(([, message]) => message)
  jest.restoreAllMocks()
  return { results, logged }
}

const nothing = [null, null, [], [], [], false, false, { template: '', publishing: null }]

it('logs nothing when the session ends before the reads of a staff page', async () => {
  statusOf = () => 401
  expect(await readAll()).toEqual({ results: nothing, logged: [] })
  statusOf = (path) => (path === '/api/blogs/p' ? 200 : 401)
  expect(await readAll()).toEqual({ results: nothing, logged: [] })
})

it('logs each read that fails', async () => {
  for (const status of [500, 503]) {
    statusOf = () => status
    const { results, logged } = await readAll()
    expect(results).toEqual(nothing)
    expect(logged).toHaveLength(nothing.length)
  }
})
