import { it } from '@jest/globals'
import { eventually } from '#testing/eventually.ts'
import { databases, startUpstream } from '../testing/harness.ts'

it.each(databases)(
  'a search that was not updated before a stop follows after the start on %s',
  async (database) => {
    const up = await startUpstream(database)
    const token = await up.signIn()
    const json = { title: 'Queued', content: 'x', tags: ['Brigantine'], published: true }
    const { data } = (await up.call('POST', '/api/blogs', { json, token })).json
    const db = await up.tables()
    await db.updateTable('tags').set({ key: 'schooner', name: 'Schooner' }).execute()
    await db
      .insertInto('search_queue')
      .columns(['post_id'])
      .expression(db.selectFrom('posts').select('id').where('public_id', '=', data.id))
      .execute()
    const again = await startUpstream(database, {
      dataDir: up.config.dataDir,
      databaseUrl: up.config.databaseUrl,
    })
    const found = async () => (await again.call('GET', '/api/blogs?search=schooner')).json.total
    await eventually('the search', async () => (await found()) === 1)
    await again.stop()
    await up.stop()
  },
)
