import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { MediaItem } from '#contract/media.ts'
import { readFrontMatter } from '../imports/front-matter.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'
import { runImport, uploadImport } from '../testing/transfer.ts'
import { readZip } from '../testing/zip.ts'

describe.each(databases)('an export on %s', (database) => {
  let up: TestUpstream
  let token: string
  const queries: string[] = []
  beforeAll(async () => {
    up = await startUpstream(database, { onQuery: ({ query }) => queries.push(query.sql) })
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const download = async (site: TestUpstream, by: string) => {
    const headers = { authorization: `Bearer ${by}` }
    const response = await site.fetch(new Request('http://upstream/api/export', { method: 'POST', headers }))
    expect(response.status).toBe(200)
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  const seo = {
    ...{
      title: 'Green: a tea',
      description: '“Steeped”',
      canonical: 'https://other.example/tea',
      noindex: true,
    },
    ...{ shareTitle: 'Tea?', shareDescription: 'Yes.' },
  }

  async function create() {
    const upload = toFormData({ file: await imageFile('png', 700, 400) })
    const { id: mediaId, url } = (await up.call('POST', '/api/media', { token, form: upload })).json.data
    const described = { name: 'A pot.png', alt: 'Pot', caption: 'Of 1920', focus: { x: 20, y: 80 } }
    await up.call('PUT', `/api/media/${mediaId}`, { token, json: described })
    await up.call('POST', '/api/categories', { token, json: { name: 'Hot, cold & wet' } })
    const form = toFormData({
      title: 'Tea: "green" — 茶',
      content: `\n  Indented.\n\n![Pot](${url} "A pot")\n\n[Same](https://other.example${url})\n\n{% raw %} {{< youtube dQw4w9WgXcQ >}} {{ site.baseurl }}/x\n\n---\ntitle: x\n---\n`,
      excerpt: 'Two\nlines: yes',
      published: 'true',
      tags: JSON.stringify(['Tea', 'true', '2024']),
      category: 'hot-cold-wet',
      coverImage: await imageFile('png', 900, 500),
      coverAlt: 'A cup',
    })
    const { data } = (await up.call('POST', '/api/blogs', { token, form })).json
    await up.call('PUT', `/api/blogs/${data.id}`, {
      token,
      json: { slug: 'green-tea', seo: { ...seo, image: url }, unpublishAt: '2090-01-02T03:04:00.000Z' },
    })
    await up.call('POST', '/api/blogs', {
      token,
      json: { title: 'Planned draft', content: 'x', excerpt: '🚢'.repeat(500), plannedFor: '2090-05-06' },
    })
    for (let n = 0; n < 44; n += 1)
      await up.call('POST', '/api/blogs', { token, json: { title: `Draft ${n}`, content: `Text ${n}` } })
    return { id: data.id, url, oldSlug: data.slug }
  }

  it('contains all posts and their images, and imports to the same posts', async () => {
    const { id, oldSlug } = await create()
    const { response, bytes } = await download(up, token)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="blog-export-[\d-]+\.zip"$/,
    )
    const files = await readZip(bytes)
    const posts = [...files.keys()].filter((path) => path.endsWith('.md'))
    expect(posts).toHaveLength(46)
    const descriptions =
      files
        .get([...files.keys()].at(-1) ?? '')
        ?.toString()
        .trim()
        .split('\n') ?? []
    expect(descriptions.map((line) => JSON.parse(line))).toContainEqual({
      ...{ file: expect.stringMatching(/^images\/[\w-]{22}\.webp$/), name: 'picture.png', alt: 'A cup' },
      ...{ decorative: false, caption: '', focus: { x: 50, y: 50 }, kept: false },
    })
    expect([...files.keys()].filter((path) => path.endsWith('.webp'))).toHaveLength(2)
    const [folder] = (posts[0] ?? '').split('/')
    const file = readFrontMatter(files.get(`${folder}/posts/green-tea.md`)?.toString() ?? '')
    expect(file?.fields).toMatchObject({
      ...{ id, title: 'Tea: "green" — 茶', slug: 'green-tea', formerSlugs: [oldSlug], published: true },
      ...{ author: 'Editorial team', tags: ['Tea', 'true', '2024'], category: 'Hot, cold & wet' },
      ...{ excerpt: 'Two\nlines: yes', coverAlt: 'A cup', seoTitle: seo.title, noindex: true },
      unpublishAt: '2090-01-02T03:04:00.000Z',
      shareImage: expect.stringMatching(/^\.\.\/images\/[\w-]{22}\.webp$/),
    })
    expect(files.get(`${folder}/posts/planned-draft.md`)?.toString()).toContain('plannedFor: "2090-05-06"\n')
    expect(file?.content).toMatch(/!\[Pot\]\(\.\.\/images\/[\w-]{22}\.webp "A pot"\)/)
    expect(file?.content).toContain('https://other.example/api/media/')
    expect(JSON.stringify([...files.values()].map(String))).not.toContain('admin@example.com')

    const same = await uploadImport(up, token, 'export.zip', bytes)
    expect(same.checked.json.data.plans).toEqual({ new: 0, taken: 0, existing: 46, invalid: 0 })

    const other = await startUpstream(database)
    const owner = await other.signIn()
    const { id: importId, checked } = await uploadImport(other, owner, 'export.zip', bytes)
    expect(checked.json.data.plans).toEqual({ new: 46, taken: 0, existing: 0, invalid: 0 })
    expect(checked.json.data.posts.flatMap(({ problems }: { problems: string[] }) => problems)).toEqual([
      expect.stringContaining('stays on its server: https://other.example/api/media/'),
    ])
    const { outcomes } = await runImport(other, owner, importId, { publish: true })
    expect(outcomes).toEqual({ imported: 46, skipped: 0, failed: 0 })

    const again = await readZip((await download(other, owner)).bytes)
    const normalize = (text: string) =>
      text.replace(/^id: .*$/m, '').replaceAll(/images\/[\w-]{22}\.webp/g, 'images/any.webp')
    const postsOf = (archive: Map<string, Buffer>) =>
      [...archive].flatMap(([path, content]) =>
        path.endsWith('.md') ? [[path, normalize(content.toString())]] : [],
      )
    expect(Object.fromEntries(postsOf(again))).toEqual(Object.fromEntries(postsOf(files)))
    const read = (site: TestUpstream) => site.call('GET', '/api/blogs/green-tea')
    const [before, after] = [(await read(up)).json.data, (await read(other)).json.data]
    const kept = ({
      title,
      excerpt,
      tags,
      category,
      createdAt,
      publishedAt,
      updatedAt,
      slug,
    }: typeof before) => ({
      ...{ title, excerpt, tags, category, createdAt, publishedAt, updatedAt, slug },
    })
    expect(kept(after)).toEqual(kept(before))
    expect(after.seo).toEqual({ ...seo, image: after.images[0].url })
    expect([after.cover.alt, after.cover.width, after.images.length]).toEqual(['A cup', 900, 1])
    expect((await other.call('GET', `/api/blogs/${oldSlug}`)).json.data.slug).toBe('green-tea')
    expect((await other.call('GET', after.images[0].url)).status).toBe(200)
    const libraryOf = async (site: TestUpstream, by: string) =>
      (await site.call('GET', '/api/media?sort=name', { token: by })).json.data.map(
        ({ name, alt, decorative, caption, focus, uses, deletedAt }: MediaItem) => ({
          ...{ name, alt, decorative, caption, focus, uses, deletedAt },
        }),
      )
    expect(await libraryOf(other, owner)).toEqual(await libraryOf(up, token))
    await other.stop()
  })

  it('is recorded', async () => {
    const editor = await up.signInAs('editor')
    await download(up, editor)
    const { json } = await up.call('GET', '/api/activity?kind=export', { token: editor })
    expect(
      json.data.activity.map(({ kind, person }: { kind: string; person: { name: string } }) => [
        kind,
        person.name,
      ])[0],
    ).toEqual(['export.downloaded', 'editor'])
    expect(json.total).toBe(2)
    const summary = (await up.call('GET', '/api/export', { token: editor })).json.data
    expect(summary).toEqual({ posts: 46, images: 2, caseStudies: 0 })
  })

  it('leaves out archived and trashed posts with the images that only they use', async () => {
    const count = async () => (await up.call('GET', '/api/export', { token })).json.data
    const before = await count()
    const form = toFormData({ file: await imageFile('png', 500, 300) })
    const { id: mediaId, url } = (await up.call('POST', '/api/media', { token, form })).json.data
    const json = { title: 'Removed', content: `![](${url})`, coverMedia: mediaId }
    const { id } = (await up.call('POST', '/api/blogs', { token, json })).json.data
    expect(await count()).toMatchObject({ posts: before.posts + 1, images: before.images + 1 })
    for (const [method, path] of [
      ['POST', `/api/blogs/${id}/archive`],
      ['DELETE', `/api/blogs/${id}`],
    ] as const) {
      expect((await up.call(method, path, { token })).status).toBe(200)
      expect([path, await count()]).toEqual([path, before])
      const files = await readZip((await download(up, token)).bytes)
      expect([...files.keys()].filter((name) => name.includes(mediaId))).toEqual([])
    }
  })

  it('reads only what the client takes', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await up.fetch(new Request('http://upstream/api/export', { method: 'POST', headers }))
    queries.length = 0
    const reader = response.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await reader?.cancel()
    // Three reads would return all 46 posts.
    expect(queries.filter((query) => /from "post_contents"/.test(query)).length).toBeLessThanOrEqual(1)
  })
})
