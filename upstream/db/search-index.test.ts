import { expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { startUpstream } from '../testing/harness.ts'

it('indexes short words by their beginnings only, which are what searches look up', async () => {
  const up = await startUpstream('postgres')
  const token = await up.signIn()
  const json = { title: 'Oak 船船船船 mast harbor 船船船船船', content: 'x', published: true }
  expect((await up.call('POST', '/api/blogs', { json, token })).status).toBe(201)
  const { rows } = await sql<{ words: string }>`
    select words::text as words from post_search order by post_id desc limit 1`.execute(await up.tables())
  const inTitle = [...(rows[0]?.words ?? '').matchAll(/'a([^']+)'/g)].map(([, word]) => word)
  expect(inTitle.toSorted()).toEqual(['harbor', '船船船船船'])
  for (const search of ['oa', 'oak', 'mast', 'harb', 'harbor', '船船船船', '船船船船船'])
    expect((await up.call('GET', `/api/blogs?search=${encodeURIComponent(search)}`)).json.total).toBe(1)
  await up.stop()
})
