import { Hono } from 'hono'
import { sql } from 'kysely'
import { addDays, siteTimeZone, startOfDay, toDay } from '#contract/calendar.ts'
import { parseInput } from '#contract/errors.ts'
import {
  calendarQuerySchema,
  MAX_CALENDAR_POSTS,
  type Calendar,
  type CalendarPost,
  type CalendarQuery,
} from '#contract/schedule.ts'
import { toIso } from '#contract/time.ts'
import { requireAbility } from '../accounts/authenticate.ts'
import type { Db } from '../db/open.ts'
import type { AppEnv } from '../http/env.ts'
import { isListed } from '../posts/removed.ts'
import { RETRY_MS } from './fire.ts'

/** Of a post with both times only the first one can have failed. */
const isNext = ({ publish_at }: { publish_at: number | null }, kind: CalendarPost['kind']) =>
  kind === 'scheduled' || (kind === 'offline' && publish_at === null)

async function readCalendar(db: Db, { from, to }: CalendarQuery): Promise<Calendar> {
  const start = startOfDay(from)
  const end = startOfDay(addDays(to, 1))
  const posts = db
    .selectFrom('posts')
    .innerJoin('authors', 'authors.id', 'posts.author_id')
    .leftJoin('post_schedules', 'post_schedules.post_id', 'posts.id')
    .select(['public_id', 'posts.slug', 'title', 'posts.version', 'published_at'])
    .select(['authors.name', 'authors.slug as author_slug'])
    .select(['publish_at', 'unpublish_at', 'planned_for', 'failed_at'])
    .limit(MAX_CALENDAR_POSTS + 1)
  const drafts = posts.where(isListed).where('posts.published', '=', 0)
  const published = await posts
    .where(sql<boolean>`posts.published = 1`)
    .where('published_at', '>=', start)
    .where('published_at', '<', end)
    .orderBy('published_at')
    .execute()
  const scheduled = await drafts
    .where('publish_at', '>=', start)
    .where('publish_at', '<', end)
    .orderBy('publish_at')
    .execute()
  const offline = await posts
    .where(isListed)
    .where((eb) =>
      eb.or([
        eb.and([eb('due_at', '>=', start), eb('due_at', '<', end)]),
        // A failed change is retried in a later minute, perhaps after the range.
        eb('due_at', '<=', Date.now() + RETRY_MS),
        eb('publish_at', '<', end),
      ]),
    )
    .where('unpublish_at', '>=', start)
    .where('unpublish_at', '<', end)
    .orderBy('unpublish_at')
    .execute()
  const planned = await drafts
    .where('planned_for', '>=', from)
    .where('planned_for', '<=', to)
    .where('publish_at', 'is', null)
    .orderBy('planned_for')
    .execute()

  type Row = (typeof published)[number]
  const toPost = (row: Row, kind: CalendarPost['kind'], time: number | null): CalendarPost => ({
    id: row.public_id,
    slug: row.slug,
    title: row.title,
    version: row.version,
    kind,
    day: time === null ? (row.planned_for ?? from) : toDay(time),
    at: toIso(time),
    unpublishAt: toIso(row.unpublish_at),
    ...(row.failed_at !== null && isNext(row, kind) && { scheduleFailed: true }),
    author: { name: row.name, slug: row.author_slug },
  })
  const upcoming = [
    ...scheduled.map((row) => toPost(row, 'scheduled', row.publish_at)),
    ...offline.map((row) => toPost(row, 'offline', row.unpublish_at)),
    ...planned.map((row) => toPost(row, 'planned', null)),
  ]
  // Published posts are the ones to leave out, because nothing is left to do for them.
  const all = [...upcoming, ...published.map((row) => toPost(row, 'published', row.published_at))]
  return {
    posts: all
      .slice(0, MAX_CALENDAR_POSTS)
      .sort((a, b) => a.day.localeCompare(b.day) || (a.at ?? '').localeCompare(b.at ?? '')),
    timeZone: siteTimeZone(),
    truncated: all.length > MAX_CALENDAR_POSTS,
  }
}

export const calendar = new Hono<AppEnv>().get('/', requireAbility('writePosts'), async (c) =>
  c.json({ data: await readCalendar(c.var.db, parseInput(calendarQuerySchema, c.req.query())) }),
)
