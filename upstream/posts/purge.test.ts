import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { LogEvent } from 'kysely'
import { getAccountByToken } from '../accounts/tokens.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { runDueJobs } from '../jobs/jobs.ts'
import { listJobs } from '../jobs/list.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { emptyTrash } from './purge.ts'

const DAY_MS = 24 * 3_600_000

describe.each(databases)('the trash on %s', (database) => {
  let up: TestUpstream
  let opened: OpenDatabase
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    opened = openDatabase(up.config)
    token = await up.signIn()
  })
  afterAll(async () => {
    await opened.db.destroy()
    await up.stop()
  })

  const trashed = async (title: string, by = token): Promise<string> => {
    const json = { title, content: 'x', published: true }
    const { data } = (await up.call('POST', '/api/blogs', { token: by, json })).json
    await up.call('DELETE', `/api/blogs/${data.id}`, { token: by })
    return data.id
  }
  const age = async (id: string, ms: number) => {
    const post = opened.db.selectFrom('posts').select('id').where('public_id', '=', id)
    const trashed_at = Date.now() - ms
    await opened.db.updateTable('removed_posts').set({ trashed_at }).where('post_id', '=', post).execute()
  }
  const statusOf = async (id: string) => (await up.call('GET', `/api/blogs/${id}`, { token })).status
  const empty = async (by = token) => (await up.call('DELETE', '/api/trash', { token: by })).json

  it('is purged after 30 days by one of the processes, with an activity entry', async () => {
    const [old, young, archived] = [await trashed('Old'), await trashed('Young'), await trashed('Kept')]
    await up.call('POST', `/api/blogs/${archived}/restore`, { token })
    await up.call('POST', `/api/blogs/${archived}/archive`, { token })
    await opened.db
      .updateTable('removed_posts')
      .set({ archived_at: 1 })
      .where('archived_at', '>', 0)
      .execute()
    await age(old, 30 * DAY_MS + 1000)
    await age(young, 29 * DAY_MS)
    const jobs = listJobs(opened, up.config).filter(({ name }) => name === 'trash')
    await Promise.all([1, 2, 3].map(() => runDueJobs(opened.db, jobs, up.config.logger)))
    expect(await Promise.all([old, young, archived].map(statusOf))).toEqual([404, 200, 200])
    const { activity } = (await up.call('GET', `/api/activity?object=${old}`, { token })).json.data
    expect(activity[0]).toMatchObject({
      kind: 'post.deleted',
      person: { id: null, name: 'Automatic cleanup' },
      object: { name: 'Old', deleted: true },
    })
    expect(activity.filter(({ kind }: { kind: string }) => kind === 'post.deleted')).toHaveLength(1)
    expect(await empty()).toEqual({ data: { deleted: 1, remaining: 0 } })
    await up.call('DELETE', `/api/blogs/${archived}?forever=true`, { token })
  })

  it('is purged again after the clock was ahead', async () => {
    const jobs = listJobs(opened, up.config).filter(({ name }) => name === 'trash')
    const run = () => runDueJobs(opened.db, jobs, up.config.logger)
    await run()
    const ran_at = Date.now() + 400 * DAY_MS
    await opened.db.updateTable('job_runs').set({ ran_at }).where('name', '=', 'trash').execute()
    const old = await trashed('Old')
    await age(old, 31 * DAY_MS)
    await run()
    expect(await statusOf(old)).toBe(404)
  })

  it('is purged until a shutdown, after which no other job starts', async () => {
    for (let number = 0; number < 21; number += 1) await age(await trashed(`Old ${number}`), 31 * DAY_MS)
    let deleted = 0
    const onQuery = ({ query }: LogEvent) => {
      if (query.sql.startsWith('delete from "posts"')) deleted += 1
    }
    const observed = openDatabase({ ...up.config, onQuery })
    const trash = listJobs(observed, up.config).filter(({ name }) => name === 'trash')
    let ran = false
    const after = { name: 'after', everyMs: DAY_MS, run: async () => void (ran = true) }
    const runNow = async (isStopped: () => boolean) => {
      await opened.db.deleteFrom('job_runs').where('name', '=', 'trash').execute()
      await runDueJobs(opened.db, [...trash, after], up.config.logger, isStopped)
      return { deleted, ran }
    }
    expect(await runNow(() => deleted > 0)).toEqual({ deleted: 20, ran: false })
    expect(await runNow(() => false)).toEqual({ deleted: 21, ran: true })
    await observed.db.destroy()
  })

  it('is emptied by editors and owners, and by authors of their own posts', async () => {
    const author = await up.signInAs('author')
    const own = await trashed('By an author', author)
    const ids = []
    for (let number = 0; number < 25; number += 1) ids.push(await trashed(`Many ${number}`))
    expect((await up.call('DELETE', '/api/trash')).status).toBe(401)
    expect(await empty(author)).toEqual({ data: { deleted: 1, remaining: 0 } })
    expect(await statusOf(own)).toBe(404)
    const second = await trashed('Second of the author', author)
    const editor = await up.signInAs('editor')
    let [deleted, remaining] = [0, 1]
    // A call ends after five seconds, which a loaded machine may exceed.
    while (remaining > 0) {
      const { data } = await empty(editor)
      deleted += data.deleted
      remaining = data.remaining
    }
    expect(deleted).toBe(26)
    expect(await Promise.all([second, ...ids].map(statusOf))).toEqual(Array(26).fill(404))
    expect(await empty()).toEqual({ data: { deleted: 0, remaining: 0 } })
    for (const table of ['removed_posts', 'post_contents', 'post_slugs'] as const)
      expect(await opened.db.selectFrom(table).selectAll().execute()).toEqual([])
  })

  it('is emptied in several calls when it is large', async () => {
    for (let number = 0; number < 21; number += 1) await trashed(`Slow ${number}`)
    const account = await getAccountByToken({ ...opened, writeDb: opened.db }, token)
    if (!account) throw new Error('not signed in')
    const caller = { database: opened, account, ability: 'writePosts' as const }
    expect(await emptyTrash(caller, -1)).toEqual({ deleted: 20, remaining: 1 })
    expect(await emptyTrash(caller, -1)).toEqual({ deleted: 1, remaining: 0 })
  })
})
