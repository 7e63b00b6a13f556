import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { sql, type LogEvent } from 'kysely'
import { importOptionsSchema, type ImportPost } from '#contract/imports.ts'
import { eventually } from '#testing/eventually.ts'
import { getAccountByToken } from '../accounts/tokens.ts'
import { openDatabase } from '../db/open.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'
import { runImport, uploadFile, uploadImport } from '../testing/transfer.ts'
import { zip } from '../testing/zip.ts'
import { checkImport } from './check.ts'
import { startImport } from './start.ts'
import { getImport } from './store.ts'

const file = (title: string, more = '', content = `Text of ${title}.`) =>
  `---\ntitle: ${title}\n${more}---\n${content}\n`

const image = async (format: 'png' | 'gif' = 'png') =>
  new Uint8Array(await (await imageFile(format, 500, 300)).arrayBuffer())

describe.each(databases)('imports on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const upload = (name: string, bytes: Uint8Array<ArrayBuffer>) => uploadImport(up, token, name, bytes)
  const importFiles = async (files: Parameters<typeof zip>[0]) => {
    const { id, checked } = await upload('site.zip', zip(files))
    expect(checked.json).toMatchObject({ data: { checked: true } })
    return {
      id,
      report: checked.json.data,
      posts: new Map(checked.json.data.posts.map((post: ImportPost) => [post.title, post])),
    }
  }
  const read = async (slug: string) => (await up.call('GET', `/api/blogs/${slug}`, { token })).json?.data
  const total = async () => (await up.call('GET', '/api/blogs?status=all', { token })).json.total

  it('are stored once for each idempotency key', async () => {
    const bytes = new TextEncoder().encode('# Not an archive')
    const headers = { 'idempotency-key': `import-${database}` }
    const send = async () => {
      const json = { name: 'sent-again.zip', bytes: bytes.length }
      const { data } = (await up.call('POST', '/api/imports', { token, json, headers })).json
      const part = await up.call('POST', `/api/imports/${data.id}/parts?number=0`, {
        token,
        body: bytes,
        headers: { 'content-type': 'application/octet-stream' },
      })
      return [data.id, part.status]
    }
    const [first, second] = await Promise.all([send(), send()])
    expect([await send(), second]).toEqual([first, first])
    const another = { name: 'another.zip', bytes: bytes.length }
    expect((await up.call('POST', '/api/imports', { token, json: another, headers })).status).toBe(422)
    const { data } = (await up.call('GET', '/api/imports', { token })).json
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['sent-again.zip'])
    const parts = (await up.tables()).selectFrom('import_parts').select('bytes')
    expect(await parts.execute()).toEqual([{ bytes: Buffer.from(bytes) }])
    await up.call('DELETE', `/api/imports/${first[0]}`, { token })
  })

  it('first report the outcome for each post, and change nothing', async () => {
    await up.call('POST', '/api/blogs', { token, json: { title: 'Taken', content: 'x' } })
    await up.signInAs('author')
    const before = await total()
    const { report, posts } = await importFiles([
      { path: 'site/README.md', content: '# Read me' },
      {
        path: 'site/posts/fresh.md',
        content: file(
          'Fresh',
          'author: AUTHOR\ndraft: true\n',
          '![a](../img/a.png) ![b](gone.jpg) ![c](https://cdn.example/c.png) ![d](d.gif)',
        ),
      },
      { path: 'site/posts/taken.md', content: file('Taken', 'author: Someone else\n') },
      { path: 'site/posts/other/taken.md', content: file('Taken twice', 'slug: taken\n') },
      { path: 'site/posts/plain.md', content: '---\ntitle: Never closed' },
      { path: 'site/posts/empty.md', content: file('Empty', '', '') },
      { path: 'site/posts/unread.md', content: file('Unread', 'date: 2024-13-45\n') },
      { path: 'site/posts/future.md', content: file('Future', 'date: 2999-01-01\n') },
      {
        path: 'site/posts/large.md',
        content: file('Large', '', Array.from({ length: 200_000 }, (_, n) => n).join(' ')),
      },
      ...['first', 'second'].map((name) => ({
        path: `site/copies/${name}.md`,
        content: file('Copied', `id: 018e0e51-0000-7000-8000-0000000000aa\nslug: ${name}\n`),
      })),
      { path: 'site/img/a.png', content: await image() },
      { path: 'site/img/unused.png', content: await image() },
    ])
    expect(report).toMatchObject({
      ...{ format: 'markdown', finished: false, images: 1, total: 9, remaining: 9 },
      plans: { new: 5, taken: 1, existing: 0, invalid: 3 },
      problems: [
        'Images that no post uses are left out: 1.',
        'Posts that have the same ID as an earlier post are left out: 1.',
      ],
    })
    expect(posts.get('Fresh')).toMatchObject({
      ...{ slug: 'fresh', plan: 'new', published: false, author: { name: 'author', source: 'AUTHOR' } },
      problems: [
        'Image not found in the file: gone.jpg',
        'Only PNG, JPEG and WebP images are imported: d.gif',
        'On another server: https://cdn.example/c.png',
      ],
    })
    const other = posts.get('Taken twice')
    expect([other, posts.get('Taken')]).toContainEqual(
      expect.objectContaining({ plan: 'taken', slug: 'taken' }),
    )
    expect([other, posts.get('Taken')]).toContainEqual(expect.objectContaining({ plan: 'new', slug: '' }))
    expect(posts.get('Taken')).toMatchObject({ author: { name: 'Editorial team', source: 'Someone else' } })
    expect(posts.get('Empty')).toMatchObject({ plan: 'invalid', problems: ['Content is required'] })
    expect(posts.get('site/posts/plain.md')).toMatchObject({ problems: ['The file has no front matter.'] })
    expect(posts.get('Unread')).toMatchObject({
      problems: ['Its date cannot be read, so it gets the date of the import: 2024-13-45'],
    })
    expect(posts.get('Future')).toMatchObject({
      ...{ plan: 'new', published: false },
      problems: ['Its date is in the future: it becomes a draft, planned for January 1, 2999.'],
    })
    expect(await total()).toBe(before)
    expect(await read('fresh')).toBeUndefined()
  })

  it('keep posts that are named like the files of a project', async () => {
    const { report } = await importFiles([
      { path: 'posts/changelog.md', content: file('What changed') },
      { path: 'README.md', content: '# Read me' },
      { path: 'posts/_index.md', content: file('A list of posts') },
    ])
    expect(report.posts).toMatchObject([{ title: 'What changed', slug: 'changelog' }])
  })

  it('publish nothing unless asked, and keep dates, tags, images and addresses', async () => {
    const date = 'date: 2021-02-03T04:05:06Z\n'
    const files = [
      {
        path: 'a/posts/kept.md',
        content: file(
          'Kept',
          `${date}updated: 2022-01-01\ntags: [One, Two]\ncategory: Travel\naliases: [/blog/kept-before]\nimage: /img/cover.png\n`,
          '![x](../img/a.png)\n\n<img src="/img/a.png">',
        ),
      },
      { path: 'a/posts/second.md', content: file('Second', date, 'Also ![x](../img/a.png)') },
      { path: 'a/static/img/a.png', content: await image() },
      { path: 'a/static/img/cover.png', content: await image() },
    ]
    const first = await importFiles(files)
    expect(first.report.images).toBe(2)
    const done = await runImport(up, token, first.id)
    expect(done.outcomes).toEqual({ imported: 2, skipped: 0, failed: 0 })
    const kept = await read('kept')
    expect(kept).toMatchObject({
      ...{ title: 'Kept', published: false },
      ...{ publishedAt: '2021-02-03T04:05:06.000Z', createdAt: '2021-02-03T04:05:06.000Z' },
      ...{ updatedAt: '2022-01-01T10:00:00.000Z', tags: ['One', 'Two'], category: { name: 'Travel' } },
    })
    expect(first.report.posts.map(({ postId }: ImportPost) => postId)).toEqual([null, null])
    expect(done.posts.find(({ title }) => title === 'Kept')?.postId).toBe(kept.id)
    const [{ url }] = kept.images
    expect(kept.content).toBe(`![x](${url})\n\n<img src="${url}">`)
    expect((await read('second')).content).toBe(`Also ![x](${url})`)
    expect(kept.cover.sources).toHaveLength(1)
    expect((await read('kept-before')).slug).toBe('kept')
    expect((await up.call('GET', '/api/blogs/kept')).status).toBe(404)
    const publication = await up.call('PUT', `/api/blogs/${kept.id}`, { json: { published: true }, token })
    expect(publication.json.data).toMatchObject({ published: true, createdAt: kept.createdAt })
    const { json } = await up.call('GET', '/api/activity?kind=import', { token })
    expect(json.data.activity).toMatchObject([{ kind: 'import.finished', object: { name: 'site.zip' } }])

    const sameSlug = file('Second', `${date}slug: kept\n`)
    const again = await importFiles(
      files.map((entry) => (entry.path === 'a/posts/second.md' ? { ...entry, content: sameSlug } : entry)),
    )
    const rows = again.report.posts.map(({ slug, problems }: ImportPost) => ({ slug, problems }))
    expect(rows).toEqual([
      { slug: 'kept', problems: [] },
      { slug: 'second', problems: [] },
    ])
    expect(again.report.plans).toEqual({ new: 0, taken: 0, existing: 2, invalid: 0 })
    const before = await total()
    expect((await runImport(up, token, again.id, { publish: true, taken: 'rename' })).outcomes.skipped).toBe(
      2,
    )
    expect(await total()).toBe(before)

    await up.call('DELETE', '/api/blogs/second?forever=true', { token })
    const third = await importFiles(files)
    await runImport(up, token, third.id, { publish: true })
    expect(await read('second')).toMatchObject({ published: true, publishedAt: '2021-02-03T04:05:06.000Z' })
    expect((await read('second')).images).toHaveLength(1)
  })

  it('skip a post whose slug is taken, or give it a new one', async () => {
    await up.call('POST', '/api/blogs', { token, json: { title: 'Busy', content: 'first' } })
    const files = [{ path: 'busy.md', content: file('Busy') }]
    const skipped = await runImport(up, token, (await importFiles(files)).id)
    expect(skipped.outcomes).toMatchObject({ imported: 0, skipped: 1 })
    expect(skipped.posts[0]?.problems).toEqual(['Its URL is used by another post.'])
    const renamed = await runImport(up, token, (await importFiles(files)).id, { taken: 'rename' })
    expect(renamed.outcomes).toMatchObject({ imported: 1, skipped: 0 })
    expect((await read('busy')).content).toBe('first')
    expect((await read('busy-2')).content).toBe('Text of Busy.')
  })

  it('choose many slugs in few queries', async () => {
    for (const slug of ['same', 'same-5'])
      await up.call('POST', '/api/blogs', { token, json: { title: 'Other', content: 'x', slug } })
    const files = Array.from({ length: 120 }, (_, n) => ({
      path: `many/${String(n).padStart(3, '0')}.md`,
      content: file(n % 2 === 0 ? 'Same' : `Other ${n}`, 'slug: same\n'),
    }))
    const { id } = await importFiles(files)
    let queries = 0
    const observed = openDatabase({ ...up.config, onQuery: () => (queries += 1) })
    const account = await getAccountByToken({ ...observed, writeDb: observed.db }, token)
    if (!account) throw new Error('not signed in')
    const db = await up.tables()
    const options = importOptionsSchema.parse({ taken: 'rename' })
    await startImport(
      { database: observed, account, ability: 'writePosts' },
      await getImport(db, id),
      options,
    )
    await observed.db.destroy()
    expect(queries).toBeLessThan(30)
    const rows = db.selectFrom('import_posts').select('slug').where('import_id', '=', id).orderBy('position')
    const slugs = (await rows.execute()).map(({ slug }) => slug)
    const same = Array.from({ length: 62 }, (_, n) => `same-${n + 1}`).filter((slug) => !/-[15]$/.test(slug))
    expect(slugs.filter((slug) => slug.startsWith('same'))).toEqual(same)
    expect(slugs.filter((slug) => slug.startsWith('other'))).toEqual(
      Array.from({ length: 60 }, (_, n) => `other-${2 * n + 1}`),
    )
  })

  it('are checked by one of two processes', async () => {
    const files = Array.from({ length: 300 }, (_, n) => ({
      path: `nodes/${n}.md`,
      content: file(`Node ${n}`),
    }))
    const id = await uploadFile(up, token, 'nodes.zip', zip(files))
    const path = `/api/imports/${id}/check`
    const app = join(import.meta.dirname, '..', 'app.ts')
    // The other process waits in the middle of its check until this file exists.
    const goOn = join(up.config.dataDir, 'go-on')
    const script = `
      import { existsSync } from 'node:fs'
      import pino from 'pino'
      import { openUpstream } from ${JSON.stringify(app)}
      const onQuery = ({ query }) => {
        if (!query.sql.startsWith('insert into "import_posts"')) return
        console.log('checking')
        const pause = new Int32Array(new SharedArrayBuffer(4))
        for (let n = 0; n < 3000 && !existsSync(${JSON.stringify(goOn)}); n += 1) Atomics.wait(pause, 0, 0, 20)
      }
      const config = ${JSON.stringify({ ...up.config, logger: undefined })}
      const upstream = await openUpstream({ ...config, logger: pino({ level: 'silent' }), onQuery })
      const headers = { authorization: ${JSON.stringify(`Bearer ${token}`)} }
      const request = new Request('http://upstream${path}', { method: 'POST', headers })
      console.log((await upstream.fetch(request)).status)
      await upstream.close()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    const ended = once(child, 'close')
    await eventually('the check of the other process', () => output !== '')
    const { status } = await up.call('POST', path, { token })
    await writeFile(goOn, '')
    expect(await ended).toEqual([0, null])
    expect([status, output.trim().split('\n').at(-1)]).toEqual([409, '200'])
    expect((await up.call('GET', `/api/imports/${id}`, { token })).json.data.total).toBe(files.length)
    const imports = (await up.tables()).selectFrom('imports').select('checking_at').where('id', '=', id)
    expect(await imports.execute()).toEqual([{ checking_at: null }])
  })

  it('can be checked again after a process was killed, when its claim is old', async () => {
    const id = await uploadFile(
      up,
      token,
      'killed.zip',
      zip([{ path: 'killed.md', content: file('Killed') }]),
    )
    const db = await up.tables()
    const check = async (seconds: number) => {
      const checking_at = Date.now() - seconds * 1000
      await db.updateTable('imports').set({ checking_at }).where('id', '=', id).execute()
      const { status, json } = await up.call('POST', `/api/imports/${id}/check`, { token })
      return [status, json.error]
    }
    expect(await check(30)).toEqual([409, 'The file is already being checked.'])
    expect(await check(61)).toEqual([200, undefined])
  })

  it('renew their claim while they store images, and stop when they lost it', async () => {
    const images = Array.from({ length: 90 }, (_, n) => ({ path: `slow-${n}.png`, content: `image ${n}` }))
    const content = images.map(({ path }) => `![Slow](${path})`).join('\n\n')
    const bytes = zip([{ path: 'slow.md', content: file('Slow', '', content) }, ...images])
    const db = await up.tables()
    /** The clock advances by four seconds with each image; calls `onTwentieth` when 20 are stored. */
    const check = async (id: string, onTwentieth: () => Promise<unknown>) => {
      let now = Date.now()
      let stored = 0
      let done: Promise<unknown> | undefined
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now)
      const onQuery = ({ query }: LogEvent) => {
        if (!query.sql.startsWith('insert into "import_images"')) return
        now += 4000
        stored += 1
        if (stored === 20) done = onTwentieth()
      }
      const slow = openDatabase({ ...up.config, onQuery })
      try {
        const checked = await checkImport(slow.db, up.config, await getImport(db, id)).catch(
          (error: unknown) => error,
        )
        return { checked, done: await done, stored }
      } finally {
        clock.mockRestore()
        await slow.db.destroy()
      }
    }
    const kept = await uploadFile(up, token, 'kept.zip', bytes)
    const again = () => up.call('POST', `/api/imports/${kept}/check`, { token })
    expect(await check(kept, again)).toMatchObject({ checked: undefined, done: { status: 409 }, stored: 90 })
    const lost = await uploadFile(up, token, 'lost.zip', bytes)
    const takeOver = () => db.updateTable('imports').set({ checking_at: 1 }).where('id', '=', lost).execute()
    const { checked, stored } = await check(lost, takeOver)
    expect(checked).toMatchObject({ code: 'conflict' })
    expect(stored).toBeLessThan(90)
  })

  it('import each post once when two people run the same import', async () => {
    const files = Array.from({ length: 12 }, (_, n) => ({
      path: `p/both-${n}.md`,
      content: file(`Both ${n}`),
    }))
    const { id } = await importFiles(files)
    const before = await total()
    const results = await Promise.all([runImport(up, token, id), runImport(up, token, id)])
    for (const { outcomes } of results) expect(outcomes.imported).toBe(12)
    expect(await total()).toBe(before + 12)
    const { json } = await up.call('GET', `/api/activity?kind=import&object=${id}`, { token })
    expect(json.total).toBe(1)
  })

  it('roll back a post that fails, and retry it later', async () => {
    const files = [
      { path: 'cut/a.png', content: await image() },
      ...[0, 1, 2].map((n) => ({
        path: `cut/${n}.md`,
        content: file(`Cut ${n}`, 'tags: [Cutting]\n', '![x](a.png)'),
      })),
    ]
    const { id } = await importFiles(files)
    const db = await up.tables()
    const stored = async () => [
      await total(),
      (await db.selectFrom('media').select('id').execute()).length,
      (await db.selectFrom('tags').select('id').where('key', '=', 'cutting').execute()).length,
    ]
    const before = await stored()
    const isPostgres = database === 'postgres'
    await (
      isPostgres
        ? sql`alter table imported_posts add constraint rejected check (false) not valid`
        : sql`create trigger rejected before insert on imported_posts begin select raise(abort, 'rejected'); end`
    ).execute(db)
    expect((await up.call('POST', `/api/imports/${id}/run`, { token, json: {} })).status).toBe(500)
    expect(up.logs.splice(0)).toHaveLength(1)
    expect(await stored()).toEqual(before)
    await (
      isPostgres ? sql`alter table imported_posts drop constraint rejected` : sql`drop trigger rejected`
    ).execute(db)
    expect((await runImport(up, token, id)).outcomes).toEqual({ imported: 3, skipped: 0, failed: 0 })
    const [posts = 0, media = 0, tags = 0] = before
    expect(await stored()).toEqual([posts + 3, media + 1, tags + 1])
  })

  /** Stores another document for the post at this position, and returns the former one. */
  const replaceDocument = async (
    importId: string,
    position: number,
    change: (document: string) => string,
  ) => {
    const db = await up.tables()
    const at = { import_id: importId, position }
    const posts = db.selectFrom('import_posts').select('document')
    const { document } = await posts.where((eb) => eb.and(at)).executeTakeFirstOrThrow()
    const changed = db.updateTable('import_posts').set({ document: change(document) })
    await changed.where((eb) => eb.and(at)).execute()
    return document
  }

  it('continue after a share image was replaced', async () => {
    const { id, report } = await importFiles([
      ...['first', 'second'].map((name) => ({
        path: `shared/${name}.md`,
        content: file(`Shared ${name}`, `slug: shared-${name}\nshareImage: a.png\n`),
      })),
      { path: 'shared/a.png', content: await image() },
    ])
    const document = await replaceDocument(id, 2, () => 'damaged')
    expect((await up.call('POST', `/api/imports/${id}/run`, { token, json: {} })).status).toBe(500)
    expect(up.logs.splice(0)).toHaveLength(1)
    await replaceDocument(id, 2, () => document)
    const [first, second] = report.posts.map(({ slug }: ImportPost) => slug)
    const { image: before } = (await read(first)).seo
    const form = toFormData({ file: await imageFile('png', 600, 400) })
    const replaced = await up.call('PUT', `/api/media/${before.slice(11, 33)}/file`, { token, form })
    expect((await runImport(up, token, id)).outcomes).toEqual({ imported: 2, skipped: 0, failed: 0 })
    expect((await read(second)).seo.image).toBe(replaced.json.data.sources.at(-1).url)
  })

  it('leave out a post with invalid texts for search engines', async () => {
    const { id } = await importFiles(
      ['first', 'second'].map((name) => ({ path: `seo/${name}.md`, content: file(`Seo ${name}`) })),
    )
    await replaceDocument(id, 1, (document) => {
      const post = JSON.parse(document)
      return JSON.stringify({ ...post, seo: { ...post.seo, title: 'x'.repeat(151) } })
    })
    const { outcomes, posts } = await runImport(up, token, id, { taken: 'rename' })
    expect(outcomes).toEqual({ imported: 1, skipped: 0, failed: 1 })
    expect(posts[0]?.problems).toEqual(['Search headline must be at most 150 characters'])
  })

  it('shorten fields by characters', async () => {
    const { id } = await importFiles([{ path: 'long.md', content: file(`\ufffd${'🚢'.repeat(200)}`) }])
    expect((await runImport(up, token, id)).posts).toMatchObject([
      {
        title: `\ufffd${'🚢'.repeat(199)}`,
        problems: ['The title is shortened to 200 characters.'],
      },
    ])
  })

  it('import a post without its damaged image', async () => {
    const { id } = await importFiles([
      { path: 'hurt.md', content: file('Hurt', '', '![x](x.png)') },
      { path: 'x.png', content: (await image()).slice(0, 60) },
    ])
    const { outcomes, posts } = await runImport(up, token, id)
    expect(outcomes.imported).toBe(1)
    expect(posts[0]?.problems).toEqual(['x.png: The image is damaged and cannot be read.'])
    expect((await read('hurt')).content).toBe('![x](x.png)')
  })

  it('are listed on pages', async () => {
    const { json: before } = await up.call('GET', '/api/imports', { token })
    const name = (n: number) => `listed-${n}.zip`
    for (let n = 0; n < 21; n += 1)
      await up.call('POST', '/api/imports', { token, json: { name: name(n), bytes: 1 } })
    const list = async (page: number) => (await up.call('GET', `/api/imports?page=${page}`, { token })).json
    const [first, second] = [await list(1), await list(2)]
    const total = before.total + 21
    expect(first).toMatchObject({ total, totalPages: Math.ceil(total / 20) })
    expect([first.data.length, second.data.length]).toEqual([20, Math.min(total - 20, 20)])
    const { json: ready } = await up.call('GET', '/api/imports?checked=true', { token })
    expect(ready.data.filter(({ checked }: { checked: boolean }) => !checked)).toEqual([])
    expect(ready.total).toBeLessThanOrEqual(before.total)
    const names = [...first.data, ...second.data].map((entry: { name: string }) => entry.name)
    expect(names).toEqual(expect.arrayContaining(Array.from({ length: 21 }, (_, n) => name(n))))
    for (const { id, name } of [...first.data, ...second.data])
      if (name.startsWith('listed-')) await up.call('DELETE', `/api/imports/${id}`, { token })
  })

  it('are listed, paged and discarded', async () => {
    const files = Array.from({ length: 51 }, (_, n) => ({
      path: `p/paged-${n}.md`,
      content: file(`Paged ${n}`),
    }))
    const { id, report } = await importFiles(files)
    expect([report.posts.length, report.totalPages]).toEqual([50, 2])
    const second = await up.call('GET', `/api/imports/${id}?page=2`, { token })
    expect(second.json.data.posts).toHaveLength(1)
    const listed = async () =>
      (await up.call('GET', '/api/imports', { token })).json.data.some(
        (entry: { id: string }) => entry.id === id,
      )
    expect(await listed()).toBe(true)
    expect((await up.call('DELETE', `/api/imports/${id}`, { token })).status).toBe(200)
    expect(await listed()).toBe(false)
    const db = await up.tables()
    expect(await db.selectFrom('import_posts').selectAll().where('import_id', '=', id).execute()).toEqual([])
    expect((await up.call('POST', `/api/imports/${id}/run`, { token, json: {} })).status).toBe(404)
  })
})
