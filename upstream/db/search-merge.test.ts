import { expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { databases, startUpstream } from '../testing/harness.ts'
import { openDatabase } from './open.ts'
import { mergeNewSearchParts, mergeSearchParts } from './search-merge.ts'

it.each(databases)('the parts of the search are merged while it is used on %s', async (name) => {
  const up = await startUpstream(name)
  const token = await up.signIn()
  const write = (title: string) =>
    up.call('POST', '/api/blogs', { token, json: { title, content: 'Hemp', published: true } })
  for (const title of ['Sheet', 'Brace', 'Halyard']) await write(title)
  await up.call('DELETE', '/api/blogs/brace', { token })
  const database = openDatabase(up.config)
  const countParts = async () => {
    if (name === 'postgres') return 1
    const segments = sql<{ parts: number }>`select count(distinct segid) as parts from post_search_idx`
    return (await segments.execute(database.db)).rows[0]?.parts
  }
  const found = async (word: string) => (await up.call('GET', `/api/blogs?search=${word}`)).json.total
  const before = await countParts()
  await mergeSearchParts(database, () => true)
  expect(await countParts()).toBe(before)
  await mergeNewSearchParts(database)
  expect(await countParts()).toBe(1)
  await Promise.all([mergeSearchParts(database), write('Stay')])
  await mergeSearchParts(database)
  expect(await countParts()).toBe(1)
  expect([await found('hemp'), await found('brace'), await found('stay')]).toEqual([3, 0, 1])
  await database.db.destroy()
  await up.stop()
})
