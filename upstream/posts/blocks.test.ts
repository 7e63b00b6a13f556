import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { databases, startUpstream, type DatabaseName, type TestUpstream } from '../testing/harness.ts'
import { MAX_MATCHES } from '../db/search.ts'
import { BLOCK_SIZE, rebuildBlocks } from './blocks.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { insertPost } from './save.ts'

const POSTS = 2 * BLOCK_SIZE + 10
const HOUR_MS = 3_600_000
const START = Date.UTC(2020, 0, 1)

/** Groups of three posts have the same time. */
const timeOf = (number: number) => START + Math.floor(number / 3) * HOUR_MS

async function addPosts(db: Db, dialect: DatabaseName) {
  const { id: authorId } = await db.selectFrom('authors').select('id').executeTakeFirstOrThrow()
  await withWriteLock(db, async (trx) => {
    for (let number = 0; number < POSTS; number += 1)
      await insertPost(trx, dialect, {
        ...{ title: `Post ${number}`, content: 'Text', excerpt: '', coverAlt: '', cover: null },
        ...{ authorId, editorId: authorId, createdAt: timeOf(number) },
        tags: number % 2 === 0 ? ['Even', 'All'] : ['All'],
        published: number % 10 !== 0,
      })
  })
}

async function readWrongBlocks(db: Db) {
  const { rows } = await sql`
    select * from (
      select blocks.*, (
        select count(*) from (
          select 0 as list_id, created_at, published from posts where removed = 0
          union all select author_id, created_at, published from posts where removed = 0
          union all select category_id, created_at, published from posts where removed = 0
          union all select tag_id, created_at, published from post_tags
        ) as listed
        where listed.list_id = blocks.list_id and listed.created_at >= blocks.start
          and listed.created_at < coalesce((select min(start) from post_blocks as later
            where later.list_id = blocks.list_id and later.start > blocks.start), 9000000000000000)
      ) as counted from post_blocks as blocks
    ) as compared where counted <> total`.execute(db)
  return rows
}

describe.each(databases)('blocks of posts on %s', (database) => {
  let up: TestUpstream
  let db: Db
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    db = await up.tables()
    token = await up.signIn()
    await addPosts(db, database)
  })
  afterAll(() => up.stop())

  const list = async (query: string) => {
    const { json } = await up.call('GET', `/api/blogs?${query}`, { token })
    return { total: json.total, titles: json.data.blogs.map((post: { title: string }) => post.title) }
  }
  const numbers = Array.from({ length: POSTS }, (_, number) => number)
  const titles = (kept: number[]) => kept.map((number) => `Post ${number}`)

  it.each([
    ['all posts', '', () => true],
    ['published posts', '&status=published', (number: number) => number % 10 !== 0],
    ['drafts', '&status=draft', (number: number) => number % 10 === 0],
    ['a tag', '&tag=even', (number: number) => number % 2 === 0],
    ['drafts of a tag', '&tag=all&status=draft', (number: number) => number % 10 === 0],
    [
      'a range of days',
      '&from=2020-01-03&to=2020-01-08',
      (number: number) => timeOf(number) >= START + 48 * HOUR_MS && timeOf(number) < START + 192 * HOUR_MS,
    ],
    [
      'a range of days of a tag',
      '&tag=even&to=2020-01-10',
      (number: number) => number % 2 === 0 && timeOf(number) < START + 240 * HOUR_MS,
    ],
  ])('lead to every page of %s in both orders', async (_name, query, isListed) => {
    const kept = numbers.filter(isListed)
    const limit = 97
    for (let page = 1; page <= Math.ceil(kept.length / limit); page += 1) {
      const slice = (all: number[]) => titles(all.slice((page - 1) * limit, page * limit))
      const newest = await list(`limit=${limit}&page=${page}${query}`)
      expect([page, newest]).toEqual([page, { total: kept.length, titles: slice(kept.toReversed()) }])
      const oldest = await list(`limit=${limit}&page=${page}&sort=oldest${query}`)
      expect([page, oldest.titles]).toEqual([page, slice(kept)])
    }
  })

  it('are too many for a search, whose response tells that more posts may match', async () => {
    const search = async (query: string) =>
      (await up.call('GET', `/api/blogs?search=text&limit=1&${query}`, { token })).json
    for (const query of ['', 'sort=title', 'tag=all'])
      expect(await search(query)).toMatchObject({ total: MAX_MATCHES, partial: true })
    expect(await search('tag=even')).not.toHaveProperty('partial')
  })

  it('split only when they are full', async () => {
    const sizes = await db.selectFrom('post_blocks').select('total').where('list_id', '=', 0).execute()
    expect(sizes.length).toBe(3)
    expect(sizes.every(({ total }) => total <= BLOCK_SIZE + 2)).toBe(true)
    expect(await readWrongBlocks(db)).toEqual([])
  })

  it('stay exact while several writers create, change and delete posts at once', async () => {
    const { json } = await up.call('GET', '/api/blogs?limit=1000&sort=oldest', { token })
    const ids: string[] = json.data.blogs.map(({ id }: { id: string }) => id)
    const category = await up.call('POST', '/api/categories', { json: { name: 'Filed' }, token })
    const { slug } = category.json.data
    const changes = [
      { published: false },
      { tags: ['New'] },
      { category: slug },
      { published: true, tags: [] },
    ]
    const responses = await Promise.all(
      ids.slice(0, 60).map((id, index) => {
        const path = `/api/blogs/${id}`
        if (index % 5 === 4) return up.call('DELETE', path, { token })
        if (index % 5 === 3)
          return up.call('POST', '/api/blogs', { json: { title: `More ${index}`, content: 'Text' }, token })
        return up.call('PUT', path, { json: changes[index % 4], token })
      }),
    )
    expect(responses.every(({ status }) => status < 300)).toBe(true)
    expect(await readWrongBlocks(db)).toEqual([])
    expect((await list('limit=1')).total).toBe(POSTS)
  })

  it('follow tags that are merged and deleted, and categories', async () => {
    const { json } = await up.call('GET', '/api/tags?include=details', { token })
    const idOf = (name: string) => json.data.find((tag: { name: string }) => tag.name === name).id
    const merge = { into: idOf('Even'), tags: [idOf('New')] }
    expect((await up.call('POST', '/api/tags/merge', { json: merge, token })).status).toBe(200)
    expect((await up.call('DELETE', `/api/tags/${idOf('All')}`, { token })).status).toBe(200)
    const { json: categories } = await up.call('GET', '/api/categories', { token })
    await up.call('DELETE', `/api/categories/${categories.data[0].id}`, { token })
    expect(await readWrongBlocks(db)).toEqual([])
    const lists = await db.selectFrom('post_blocks').select('list_id').distinct().execute()
    expect(lists.map(({ list_id }) => list_id)).not.toContain(Number(idOf('All')))
    await withWriteLock(db, (trx) => rebuildBlocks(trx, 'all'))
    expect(await readWrongBlocks(db)).toEqual([])
  })
})
