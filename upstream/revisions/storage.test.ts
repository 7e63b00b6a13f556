import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import { revisionListResponseSchema, revisionResponseSchema } from '#contract/revisions.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'

const folder = join(import.meta.dirname, '../seed/posts')
const prose = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n\n')

const DAY_MS = 24 * 3_600_000

afterEach(() => void jest.restoreAllMocks())

describe.each(databases)('stored revisions on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const create = async (fields: Record<string, string | File>): Promise<string> => {
    const form = toFormData({ title: 'A post', content: 'First text', ...fields })
    return (await up.call('POST', '/api/blogs', { token, form })).json.data.id
  }
  const update = async (id: string, fields: Record<string, string | File>) => {
    const response = await up.call('PUT', `/api/blogs/${id}`, { token, form: toFormData(fields) })
    expect(response.status).toBe(200)
    return response.json.data
  }
  const list = async (id: string) => {
    const { json } = await up.call('GET', `/api/blogs/${id}/revisions?limit=100`, { token })
    return revisionListResponseSchema.parse(json).data
  }
  const read = async (id: string, number: number) => {
    const { json } = await up.call('GET', `/api/blogs/${id}/revisions/${number}`, { token })
    return revisionResponseSchema.parse(json).data
  }
  const restore = (id: string, number: number) =>
    up.call('POST', `/api/blogs/${id}/revisions/${number}/restore`, { token })
  const rowsOf = async (id: string) =>
    (await up.tables())
      .selectFrom('post_revisions')
      .innerJoin('posts', 'posts.id', 'post_revisions.post_id')
      .where('public_id', '=', id)

  // Their size depends on compression and not on the database.
  if (database === 'sqlite') {
    it('are stored as differences: 55 of a post of 50 kB take less than 110 kB, and each can be read', async () => {
      const words = prose.slice(0, 51_000).split(' ')
      const texts = [words.join(' ')]
      const id = await create({ content: words.join(' ') })
      for (let number = 2; number <= 55; number += 1) {
        for (const [index, place] of [211, 3203, 6007].entries())
          words.splice((number * place) % words.length, index, `${number}.${index}`)
        texts.push(words.join(' '))
        await update(id, { content: words.join(' ') })
      }
      expect(Buffer.byteLength(words.join(' '))).toBeGreaterThan(50_000)
      const stored = (await rowsOf(id)).select([
        sql<number>`sum(length(document))`.as('bytes'),
        sql<number>`count(*)`.as('rows'),
      ])
      const { bytes, rows } = await stored.executeTakeFirstOrThrow()
      expect(Number(rows)).toBe(55)
      expect(Number(bytes)).toBeLessThan(110_000)
      for (const [index, text] of texts.entries()) expect((await read(id, index + 1)).content).toBe(text)
    })

    it('of a working copy stay small, even with many autosaves', async () => {
      const words = prose.slice(0, 51_000).split(' ')
      const id = await create({ content: words.join(' '), published: 'true' })
      const tab = crypto.randomUUID()
      const start = Date.now()
      const clock = jest.spyOn(Date, 'now')
      for (let index = 1; index <= 60; index += 1) {
        words.splice((index * 211) % words.length, 1, `changed-${index}`)
        // Each tenth minute has two saves.
        clock.mockReturnValue(start + Math.floor(((index - 1) * 10) / 11) * 60_000)
        const json = { content: words.join(' '), automatic: true, tab }
        expect((await up.call('PUT', `/api/blogs/${id}/working-copy`, { token, json })).status).toBe(200)
      }
      clock.mockRestore()
      const stored = (await rowsOf(id)).select([
        sql<number>`sum(length(document))`.as('bytes'),
        sql<number>`count(*)`.as('rows'),
      ])
      const { bytes, rows } = await stored.executeTakeFirstOrThrow()
      expect(Number(rows)).toBe(55)
      expect(Number(bytes)).toBeLessThan(110_000)
      expect((await read(id, 55)).content).toBe(words.join(' '))
      expect((await read(id, 32)).content.match(/changed-\d+/g)).toHaveLength(35)
    })
  }

  const upload = async () => {
    const form = toFormData({ file: await imageFile('png', 500, 300) })
    return (await up.call('POST', '/api/media', { token, form })).json.data.url
  }
  const isServed = async (url: string) => (await up.call('GET', url)).status === 200
  const passDays = async (days: number) => {
    const db = await up.tables()
    const ms = days * DAY_MS
    await db
      .updateTable('media')
      .set({ created_at: sql`created_at - ${ms}`, last_used_at: sql`last_used_at - ${ms}` })
      .execute()
  }

  it('keep their cover and the images of their text, until the post is deleted', async () => {
    const inline = await upload()
    const coverImage = await imageFile('png', 600, 400)
    const id = await create({ content: `![x](${inline})`, coverImage, coverAlt: 'A red wall' })
    const cover = (await read(id, 1)).cover?.sources.at(-1)?.url ?? ''
    await update(id, { content: 'No image', removeCover: 'true' })
    await passDays(365)
    await upload()
    expect([await isServed(inline), await isServed(cover)]).toEqual([true, true])
    const { data } = (await restore(id, 1)).json
    expect(data).toMatchObject({
      coverImage: cover,
      cover: { alt: 'A red wall' },
      content: `![x](${inline})`,
    })
    await up.call('DELETE', `/api/blogs/${id}?forever=true`, { token })
    await passDays(31)
    await upload()
    expect([await isServed(inline), await isServed(cover)]).toEqual([false, false])
  })

  it('keep the images of a post from before revisions existed', async () => {
    const id = await create({ coverImage: await imageFile('png', 600, 400) })
    const cover = (await read(id, 1)).cover?.sources.at(-1)?.url ?? ''
    const db = await up.tables()
    await db.deleteFrom('post_revision_images').execute()
    await db.deleteFrom('post_revisions').execute()
    await update(id, { coverImage: await imageFile('png', 500, 400) })
    expect(await isServed(cover)).toBe(true)
    expect((await read(id, 1)).cover?.sources.at(-1)?.url).toBe(cover)
  })

  /** Backdates the revisions of a post, starting with the first number on the first day. */
  const age = async (id: string, days: number[]) => {
    const db = await up.tables()
    const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2
    for (const [index, day] of days.entries())
      await db
        .updateTable('post_revisions')
        .set({ created_at: noon - day * DAY_MS + index })
        .where('number', '=', index + 1)
        .where('post_id', '=', (eb) => eb.selectFrom('posts').select('id').where('public_id', '=', id))
        .execute()
  }

  const saveCopy = async (id: string, fields: object) => {
    const json = { automatic: true, tab: crypto.randomUUID(), ...fields }
    expect((await up.call('PUT', `/api/blogs/${id}/working-copy`, { token, json })).status).toBe(200)
  }

  it('are never pruned when they were saved explicitly or published', async () => {
    const id = await create({})
    for (const number of [2, 3]) await update(id, { content: `Text ${number}` })
    await update(id, { content: 'Text 4', published: 'true' })
    for (const number of [5, 6]) await saveCopy(id, { content: `Text ${number}`, automatic: false })
    await saveCopy(id, { content: 'Text 7' })
    await up.call('POST', `/api/blogs/${id}/working-copy/publish`, { token, json: {} })
    for (const number of [8, 9]) await update(id, { content: `Text ${number}` })
    await age(
      id,
      Array.from({ length: 9 }, () => 400),
    )
    await update(id, { content: 'Text 10', tags: '["New"]' })
    expect((await list(id)).map(({ number }) => number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    for (let number = 2; number <= 10; number += 1)
      expect((await read(id, number)).content).toBe(`Text ${number}`)
  })

  it('that were saved automatically are pruned to one an hour after a day, one a day after a week', async () => {
    const id = await create({ published: 'true' })
    for (let number = 2; number <= 13; number += 1)
      await saveCopy(id, { content: `Text ${number}`, automatic: number !== 6 })
    await up.call('PUT', `/api/blogs/${id}/revisions/3`, { token, json: { name: 'Keep' } })
    const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2
    const hours = [20 * 24, 20 * 24, 20 * 24, 20 * 24 - 3, 20 * 24 - 3, 20 * 24 - 3, 20 * 24 - 5]
    const recent = [72, 72, 71, 3 / 60, 2 / 60, 1 / 60]
    const db = await up.tables()
    for (const [index, ago] of [...hours, ...recent].entries())
      await db
        .updateTable('post_revisions')
        .set({ created_at: (ago < 1 ? Date.now() : noon) - ago * 3_600_000 + index })
        .where('number', '=', index + 1)
        .where('post_id', '=', (eb) => eb.selectFrom('posts').select('id').where('public_id', '=', id))
        .execute()
    await saveCopy(id, { content: 'Text 14' })
    const left = await list(id)
    expect(left.map(({ number }) => number)).toEqual([14, 13, 12, 11, 10, 9, 7, 6, 3, 1])
    for (const { number } of left.slice(0, -1))
      expect(await read(id, number)).toMatchObject({ content: `Text ${number}`, changed: ['content'] })
    await up.call('POST', `/api/blogs/${id}/working-copy/publish`, { token, json: {} })
    expect((await list(id))[0]).toMatchObject({ workingCopy: false, changed: ['content'] })
  })

  it('can be read after those before them are pruned, and release their images', async () => {
    const inline = await upload()
    const id = await create({ published: 'true' })
    await saveCopy(id, { content: `![x](${inline})` })
    for (let number = 3; number <= 60; number += 1) await saveCopy(id, { content: `Text ${number}` })
    await age(
      id,
      Array.from({ length: 59 }, () => 120),
    )
    for (let number = 61; number <= 68; number += 1) await saveCopy(id, { content: `Text ${number}` })
    const left = await list(id)
    expect(left.map(({ number }) => number)).toEqual([68, 67, 66, 65, 64, 63, 62, 61, 60, 59, 1])
    for (const { number } of left.slice(0, -1))
      expect((await read(id, number)).content).toBe(`Text ${number}`)
    expect((await read(id, 1)).content).toBe('First text')
    await passDays(31)
    await upload()
    expect(await isServed(inline)).toBe(false)
  })
})
