import { expect, it } from '@jest/globals'
import { activityListQuerySchema } from './activity.ts'
import { mediaListQuerySchema } from './media.ts'
import { messageListQuerySchema } from './messages.ts'
import { notificationListQuerySchema } from './notifications.ts'
import { postListQuerySchema } from './posts.ts'
import { redirectListQuerySchema } from './redirects.ts'
import { revisionListQuerySchema } from './revisions.ts'
import { staffTagListQuerySchema } from './tags.ts'
import { userListQuerySchema } from './users.ts'

it.each([
  ['activity', activityListQuerySchema, 30, 100],
  ['media', mediaListQuerySchema, 24, 100],
  ['messages', messageListQuerySchema, 10, 100],
  ['notifications', notificationListQuerySchema, 20, 100],
  ['posts', postListQuerySchema, 10, 1000],
  ['redirects', redirectListQuerySchema, 30, 100],
  ['revisions', revisionListQuerySchema, 30, 100],
  ['tags', staffTagListQuerySchema, 50, 200],
  ['users', userListQuerySchema, 20, 1000],
] as const)('lists of %s have at most as many entries per page as allowed', (_what, schema, usual, most) => {
  const limitOf = (limit?: unknown) => schema.parse({ include: 'details', limit }).limit
  expect([undefined, 'x', '0', '1.5'].map(limitOf)).toEqual([usual, usual, usual, usual])
  expect(['1', most, most + 1, '999999'].map(limitOf)).toEqual([1, most, most, most])
})
