import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { defaultSettings } from '#contract/default-settings.ts'
import { databases, imageFile, startUpstream, toFormData, type TestUpstream } from '../testing/harness.ts'
import { runImport, uploadImport } from '../testing/transfer.ts'
import { readZip, zip } from '../testing/zip.ts'

const study = {
  ...{ client: 'Bay Lines', summary: 'One timetable\nfor “nine” islands.', content: '## Why\n\nText.' },
  results: [{ figure: '9', label: 'islands: all' }],
  services: ['Web Development'],
  drawing: { kind: 'bars', values: [100, 140.5], caption: 'Before and after' },
  quote: { text: 'It\nsails.', name: 'Ada Brandt', role: 'Captain' },
}

describe.each(databases)('an export of the whole site on %s', (database) => {
  let up: TestUpstream
  let other: TestUpstream
  let token: string
  let owner: string
  beforeAll(async () => {
    up = await startUpstream(database)
    other = await startUpstream(database)
    token = await up.signIn()
    owner = await other.signIn()
  })
  afterAll(async () => {
    await up.stop()
    await other.stop()
  })

  const download = async (site: TestUpstream, by: string) => {
    const headers = { authorization: `Bearer ${by}` }
    const response = await site.fetch(new Request('http://upstream/api/export', { method: 'POST', headers }))
    return new Uint8Array(await response.arrayBuffer())
  }
  const listStudies = async (site: TestUpstream, by: string) =>
    (await site.call('GET', '/api/case-studies?include=content', { token: by })).json.data.caseStudies
  const listCategories = async (site: TestUpstream, by: string) =>
    (await site.call('GET', '/api/categories', { token: by })).json.data.map(
      ({ name, slug, description }: Record<string, string>) => [name, slug, description],
    )

  async function create() {
    const upload = toFormData({ file: await imageFile('png', 700, 400) })
    const { url } = (await up.call('POST', '/api/media', { token, form: upload })).json.data
    const form = toFormData({
      ...{ ...study, title: 'A ferry timetable', content: `## Why\n\n![Map](${url})\n`, published: 'true' },
      ...{ results: JSON.stringify(study.results), services: JSON.stringify(study.services) },
      ...{ drawing: JSON.stringify(study.drawing), quote: JSON.stringify(study.quote) },
      ...{ coverAlt: 'A ferry', coverImage: await imageFile('png', 900, 500) },
    })
    const { id } = (await up.call('POST', '/api/case-studies', { token, form })).json.data
    await up.call('PUT', `/api/case-studies/${id}`, { token, json: { slug: 'timetable' } })
    const { results } = study
    for (const title of ['A draft', 'The first'])
      await up.call('POST', '/api/case-studies', {
        token,
        json: { title, client: 'x', summary: 'x', content: 'x', results },
      })
    for (const [name, slug, description] of [
      ['Zebra', 'z', 'Stripes: “two”.'],
      ['Ape', undefined, ''],
      ['Empty', 'none-yet', 'No posts.'],
    ])
      await up.call('POST', '/api/categories', { token, json: { name, slug, description } })
    const post = { title: 'A post', content: 'x', category: 'ape', published: true }
    await up.call('POST', '/api/blogs', { token, json: post })
    return id
  }

  it('keeps case studies and categories', async () => {
    const id = await create()
    expect((await up.call('GET', '/api/export', { token })).json.data).toEqual({
      ...{ posts: 1, images: 2, caseStudies: 3 },
    })
    const bytes = await download(up, token)
    const files = await readZip(bytes)
    const [folder] = [...files.keys()][0]?.split('/') ?? []
    const text = files.get(`${folder}/case-studies/timetable.md`)?.toString()
    expect(text).toContain(
      `type: "case-study"\ntitle: "A ferry timetable"\nslug: "timetable"\nformerSlugs: ["a-ferry-timetable"]\norder: 3\n`,
    )
    expect(text).toMatch(/---\n\n## Why\n\n!\[Map\]\(\.\.\/images\/[\w-]{22}\.webp\)\n/)

    const { id: importId, checked } = await uploadImport(other, owner, 'export.zip', bytes)
    const { data } = checked.json
    expect([data.plans.new, data.caseStudies, data.problems]).toEqual([4, 3, []])
    expect(data.posts.at(-1)).toMatchObject({
      ...{ kind: 'caseStudy', title: 'The first', slug: 'the-first', plan: 'new', published: false },
      ...{ author: { name: '', source: '' }, postId: null, problems: [] },
    })
    const missing = ['timetable', 'a-ferry-timetable'].map((slug) => ({
      ...{ path: `/work/${slug}`, referrer: '', linked: true, count: 1 },
    }))
    await other.call('POST', '/api/redirects/hits', { json: { hits: [], missing } })
    const { outcomes, posts } = await runImport(other, owner, importId, { publish: true })
    expect((await other.call('GET', '/api/redirects/missing', { token: owner })).json.data).toEqual([])
    const log = (await other.call('GET', '/api/activity', { token: owner })).json.data.activity
    expect(log.map(({ kind }: { kind: string }) => kind)).toEqual(['import.finished', 'session.started'])
    expect(outcomes).toEqual({ imported: 4, skipped: 0, failed: 0 })
    expect(posts.find(({ title }) => title === 'A ferry timetable')).toMatchObject({
      ...{ postId: id, slug: 'timetable', problems: [] },
    })

    const kept = ({ cover, version: _version, content, ...rest }: Record<string, never>) => ({
      ...rest,
      cover: cover && [cover['alt'], cover['width']],
      content: String(content).replaceAll(/media\/[\w-]{22}/g, 'media/any'),
    })
    const [before, after] = [await listStudies(up, token), await listStudies(other, owner)]
    expect(after.map(kept)).toEqual(before.map(kept))
    const found = await other.call('GET', '/api/case-studies/a-ferry-timetable', { token: owner })
    expect(found.json.data).toMatchObject({ slug: 'timetable', quote: study.quote })
    expect((await other.call('GET', found.json.data.images[0].url)).status).toBe(200)
    expect(await listCategories(other, owner)).toEqual(await listCategories(up, token))
    expect((await other.call('GET', '/api/blogs/a-post')).json.data.category.name).toBe('Ape')
    const again = await uploadImport(other, owner, 'export.zip', bytes)
    expect(again.checked.json.data.plans).toEqual({ new: 0, taken: 0, existing: 4, invalid: 0 })
  })

  it('imports beside others as drafts with free addresses', async () => {
    const site = await startUpstream(database)
    const by = await site.signIn()
    const { results } = study
    const json = { title: 'Timetable', client: 'x', summary: 'x', content: 'x', results, published: true }
    await site.call('POST', '/api/case-studies', { token: by, json })
    for (const [name, description] of [
      ['zebra', ''],
      ['Ape', 'Mine.'],
    ])
      await site.call('POST', '/api/categories', { token: by, json: { name, description } })
    const bytes = await download(up, token)
    const skipping = await uploadImport(site, by, 'export.zip', bytes)
    expect(skipping.checked.json.data.plans).toMatchObject({ new: 3, taken: 1 })
    const { posts } = await runImport(site, by, skipping.id)
    expect(posts.find(({ title }) => title === 'A ferry timetable')).toMatchObject({
      ...{ outcome: 'skipped', problems: ['Its URL is used by another case study.'] },
    })
    expect(await listCategories(site, by)).toEqual([
      ['zebra', 'zebra', 'Stripes: “two”.'],
      ['Ape', 'ape', 'Mine.'],
      ['Empty', 'none-yet', 'No posts.'],
    ])
    const renaming = await uploadImport(site, by, 'export.zip', bytes)
    const renamed = await runImport(site, by, renaming.id, { taken: 'rename' })
    expect(renamed.posts.find(({ outcome }) => outcome === 'imported')?.problems).toEqual([
      'Its URL is /work/timetable-2, because another case study has /work/timetable.',
    ])
    const studies = await listStudies(site, by)
    expect(studies.map(({ slug, published }: Record<string, unknown>) => [slug, published])).toEqual([
      ['timetable-2', false],
      ['the-first', false],
      ['a-draft', false],
      ['timetable', true],
    ])
    await site.stop()
  })

  it('imports as drafts when publishing needs an approval', async () => {
    const site = await startUpstream(database)
    const by = await site.signIn()
    const json = { ...defaultSettings, approvalRequired: true }
    expect((await site.call('PUT', '/api/settings', { token: by, json })).status).toBe(200)
    const { id } = await uploadImport(site, by, 'export.zip', await download(up, token))
    const { outcomes, posts } = await runImport(site, by, id, { publish: true })
    expect(outcomes).toMatchObject({ imported: 4 })
    const problem = 'A draft, because publishing needs an approval.'
    expect(posts.map(({ title, problems }) => [title, problems])).toEqual([
      ['A post', [problem]],
      ['A ferry timetable', [problem]],
      ['A draft', []],
      ['The first', []],
    ])
    for (const path of ['/api/blogs/a-post', '/api/case-studies/timetable']) {
      expect((await site.call('GET', path)).status).toBe(404)
      expect((await site.call('GET', path, { token: by })).json.data.published).toBe(false)
    }
    await site.stop()
  })

  it('has the figures of sample posts, which an import keeps', async () => {
    const site = await startUpstream(database)
    const by = await site.signIn()
    const content = '<img src="/figures/outbox.svg" alt="A">\n\n![B](/figures/unknown.svg)'
    await site.call('POST', '/api/blogs', { token: by, json: { title: 'Drawn', content } })
    const drawn = { ...study, title: 'Drawn too', content: '![A](/figures/alt-text-chart.svg)' }
    const { status } = await site.call('POST', '/api/case-studies', { token: by, json: drawn })
    expect(status).toBe(201)
    const bytes = await download(site, by)
    const files = await readZip(bytes)
    const figures = [...files].filter(([path]) => path.endsWith('.svg'))
    const folder = join(import.meta.dirname, '../../public/figures')
    expect(figures).toEqual([
      [expect.stringMatching(/\/figures\/outbox\.svg$/), await readFile(join(folder, 'outbox.svg'))],
      [
        expect.stringMatching(/\/figures\/alt-text-chart\.svg$/),
        await readFile(join(folder, 'alt-text-chart.svg')),
      ],
    ])
    const { id, checked } = await uploadImport(other, owner, 'export.zip', bytes)
    expect(checked.json.data.posts).toMatchObject([
      { title: 'Drawn', problems: [] },
      { title: 'Drawn too', problems: [] },
    ])
    await runImport(other, owner, id)
    const { data } = (await other.call('GET', '/api/blogs/drawn', { token: owner })).json
    expect(data.content).toBe(content)
    await site.stop()
  })

  it('rejects case studies that are not complete', async () => {
    const head = (title: string, more: string) =>
      `---\nid: "018e0e51-0000-7000-8000-${String(title.length).padStart(12, '0')}"\ntype: case-study\ntitle: ${title}\nslug: s-${title.length}\n${more}---\nText\n`
    const whole = 'client: A\nsummary: B\nresults: [{ figure: "1", label: C }]\n'
    const { id, checked } = await uploadImport(
      other,
      owner,
      'written.zip',
      zip([
        { path: 'a/none.md', content: head('No results', 'client: A\nsummary: B\n') },
        {
          path: 'a/drawn.md',
          content: head('Drawn wrongly', `${whole}drawing: { kind: bars, values: [1] }\n`),
        },
        {
          path: 'a/kept.md',
          content: head('Kept', `${whole}services: [Sailing, Web Development]\norder: x\n`),
        },
        { path: 'case-studies/post.md', content: '---\ntitle: Of Hugo\ntype: case-study\n---\nText\n' },
        {
          path: 'categories.jsonl',
          content: '{"name":"Far"}\nno JSON\n{"name":"","slug":"","description":""}\n',
        },
      ]),
    )
    const { data } = checked.json
    expect(data.problems).toEqual(['Lines of categories.jsonl that cannot be read: 3.'])
    expect(
      data.posts.map(({ kind, title, problems }: Record<string, unknown>) => [kind, title, problems]),
    ).toEqual([
      ['caseStudy', 'Drawn wrongly', ['Caption is required']],
      ['caseStudy', 'No results', ['Add at least one result']],
      ['post', 'Of Hugo', []],
      ['caseStudy', 'Kept', []],
    ])
    await runImport(other, owner, id)
    const [first] = await listStudies(other, owner)
    expect(first).toMatchObject({ title: 'Kept', services: ['Web Development'], published: false })
  })

  it('keeps a former URL of a post that is the URL of a case study', async () => {
    const head =
      'id: "018e0e51-0000-7000-8000-0000000000aa"\ntype: case-study\nslug: knots\nclient: A\nsummary: B'
    const { id, checked } = await uploadImport(
      other,
      owner,
      'same.zip',
      zip([
        {
          path: 'a/study.md',
          content: `---\ntitle: S\n${head}\nresults: [{ figure: "1", label: C }]\n---\nText\n`,
        },
        {
          path: 'a/twin.md',
          content: `---\ntitle: Twin\n${head.replace('aa', 'bb')}\nresults: [{ figure: "1", label: C }]\ndate: 2999-01-01\n---\nText\n`,
        },
        { path: 'a/post.md', content: '---\ntitle: Rope\nslug: rope\nformerSlugs: [knots]\n---\nText\n' },
        {
          path: 'a/copy.md',
          content: `---\ntitle: Copy\n${head}\nresults: [{ figure: "1", label: C }]\n---\nText\n`,
        },
      ]),
    )
    expect(checked.json.data.problems).toEqual([
      'Case studies that have the same ID as an earlier case study are left out: 1.',
    ])
    const { posts } = await runImport(other, owner, id)
    expect(posts.map(({ slug, problems }) => [slug, problems])).toEqual([
      ['rope', []],
      ['knots', []],
      [
        'twin',
        [
          'Its date is in the future: it becomes a draft.',
          'Another case study in the file has the URL knots: this one gets a new one.',
        ],
      ],
    ])
    const found = await other.call('GET', '/api/blogs/knots', { token: owner })
    expect(found.json.data).toMatchObject({ slug: 'rope' })
  })

  it('moves links to case studies that get another URL', async () => {
    const { results } = study
    for (const title of ['Buoys', 'Lighthouse']) {
      const json = { title, client: 'x', summary: 'x', content: 'x', results, published: true }
      expect((await other.call('POST', '/api/case-studies', { token: owner, json })).status).toBe(201)
    }
    const more = 'type: case-study\nclient: A\nsummary: B\nresults: [{ figure: "1", label: C }]\n'
    const file = (number: number, title: string, head: string, content: string) => ({
      path: `a/${title}.md`,
      content: `---\nid: "018e0e51-0000-7000-8000-00000000000${number}"\ntitle: ${title}\n${head}---\n${content}\n`,
    })
    const links = '[a](/work/buoys/?b=1#why) [b](/work/lighthouse) [c](https://old.example/work/buoys)'
    const { id, checked } = await uploadImport(
      other,
      owner,
      'linked.zip',
      zip([
        file(1, 'Links', '', `${links} [d](https://other.example/work/buoys) [e](/work/unknown)`),
        file(2, 'Buoys', `${more}slug: buoys\nformerSlugs: [lighthouse]\norder: 1\n`, '## Why'),
        file(3, 'Beacons', `${more}slug: beacons\norder: 2\n`, links),
      ]),
    )
    expect(checked.json.data.redirects).toEqual({ new: 0, taken: 0 })
    const options = { taken: 'rename' as const, site: 'https://old.example' }
    const { posts } = await runImport(other, owner, id, options)
    expect(posts.map(({ slug }) => slug)).toEqual(['links', 'beacons', 'buoys-2'])
    const moved = '[a](/work/buoys-2?b=1#section-why) [b](/work/buoys-2) [c](/work/buoys-2)'
    const { content } = (await other.call('GET', '/api/blogs/links', { token: owner })).json.data
    expect(content).toBe(`${moved} [d](https://other.example/work/buoys) [e](/work/unknown)`)
    const beacons = await other.call('GET', '/api/case-studies/beacons', { token: owner })
    expect(beacons.json.data.content).toBe(moved)
  })

  it('gives no former URL of the same file to another case study', async () => {
    const site = await startUpstream(database)
    const by = await site.signIn()
    const { results } = study
    const json = { title: 'Buoys', client: 'x', summary: 'x', content: 'x', results }
    expect((await site.call('POST', '/api/case-studies', { token: by, json })).status).toBe(201)
    const file = (number: number, title: string, head: string) => ({
      path: `a/${title}.md`,
      content: `---\nid: "018e0e51-0000-7000-8000-0000000000c${number}"\ntype: case-study\ntitle: ${title}\nclient: A\nsummary: B\nresults: [{ figure: "1", label: C }]\n${head}---\n[a](/work/buoys-2) [b](/work/buoys)\n`,
    })
    const files = [
      file(1, 'Tides', 'slug: tides\nformerSlugs: [moored, buoys-2]\norder: 3\n'),
      file(2, 'Moored', 'order: 2\n'),
      file(3, 'Buoys', 'slug: buoys\norder: 1\n'),
    ]
    const slugsOf = async (taken: 'skip' | 'rename', imported: typeof files) => {
      const { id } = await uploadImport(site, by, `${taken}.zip`, zip(imported))
      const { posts } = await runImport(site, by, id, { taken })
      return posts.map(({ slug, outcome }) => [slug, outcome])
    }
    expect(await slugsOf('skip', files.slice(0, 2))).toEqual([
      ['tides', 'imported'],
      ['moored-2', 'imported'],
    ])
    for (const { id } of (await listStudies(site, by)).slice(0, 2))
      await site.call('DELETE', `/api/case-studies/${id}`, { token: by })
    expect(await slugsOf('rename', files)).toEqual([
      ['tides', 'imported'],
      ['moored-2', 'imported'],
      ['buoys-3', 'imported'],
    ])
    const { data } = (await site.call('GET', '/api/case-studies/tides', { token: by })).json
    expect(data.content).toBe('[a](/work/tides) [b](/work/buoys-3)')
    await site.stop()
  })

  it('imports what has no URL in the file when its planned URL is taken meanwhile', async () => {
    const { results } = study
    const head = 'type: case-study\nclient: A\nsummary: B\nresults: [{ figure: "1", label: C }]\n'
    const { id } = await uploadImport(
      other,
      owner,
      'meanwhile.zip',
      zip([
        { path: 'a/log.md', content: '---\ntitle: Log\n---\nText\n' },
        {
          path: 'b/twin.md',
          content: '---\ntitle: Tar\nslug: log\n---\n![a](https://old.invalid/a.png)\n',
        },
        {
          path: 'a/sextant.md',
          content: `---\nid: "018e0e51-0000-7000-8000-0000000000d1"\ntitle: Sextant\n${head}---\nText\n`,
        },
      ]),
    )
    // As a first step leaves them.
    const db = await other.tables()
    const options = JSON.stringify({ publish: false, taken: 'skip', hosts: ['old.invalid'], site: '' })
    await db.updateTable('imports').set({ options }).where('id', '=', id).execute()
    for (const [path, slug] of [
      ['b/twin.md', 'tar'],
      ['a/sextant.md', 'sextant'],
    ])
      await db
        .updateTable('import_posts')
        .set({ slug })
        .where('import_id', '=', id)
        .where('document', 'like', `%${path}%`)
        .execute()
    const json = { title: 'Sextant', client: 'x', summary: 'x', content: 'x', results }
    expect((await other.call('POST', '/api/case-studies', { token: owner, json })).status).toBe(201)
    const post = { title: 'Tar', content: 'x' }
    expect((await other.call('POST', '/api/blogs', { token: owner, json: post })).status).toBe(201)
    const { posts, hosts } = await runImport(other, owner, id)
    expect(posts.map(({ slug, outcome }) => [slug, outcome])).toEqual([
      ['log', 'imported'],
      ['tar-2', 'imported'],
      ['sextant-2', 'imported'],
    ])
    expect(hosts).toMatchObject([{ host: 'old.invalid', failed: 1 }])
  })

  it('reports the categories for which there is no place', async () => {
    const before = (await listCategories(other, owner)).length
    const lines = Array.from({ length: 103 }, (_, n) => `{"name":"C${n}","slug":"c${n}","description":""}\n`)
    const { id, checked } = await uploadImport(
      other,
      owner,
      'many.zip',
      zip([
        { path: 'a/post.md', content: '---\ntitle: Sorted\nid: x\n---\nText\n' },
        { path: 'a/categories.jsonl', content: lines.join('') },
      ]),
    )
    const beyond = 'Categories beyond the first 100, whose URLs and descriptions are left out: 3.'
    expect(checked.json.data.problems).toEqual([beyond])
    const { problems } = await runImport(other, owner, id)
    const left = Array.from({ length: before }, (_, n) => `C${100 - before + n}`)
    expect(problems).toEqual([
      beyond,
      ...left.map((name) => `Without the category “${name}”: There can be at most 100 categories.`),
    ])
  })
})
