import { lastMonths } from '#contract/calendar.ts'
import type { Stats, Views } from '#contract/stats.ts'
import { HOUR_MS } from '#contract/time.ts'

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

const sampleMonths = (views: number[]): Views['months'] =>
  lastMonths(views.length, Date.now()).map((month, index) => ({ month, views: views[index] ?? 0 }))

const sampleEntry = (
  kind: string,
  hours: number,
  object: { type: string; name: string },
): Stats['activity'][number] => ({
  id: `sample-${hours}`,
  at: ago(hours),
  kind,
  person: null,
  object: { ...object, id: '', deleted: false },
})

export const sampleStats = (): Stats => ({
  posts: { total: 3, published: 2, draft: 1, recent: 2, before: 1 },
  messages: { total: 12, unread: 12, recent: 5, before: 4 },
  subscribers: { total: 48, recent: 9, before: 6 },
  caseStudies: { total: 3, published: 3 },
  users: { total: 4, recent: 1, before: 0 },
  views: {
    recent: 1234,
    before: 1130,
    finished: 1190,
    finishedBefore: 1092,
    months: sampleMonths([640, 720, 810, 960, 1130, 1234]),
  },
  activity: [
    {
      ...sampleEntry('message.received', 2, { type: 'message', name: 'A sample message' }),
      person: { id: null, name: 'A visitor' },
      status: 'pending',
    },
    {
      ...sampleEntry('post.published', 5, { type: 'post', name: 'A published sample post' }),
      status: 'published',
    },
    sampleEntry('subscriber.added', 26, { type: 'subscriber', name: 'reader@example.com' }),
    { ...sampleEntry('post.created', 50, { type: 'post', name: 'A sample draft' }), status: 'draft' },
  ],
})
