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
  path: '/admin/blogs',
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
    sendJson(response, status === 200 ? { data: { ...post, ...staff.user } } : { error: 'Rejected' }, status)
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
  const results = await Promise.allSettled([
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

const toValue = (result: PromiseSettledResult<unknown>): unknown =>
  result.status === 'fulfilled' ? result.value : null
const toDigest = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' ? result.reason.digest : null

it('leads to the sign-in page when the session ends before the reads of a staff page, and logs nothing', async () => {
  const redirect = expect.stringContaining(';/admin/ended?from=%2Fadmin%2Fblogs;')
  const redirects = { results: nothing.map(() => redirect), logged: [] }
  const read = async () => {
    const { results, logged } = await readAll()
    return { results: results.map(toDigest), logged }
  }
  statusOf = () => 401
  expect(await read()).toEqual(redirects)
  statusOf = (path) => (path === '/api/blogs/p' ? 200 : 401)
  expect(await read()).toEqual(redirects)
})

it('does not sign out when only a read is rejected', async () => {
  statusOf = (path) => (path === '/api/auth/profile' ? 200 : 401)
  const { results, logged } = await readAll()
  expect(results.map(toValue)).toEqual(nothing)
  expect(logged).toHaveLength(nothing.length)
})

it('logs each read that fails', async () => {
  for (const status of [500, 503]) {
    statusOf = () => status
    const { results, logged } = await readAll()
    expect(results.map(toValue)).toEqual(nothing)
    expect(logged).toHaveLength(nothing.length)
  }
})
