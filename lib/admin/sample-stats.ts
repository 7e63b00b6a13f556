import { lastMonths } from '#contract/calendar.ts'
import type { Stats } from '#contract/stats.ts'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

const sampleMonths = (views: number[]): Stats['views']['months'] =>
  lastMonths(views.length, Date.now()).map((month, index) => ({ month, views: views[index] ?? 0 }))

export const sampleStats = (): Stats => ({
  posts: { total: 3, published: 2, draft: 1, recent: 2, before: 1 },
  messages: { total: 12, unread: 12, recent: 5, before: 4 },
  subscribers: { total: 48, recent: 9, before: 6 },
  users: { total: 4, recent: 1, before: 0 },
  views: { recent: 1234, before: 1130, months: sampleMonths([640, 720, 810, 960, 1130, 1234]) },
  activity: [
    { kind: 'message', at: ago(2), name: 'A visitor', subject: 'A sample message', read: false },
    { kind: 'published', at: ago(5), id: 'sample-1', title: 'A published sample post', published: true },
    { kind: 'subscriber', at: ago(26), email: 'reader@example.com' },
    { kind: 'created', at: ago(50), id: 'sample-2', title: 'A sample draft', published: false },
  ],
})
