import type { Stats } from './schema.ts'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

function lastMonths(views: number[]): Stats['views']['months'] {
  const now = new Date()
  return views.map((count, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (views.length - 1 - index), 1))
    return { month: month.toISOString().slice(0, 7), views: count }
  })
}

/** The sample of specification 2, for an upstream that keeps no figures; whatever shows it says so. */
export const sampleStats = (): Stats => ({
  posts: { total: 3, published: 2, draft: 1, recent: 2, before: 1 },
  messages: { total: 12, unread: 12, recent: 5, before: 4 },
  subscribers: { total: 48, recent: 9, before: 6 },
  users: { total: 4, recent: 1, before: 0 },
  views: { recent: 1234, before: 1130, months: lastMonths([640, 720, 810, 960, 1130, 1234]) },
  activity: [
    { kind: 'message', at: ago(2), name: 'A visitor', subject: 'A sample message', read: false },
    { kind: 'published', at: ago(5), id: 'sample-1', title: 'A published sample post', published: true },
    { kind: 'subscriber', at: ago(26), email: 'reader@example.com' },
    { kind: 'created', at: ago(50), id: 'sample-2', title: 'A sample draft', published: false },
  ],
})
