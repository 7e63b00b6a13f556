import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import type { Import } from '#contract/imports.ts'
import { redirectMapResponseSchema } from '#contract/redirects.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { runImport, uploadImport } from '../testing/transfer.ts'
import { post, wxr } from '../testing/wxr.ts'
import { zip } from '../testing/zip.ts'

describe.each(databases)('former addresses of imported posts on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const check = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const { id, checked } = await uploadImport(up, token, name, bytes)
    expect(checked.status).toBe(200)
    const data: Import = checked.json.data
    return { id, data, find: (title: string) => data.posts.find((entry) => entry.title === title) }
  }
  const checkWordPress = (...posts: string[]) => check('old.xml', new TextEncoder().encode(wxr(...posts)))
  const checkFiles = (files: Record<string, string>) =>
    check('site.zip', zip(Object.entries(files).map(([path, content]) => ({ path, content }))))
  const call = (method: string, path: string, json?: object) =>
    up.call(method, `/api${path}`, { token, ...(json && { json }) })
  const read = async (slug: string) => (await call('GET', `/blogs/${slug}`)).json.data
  const map = async () =>
    new Map(
      redirectMapResponseSchema
        .parse((await up.call('GET', '/api/redirects/map')).json)
        .data.map(({ from, to, status }) => [from, `${status} ${to}`]),
    )
  const changedTags = async () => {
    const tables = await up.tables()
    const rows = await tables.selectFrom('changes').select('tags').orderBy('id', 'desc').limit(1).execute()
    return JSON.parse(rows[0]?.tags ?? '[]')
  }

  it('redirect when the post becomes public', async () => {
    const at = (path: string) => ({ link: `https://www.old.example${path}` })
    const links =
      '<p><a href="https://old.example/2019/05/draft/?a=1#part">d</a> <a href="/2019/05/draft">d</a> <a href="https://other.example/2019/05/draft/">o</a> <a href="https://old.example/?p=22#part">s</a> <a href="/?p=24">p</a> <a href="/?p=25">n</a> <a href="/2019/05/draft/#kap-2">k</a></p>'
    const { id, data, find } = await checkWordPress(
      post(21, {
        title: 'Rope A',
        'wp:post_name': 'rope-a',
        'content:encoded': links,
        ...at('/2019/05/R%C3%B6pe/'),
      }),
      post(22, {
        ...{ title: 'Rope B', 'wp:post_name': 'rope-b', 'wp:status': 'private' },
        'content:encoded': '<h2 id="kap-2">Second chapter</h2>',
        ...at('/2019/05/draft/'),
      }),
      post(23, { title: 'Rope C', 'wp:post_name': 'rope-c', 'content:encoded': 'x', ...at('/about/') }),
      post(24, { title: 'Rope D', 'wp:post_name': 'rope-d', 'content:encoded': 'x', ...at('/?p=24') }),
      post(26, { title: 'Rope E', 'wp:post_name': 'rope-e', 'content:encoded': 'x', ...at('/blog/Rope-E') }),
    )
    expect(data.redirects).toEqual({ new: 3, taken: 0 })
    expect(find('Rope A')?.redirects).toEqual(['/2019/05/Röpe'])
    expect(find('Rope C')?.problems).toEqual([
      'No redirect from /about/: This page exists, and a page wins over a redirect.',
    ])
    expect(find('Rope D')).toMatchObject({ redirects: ['/?p=24'], problems: [] })
    expect(find('Rope E')).toMatchObject({ redirects: [], problems: [] })
    expect((await map()).size).toBe(0)
    await call('POST', '/redirects', { from: '/short', to: '/2019/05/R%C3%B6pe' })
    await runImport(up, token, id, { publish: true })
    const author = (await read('rope-a')).author.slug
    expect(await map()).toEqual(
      new Map([
        ['/feed', '301 /feed.xml'],
        ['/author/ann', `301 /authors/${author}`],
        ['/short', '301 /blog/rope-a'],
        ['/2019/05/Röpe', '301 /blog/rope-a'],
        ['/?p=24', '301 /blog/rope-d'],
      ]),
    )
    expect((await read('rope-a')).content).toBe(
      '[d](/blog/rope-b?a=1#part) [d](/blog/rope-b) [o](https://other.example/2019/05/draft/) [s](/blog/rope-b#part) [p](/blog/rope-d) [n](/?p=25) [k](/blog/rope-b#section-second-chapter)',
    )
    const listed = (await call('GET', '/redirects?search=draft')).json.data
    expect(listed).toMatchObject([
      { from: '/2019/05/draft', to: '/blog/rope-b', createdBy: 'Import of old.xml', waiting: true },
    ])

    const { data: draft } = (await call('GET', '/blogs/rope-b')).json
    await call('PUT', `/blogs/${draft.id}`, { published: true })
    expect(await changedTags()).toContain('redirects')
    expect((await map()).get('/2019/05/draft')).toBe('301 /blog/rope-b')
    await call('PUT', `/blogs/${draft.id}`, { slug: 'hemp-b' })
    expect(await changedTags()).toContain('redirects')
    expect((await map()).get('/2019/05/draft')).toBe('301 /blog/hemp-b')
    await call('PUT', `/blogs/${draft.id}`, { published: false })
    expect(await changedTags()).toContain('redirects')
    expect((await map()).has('/2019/05/draft')).toBe(false)
    await call('POST', `/blogs/${draft.id}/archive`)
    expect(await changedTags()).toContain('redirects')
    expect((await map()).has('/2019/05/draft')).toBe(true)
    await call('POST', `/blogs/${draft.id}/restore`)
    expect(await changedTags()).toContain('redirects')
    await call('POST', `/blogs/${draft.id}/archive`)
    await call('DELETE', `/blogs/${draft.id}?forever=true`)
    expect(await changedTags()).toContain('redirects')
    expect((await call('GET', '/redirects?search=draft')).json.total).toBe(0)
  })

  it('redirect feeds and the pages of terms and authors', async () => {
    const ghost = {
      posts: ['published', 'published', 'draft'].map((status, index) => {
        const id = index + 1
        return { id, title: `Sail ${id}`, html: '<p>x</p>', status }
      }),
      tags: [
        { id: 1, name: 'Rope & Sail', slug: 'rope-sail' },
        { id: 2, name: '#hidden', slug: 'hash-hidden' },
        { id: 3, name: 'Takeover', slug: 'takeover' },
      ],
      users: [
        { id: 1, name: 'Ann', slug: 'ann', email: 'admin@example.com' },
        { id: 2, name: 'Nobody here', slug: 'nobody' },
      ],
      posts_tags: [1, 2]
        .flatMap((post_id) => [1, 2].map((tag_id) => ({ post_id, tag_id })))
        .concat({ post_id: 3, tag_id: 3 }),
      posts_authors: [1, 2].map((id) => ({ post_id: id, author_id: id })),
    }
    const first = await check('ghost.json', new TextEncoder().encode(JSON.stringify({ data: ghost })))
    await runImport(up, token, first.id)
    const author = (await read('sail-1')).author.slug
    await call('POST', '/redirects', { from: '/en/tags/tea', to: '/about' })
    const hugo = await checkFiles({
      'content/posts/deck.md':
        '---\ntitle: Deck\ncategories: [Below deck, Above]\ntags: [Tea, Hot knots]\n---\nx',
      'hugo.toml': 'baseURL = "https://old.example/en/"',
    })
    await runImport(up, token, hugo.id)
    const entries = [...(await map())].filter(([from]) => /tag|author|categor|rss|xml/.test(from))
    expect(Object.fromEntries(entries)).toEqual({
      '/rss': '301 /feed.xml',
      '/tag/rope-sail': '301 /blog?tag=Rope+%26+Sail',
      '/author/ann': `301 /authors/${author}`,
      '/en/index.xml': '301 /feed.xml',
      '/en/posts/index.xml': '301 /feed.xml',
      '/en/categories/below-deck': '301 /blog?category=below-deck',
      '/en/categories/above': '301 /blog?tag=Above',
      '/en/tags/hot-knots': '301 /blog?tag=Hot+knots',
      '/en/tags/tea': '301 /about',
    })
  })

  it('redirect the feed and the lists of a WordPress site in a folder', async () => {
    const term = (domain: string, slug: string, name: string) =>
      `<category domain="${domain}" nicename="${slug}">${name}</category>`
    const terms = [
      ...[
        term('category', 'anchors', 'Anchors &amp; chains'),
        term('category', 'uncategorized', 'Uncategorized'),
        term('category', 'grapnel', 'Grapnel'),
        term('category', 'loop', 'Loop'),
      ],
      ...[
        term('post_tag', 'c-2', 'C++'),
        term('post_tag', '%e8%8c%b6', '茶'),
        term('post_format', 'f', 'Aside'),
      ],
    ].join('')
    const category = (slug: string, parent: string) =>
      `<wp:category><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent></wp:category>`
    const at = (path: string) => ({ link: `https://www.old.example${path}` })
    const { id } = await checkWordPress(
      ...[category('anchors', ''), category('small', 'anchors'), category('grapnel', 'small')],
      ...[category('loop', 'pool'), category('pool', 'loop')],
      '<wp:base_blog_url>https://www.old.example/news</wp:base_blog_url>',
      post(41, { title: 'Mast A', 'content:encoded': 'x', ...at('/news/mast-a/') }, terms),
      post(
        42,
        { title: 'Mast B', 'content:encoded': 'x', ...at('/news/mast-b/'), 'wp:status': 'draft' },
        term('post_tag', 'planned', 'Planned'),
      ),
      post(
        43,
        { title: 'Mast C', 'content:encoded': 'x', ...at('/?p=43') },
        term('post_tag', 'short', 'Short'),
      ),
    )
    await runImport(up, token, id)
    const { author } = await read('mast-a')
    const entries = [...(await map())].filter(([from]) =>
      /^\/(?:news\/.*\/|news\/feed|tag\/short)/.test(from),
    )
    expect(Object.fromEntries(entries)).toEqual({
      '/news/feed': '301 /feed.xml',
      '/news/category/anchors': '301 /blog?category=anchors-chains',
      '/news/category/anchors/small/grapnel': '301 /blog?tag=Grapnel',
      '/news/category/pool/loop': '301 /blog?tag=Loop',
      '/news/tag/c-2': '301 /blog?tag=C%2B%2B',
      '/news/tag/茶': '301 /blog?tag=%E8%8C%B6',
      '/news/author/ann': `301 /authors/${author.slug}`,
    })
  })

  it('are valid link targets in other posts, and do not reveal a draft', async () => {
    const { id } = await checkFiles({
      'secret.md': '---\ntitle: Secret\naliases: [/old/secret]\n---\nText',
    })
    await runImport(up, token, id)
    const { data } = (await call('POST', '/post-checks/references', { paths: ['/old/secret'], images: [] }))
      .json
    expect(data.broken).toEqual(['/old/secret'])
  })

  it('keep a redirect when its target stays, and are released when someone changes it', async () => {
    const { id } = await checkFiles({ 'edited.md': '---\ntitle: Edited\naliases: [/old/edited]\n---\nText' })
    await runImport(up, token, id)
    const [{ id: redirect }] = (await call('GET', '/redirects?search=/old/edited')).json.data
    await call('PUT', `/redirects/${redirect}`, { from: '/old/edits', to: '/blog/edited' })
    expect((await map()).has('/old/edits')).toBe(false)
    await call('PUT', `/redirects/${redirect}`, { from: '/old/edits', to: '/contact' })
    expect((await map()).get('/old/edits')).toBe('301 /contact')
  })

  it.each([true, false])(
    'are no longer missing when a post is imported as published: %s',
    async (publish) => {
      const name = `oakum-${publish}`
      const path = `/blog/former-${name}`
      const hit = { path, referrer: '', linked: true, count: 1 }
      await up.call('POST', '/api/redirects/hits', { json: { hits: [], missing: [hit] } })
      const { id } = await checkFiles({
        [`${name}.md`]: `---\ntitle: Oakum\nslug: ${name}\naliases: [${path}]\n---\nText`,
      })
      await runImport(up, token, id, { publish })
      expect((await read(`former-${name}`)).slug).toBe(name)
      expect((await call('GET', `/redirects/missing?search=${path}`)).json.total).toBe(publish ? 0 : 1)
    },
  )

  it('report why they cannot redirect', async () => {
    await call('POST', '/redirects', { from: '/old/busy', to: '/about' })
    await call('POST', '/blogs', { title: 'Knot', content: 'x', published: true })
    const { id, data, find } = await checkFiles({
      'p/knot.md':
        '---\ntitle: New knot\naliases: [/old/busy, /old/knot, ..., relative]\n---\nSee [twin](/old/twin/).',
      'p/twine.md':
        '---\ntitle: Twine\nslug: Twine_One\naliases: /old/knot\n---\n[k](/blog/knot) [t](/blog/Twine_One)',
      'q/twine.md': '---\ntitle: Twin\nslug: twine-one\naliases: /old/twin\n---\nText',
    })
    expect(data.redirects).toEqual({ new: 2, taken: 1 })
    expect(find('New knot')).toMatchObject({
      ...{ plan: 'taken', redirects: ['/old/knot'] },
      problems: [
        'No redirect from /blog/knot: Another post has this address.',
        'No redirect from /old/busy: It redirects to “/about” already.',
      ],
    })
    expect(find('Twine')).toMatchObject({
      redirects: ['/blog/Twine_One'],
      problems: ['No redirect from /old/knot: Another post in the file has this address.'],
    })
    const done = await runImport(up, token, id, { publish: true, taken: 'rename' })
    expect(done.posts.find(({ title }) => title === 'New knot')).toMatchObject({
      slug: 'knot-2',
      problems: [
        'No redirect from /blog/knot: Another post has this address.\nNo redirect from /old/busy: It redirects to “/about” already.',
      ],
    })
    expect((await read('knot-2')).content).toBe('See [twin](/blog/twin).')
    expect((await read('twine-one')).content).toBe('[k](/blog/knot-2) [t](/blog/twine-one)')
    const redirects = await map()
    expect([
      redirects.get('/old/knot'),
      redirects.get('/blog/Twine_One'),
      redirects.get('/old/twin'),
    ]).toEqual(['301 /blog/knot-2', '301 /blog/twine-one', '301 /blog/twin'])
  })

  it('continue with the options of the first run', async () => {
    const { id, data } = await checkFiles({ 'resumed.md': '---\ntitle: Resumed\n---\nText' })
    expect(data.options).toBeNull()
    const db = await up.tables()
    const isPostgres = database === 'postgres'
    await (
      isPostgres
        ? sql`alter table imported_posts add constraint rejected check (false) not valid`
        : sql`create trigger rejected before insert on imported_posts begin select raise(abort, 'rejected'); end`
    ).execute(db)
    expect((await call('POST', `/imports/${id}/run`, { publish: true })).status).toBe(500)
    expect(up.logs.splice(0)).toHaveLength(1)
    await (
      isPostgres ? sql`alter table imported_posts drop constraint rejected` : sql`drop trigger rejected`
    ).execute(db)
    expect((await call('GET', `/imports/${id}`)).json.data.options).toMatchObject({ publish: true })
    expect((await runImport(up, token, id)).options).toMatchObject({ publish: true })
    expect((await read('resumed')).published).toBe(true)
  })

  it('plan a post for its former schedule date', async () => {
    const scheduled = { 'wp:status': 'future', 'wp:post_date_gmt': '2040-02-03 12:00:00' }
    const { id, find } = await checkWordPress(
      post(31, { title: 'Planned', 'wp:post_name': 'planned', 'content:encoded': 'x', ...scheduled }),
    )
    expect(find('Planned')?.problems).toEqual([
      'Its date is in the future: it becomes a draft, planned for February 3, 2040.',
    ])
    await runImport(up, token, id, { publish: true })
    expect(await read('planned')).toMatchObject({ published: false, plannedFor: '2040-02-03' })
    expect((await read('planned')).publishAt).toBeNull()

    const file = '---\ntitle: Was due\npublished: true\npublishAt: 2040-02-04T01:00:00.000Z\n---\nx'
    const own = await checkFiles({ 'due.md': file })
    expect(own.find('Was due')?.problems).toEqual([
      'It was scheduled: it becomes a draft, planned for February 3, 2040.',
    ])
    await runImport(up, token, own.id, { publish: true })
    const { published, plannedFor, publishAt } = await read('due')
    expect({ published, plannedFor, publishAt }).toEqual({
      ...{ published: false, plannedFor: '2040-02-03', publishAt: null },
    })
  })
})
