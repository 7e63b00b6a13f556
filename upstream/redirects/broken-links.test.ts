import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { lockWait } from '../testing/lock-wait.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { checkLinks } from './broken-links.ts'

describe.each(databases)('broken links on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const create = async (title: string, content: string, published = true) =>
    (await up.call('POST', '/api/blogs', { token, json: { title, content, published } })).json.data
  const check = async () => checkLinks(await up.tables(), up.config.siteUrl)
  const list = async (query = '') => {
    const { json } = await up.call('GET', `/api/redirects/broken${query}`, { token })
    return json.data.map(({ post, path }: { post: { title: string }; path: string }) => [post.title, path])
  }

  it('are found in published posts, keep their time, and disappear with their cause', async () => {
    const post = await create('Rope', '[a](/blog/hemp) [b](/gone) [c](/about) [d](https://site.example/gone)')
    await create('A draft', '[a](/nothing)', false)
    for (let n = 0; n < 12; n += 1) await create(`Post ${n}`, n === 11 ? '[x](/blog/hemp)' : 'Text')
    await checkLinks(await up.tables(), up.config.siteUrl, () => true)
    expect(await list()).toEqual([])
    await check()
    expect((await list()).toSorted()).toEqual([
      ['Post 11', '/blog/hemp'],
      ['Rope', '/blog/hemp'],
      ['Rope', '/gone'],
    ])
    expect(await list('?search=GONE')).toEqual([['Rope', '/gone']])
    const rows = (await up.tables())
      .selectFrom('broken_links')
      .select(['path', 'found_at'])
      .orderBy('found_at')
    await (
      await up.tables()
    )
      .updateTable('broken_links')
      .set({ found_at: 5 })
      .where('path', '=', '/gone')
      .execute()

    await create('Hemp', 'Fibers')
    await check()
    expect(await rows.execute()).toEqual([{ path: '/gone', found_at: 5 }])
    await up.call('POST', '/api/redirects', { token, json: { from: '/gone', to: '/about' } })
    await check()
    expect(await list()).toEqual([])
    await up.call('PUT', `/api/blogs/${post.id}`, { token, json: { content: '[b](/gone-too)' } })
    await check()
    await up.call('PUT', `/api/blogs/${post.id}`, { token, json: { published: false } })
    expect(await list()).toEqual([])
    await up.call('DELETE', `/api/blogs/${post.id}?forever=true`, { token })
    expect(await rows.execute()).toEqual([])
  })

  it('are found by titles with accents as one or as two characters', async () => {
    const titles = ['Caf\u00e9 one', 'Cafe\u0301 two']
    for (const title of titles) await create(title, '[a](/not-there)')
    await check()
    for (const search of ['CAF\u00c9', 'cafe\u0301'])
      expect(
        (await list(`?search=${encodeURIComponent(search)}`)).map(([title]: string[]) => title).toSorted(),
      ).toEqual(titles.toSorted())
    await (await up.tables()).deleteFrom('posts').where('title', 'in', titles).execute()
  })

  it('are stored next to a post that is being deleted', async () => {
    const post = await create('Doomed', '[a](/not-there)')
    const rows = (await up.tables()).selectFrom('broken_links').selectAll()
    const db = await up.tables()
    const checking: Promise<void>[] = []
    await withWriteLock(db, async (trx) => {
      await trx.deleteFrom('posts').where('public_id', '=', post.id).execute()
      checking.push(check())
      await lockWait(db, database)
    })
    await Promise.all(checking)
    expect(await rows.execute()).toEqual([])
  })

  it('are not for authors', async () => {
    const author = await up.signInAs('author')
    expect((await up.call('GET', '/api/redirects/broken', { token: author })).status).toBe(403)
  })
})
