import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { countBlocks } from '#upstream/activity/blocks.ts'
import { closeDays } from '#upstream/analytics/close-days.ts'
import type { Db } from '#upstream/db/open.ts'
import { nextId } from '#upstream/db/write-lock.ts'
import { fillFigures } from './figure-rows.ts'
import {
  collectWords,
  DAY_MS,
  inBatches,
  mergeWords,
  openForFilling,
  timeOf,
  type FilledConfig,
} from './filling.ts'
import { fillMessages } from './message-rows.ts'
import { fillRevisions } from './revision-rows.ts'
import { indexPosts, insertPosts, pickWords, randomFrom } from './posts.ts'

export interface SiteSize {
  posts: number
  tags: number
  people: number
  messages: number
  activity: number
  notifications: number
  redirects: number
  images: number
  figures: { days: number; pages: number }
  revisions: number
}

export const CATEGORIES = 8
export const smallSite: SiteSize = {
  posts: 100,
  tags: 40,
  people: 5,
  messages: 50,
  activity: 300,
  notifications: 50,
  redirects: 50,
  images: 50,
  figures: { days: 365, pages: 100 },
  revisions: 10,
}
export const largeSite: SiteSize = {
  posts: 100_000,
  tags: 1000,
  people: 50,
  messages: 20_000,
  activity: 200_000,
  notifications: 2000,
  redirects: 2000,
  images: 5000,
  figures: { days: 365, pages: 1000 },
  revisions: 10,
}

const WORDS_PER_POST = 200

async function addPeople(db: Db, people: number) {
  const owner = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
  for (let number = 1; number < people; number += 1)
    await db.transaction().execute(async (trx) => {
      const author = { id: await nextId(trx), slug: `person-${number}`, name: `Person ${number}` }
      await trx
        .insertInto('authors')
        .values({ ...author, role: 'Writer', bio: 'Writes.' })
        .execute()
      const email = `person-${number}@example.com`
      const account = { ...owner, id: uuid(), email, author_id: author.id, role: 'author' as const }
      await trx.insertInto('accounts').values(account).execute()
    })
}

async function addCategories(db: Db) {
  for (let number = 0; number < CATEGORIES; number += 1)
    await db.transaction().execute(async (trx) => {
      const id = await nextId(trx)
      const [slug, name] = [`category-${number}`, `Category ${number}`]
      const category = { id, slug, name, name_key: slug, description: '', position: number }
      await trx.insertInto('categories').values(category).execute()
      await trx.insertInto('category_slugs').values({ slug, category_id: id }).execute()
    })
}

const kinds = ['post.changed', 'post.created', 'post.published', 'session.started', 'tag.renamed'] as const

async function addActivity(db: Db, count: number, now: number) {
  const accounts = await db.selectFrom('accounts').select('id').execute()
  const posts = await db.selectFrom('posts').select('public_id').orderBy('id').execute()
  await inBatches(db, count, (trx, numbers) => {
    const rows = numbers.map((number) => {
      const created_at = timeOf(number, count, 700 * DAY_MS, now)
      const account_id = accounts[number % accounts.length]?.id ?? null
      const kind = kinds[number % kinds.length] ?? 'post.changed'
      const object_id = posts[Math.floor(number / 2) % posts.length]?.public_id ?? ''
      const object = { object_type: 'post', object_id, object_name: `Post ${number}`, details: '{}' }
      return {
        id: uuid({ msecs: created_at }),
        created_at,
        account_id,
        account_name: 'A person',
        kind,
        ...object,
      }
    })
    return trx.insertInto('activity').values(rows).execute()
  })
}

async function addNotifications(db: Db, each: number, now: number) {
  const accounts = await db.selectFrom('accounts').select('id').execute()
  const count = each * accounts.length
  await inBatches(db, count, (trx, numbers) => {
    const rows = numbers.map((number) => {
      const created_at = timeOf(number, count, 89 * DAY_MS, now)
      const account_id = accounts[number % accounts.length]?.id ?? ''
      const read_at = Math.floor(number / accounts.length) % 10 === 0 ? null : created_at
      const object = { object_type: 'post', object_id: `post-${number}`, object_name: `Post ${number}` }
      const kind = 'postChanged' as const
      return {
        id: uuid({ msecs: created_at }),
        account_id,
        created_at,
        kind,
        actor_name: 'A person',
        ...object,
        read_at,
      }
    })
    return trx.insertInto('notifications').values(rows).execute()
  })
}

async function addRedirects(db: Db, count: number, now: number) {
  const random = randomFrom(17)
  await inBatches(db, count, async (trx, numbers) => {
    const firstId = await nextId(trx)
    const rows = numbers.map((number, index) => ({
      id: firstId + index,
      source: `/old/${pickWords(random, 2).replace(' ', '-')}-${number}`,
      target: `/blog/post-${number}`,
      status: 301,
      created_by: 'A person',
      created_at: timeOf(number, count, 365 * DAY_MS, now),
    }))
    await trx.insertInto('redirects').values(rows).execute()
    await sql`update totals set last_id = ${firstId + rows.length}`.execute(trx)
  })
}

async function addImages(db: Db, count: number, now: number) {
  const random = randomFrom(19)
  await inBatches(db, count, async (trx, numbers) => {
    const rows = numbers.map((number) => {
      const created_at = timeOf(number, count, 365 * DAY_MS, now)
      const name = pickWords(random, 3)
      const shape = { kind: 'inline' as const, width: 1600, height: 900, bytes: 90_000 + number }
      const id = String(number).padStart(22, '0')
      return { id, ...shape, created_at, name, search_text: name, kept: 1 }
    })
    await trx.insertInto('media').values(rows).execute()
    const files = rows.map(({ id }) => ({
      name: `${id}-1600.webp`,
      media_id: id,
      width: 1600,
      bytes: Buffer.from('A file'),
      avif: null,
    }))
    await trx.insertInto('media_files').values(files).execute()
  })
}

export async function fillSite(config: FilledConfig, size: SiteSize): Promise<void> {
  const database = await openForFilling(config)
  const { db, dialect } = database
  const now = Date.now()
  if (dialect === 'sqlite') await collectWords(db)
  await addPeople(db, size.people)
  await addCategories(db)
  await insertPosts(db, { posts: size.posts, wordsPerPost: WORDS_PER_POST, tags: size.tags })
  await indexPosts(database)
  await fillMessages(database, size.messages, now)
  await addActivity(db, size.activity, now)
  await db.transaction().execute((trx) => countBlocks(trx))
  await addNotifications(db, size.notifications, now)
  await addRedirects(db, size.redirects, now)
  await addImages(db, size.images, now)
  await fillFigures(db, size.figures)
  await closeDays(db)
  if (dialect === 'sqlite') await mergeWords(db)
  await fillRevisions(db, size.revisions)
  await (dialect === 'postgres' ? sql`vacuum analyze` : sql`pragma wal_checkpoint(truncate)`).execute(db)
  await db.destroy()
}
