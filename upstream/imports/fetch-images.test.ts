import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { defaultSettings } from '#contract/default-settings.ts'
import type { ImportPost } from '#contract/imports.ts'
import { databases, imageFile, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { startSite, type Site } from '../testing/other-site.ts'
import { runImport, uploadImport } from '../testing/transfer.ts'
import { item, post, wxr } from '../testing/wxr.ts'
import { zip } from '../testing/zip.ts'

const picture = async (width = 500) =>
  new Uint8Array(await (await imageFile('png', width, 300)).arrayBuffer())

const encode = (text: string) => new TextEncoder().encode(text)

const uploads = '/wp-content/uploads/2019/03'
const thumbnail =
  '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>'

describe.each(databases)('images of other servers on %s', (database) => {
  let up: TestUpstream
  let token: string
  let site: Site
  let host: string
  const files = new Map<string, Uint8Array>()
  const holds = new Map<string, (respond: () => void) => void>()
  let passedMs = 0
  let onQuery = (_sql: string) => {}

  beforeAll(async () => {
    up = await startUpstream(database, {
      acceptsAddress: (address) => address === '127.0.0.1',
      onQuery: ({ query }) => onQuery(query.sql),
    })
    token = await up.signIn()
    const redirects: Record<string, string> = {
      '/moved.png': '/found.png',
      '/loop.png': '/loop.png',
      '/inside.png': 'http://127.0.0.2:8080/secret.png',
      '/elsewhere.png': 'http://elsewhere.example/a.png',
    }
    site = await startSite(({ url = '' }, response) => {
      const location = redirects[url]
      if (location) return response.writeHead(302, { location }).end()
      const hold = holds.get(url)
      if (hold) {
        holds.delete(url)
        return hold(() => response.end(files.get('/found.png')))
      }
      if (url === '/never.png') return
      if (url === '/page.png') return response.writeHead(200, { 'content-type': 'image/png' }).end('<html>')
      if (url === '/large.png') return response.end(Buffer.alloc(6 * 1024 * 1024))
      if (url.startsWith('/slow')) passedMs += 2_000
      const bytes = files.get(url)
      return bytes ? response.end(bytes) : response.writeHead(404).end()
    })
    host = new URL(site.url).host
    files.set('/found.png', await picture())
  })
  afterAll(async () => {
    site.stop()
    await up.stop()
  })

  const upload = async (content: string | Uint8Array<ArrayBuffer>, on = up, by = token) => {
    const bytes = typeof content === 'string' ? encode(content) : content
    const { id, checked } = await uploadImport(on, by, 'other-site.xml', bytes)
    expect(checked.json).toMatchObject({ data: { checked: true } })
    return { id, report: checked.json.data }
  }
  const read = async (slug: string) => (await up.call('GET', `/api/blogs/${slug}`, { token })).json.data
  const paths = () => site.requests.map((request) => request.split(' ')[1]).toSorted()
  const problemsOf = ({ posts }: { posts: ImportPost[] }) => posts.flatMap(({ problems }) => problems)

  it('are listed by host and fetched from the chosen ones, each once and in its original size', async () => {
    for (const name of ['large', 'cover']) files.set(`${uploads}/${name}.png`, await picture(1_000))
    files.set(`${uploads}/only-small-300x200.png`, await picture(300))
    const at = (name: string) => `${site.url}${uploads}/${name}`
    const content = `<a href="${at('large.png')}"><img src="${at('large-300x200.png')}" alt="L"></a><!-- wp:p -->
<p><img src="${at('only-small-300x200.png')}" alt="S"> <img src="http://other.example/b.png" alt="B"></p>`
    const xml = wxr(
      post(71, { title: 'First', 'wp:post_name': 'fetched-first', 'content:encoded': content }, thumbnail),
      post(72, {
        ...{ title: 'Second', 'wp:post_name': 'fetched-second' },
        'content:encoded': `<img src="${at('large-1024x768.png')}" alt="L">`,
      }),
      item({
        ...{ 'wp:post_id': '9', 'wp:post_type': 'attachment', 'wp:status': 'inherit' },
        'wp:attachment_url': at('cover.png'),
      }),
    )
    const { id, report } = await upload(xml)
    expect(report).toMatchObject({
      images: 0,
      hosts: [
        { host, images: 3, fetched: 0, failed: 0 },
        { host: 'other.example', images: 1, fetched: 0, failed: 0 },
      ],
    })
    expect(problemsOf(report)).toContain('On another server: http://other.example/b.png')
    expect(site.requests).toEqual([])

    const done = await runImport(up, token, id, { hosts: [host] })
    expect(done.outcomes).toMatchObject({ imported: 2 })
    expect(problemsOf(done)).toEqual(['Not in the file, stays on its server: http://other.example/b.png'])
    expect(paths()).toEqual(
      ['cover.png', 'large.png', 'only-small-300x200.png', 'only-small-scaled.png', 'only-small.png'].map(
        (name) => `${uploads}/${name}`,
      ),
    )
    expect(site.requests[0]).toContain('HalyardImport/1.0 (+https://site.example)')
    const first = await read('fetched-first')
    const urls = first.images.map(({ url }: { url: string }) => url)
    expect(first.images.map(({ width }: { width: number }) => width)).toEqual([1000, 300])
    expect(first.content).toBe(
      `[![L](${urls[0]})](${urls[0]})\n\n![S](${urls[1]}) ![B](http://other.example/b.png)`,
    )
    expect(first.cover).toMatchObject({ width: 1000 })
    expect((await read('fetched-second')).content).toBe(`![L](${urls[0]})`)
  })

  it('are not fetched unless their host is chosen', async () => {
    site.requests.length = 0
    const text = `<img src="${site.url}/found.png" alt="F">`
    const { id } = await upload(wxr(post(73, { title: 'Left', 'content:encoded': text })))
    const done = await runImport(up, token, id)
    expect(problemsOf(done)).toEqual([`Not in the file, stays on its server: ${site.url}/found.png`])
    expect((await read('left')).content).toBe(`![F](${site.url}/found.png)`)
    expect(site.requests).toEqual([])
    const invalid = { token, json: { site: 'ftp://old.example' } }
    expect((await up.call('POST', `/api/imports/${id}/run`, invalid)).status).toBe(422)
  })

  it('are named as lost covers when they are not fetched', async () => {
    const [cover, both] = [`${site.url}/only-cover.png`, `${site.url}/cover-and-text.png`]
    const file = (title: string, url: string, text: string) => ({
      path: `${title}.md`,
      content: `---\ntitle: ${title}\ncover: ${url}\n---\n${text}\n`,
    })
    const { id, report } = await upload(
      zip([file('Lost cover', cover, 'A'), file('Lost twice', both, `![b](${both})`)]),
    )
    expect(problemsOf(report)).toEqual([
      `Cover on another server, left out unless fetched: ${cover}`,
      `Cover on another server, left out unless fetched: ${both}`,
      `On another server: ${both}`,
    ])
    const done = await runImport(up, token, id)
    expect(problemsOf(done)).toEqual([
      `Cover left out, because its image was not fetched: ${cover}`,
      `Cover left out, because its image was not fetched: ${both}\nNot in the file, stays on its server: ${both}`,
    ])
    expect(await read('lost-cover')).toMatchObject({ cover: null, content: 'A' })
  })

  it('in several sizes are each listed and replaced once they are fetched', async () => {
    const at = (name: string) => `${site.url}${uploads}/${name}.png`
    const [small, large] = [at('sizes-300x200'), at('sizes-1024x768')]
    const text = `<img src="${small}" alt="S"> <img src="${large}" alt="L">`
    const { id } = await upload(wxr(post(74, { title: 'Sizes', 'content:encoded': text })))
    const first = await runImport(up, token, id, { hosts: [host] })
    const reason = '(The server responded with status 404.)'
    expect(problemsOf(first)).toEqual([
      [small, large].map((url) => `Not in the file, stays on its server: ${url} ${reason}`).join('\n'),
    ])
    files.set(`${uploads}/sizes.png`, await picture())
    expect((await up.call('POST', `/api/imports/${id}/retry`, { token })).status).toBe(200)
    expect(problemsOf(await runImport(up, token, id))).toEqual([])
    const { content, images } = await read('sizes')
    expect(content).toBe(`![S](${images[0].url}) ![L](${images[0].url})`)
  })

  it('that cannot be fetched keep their URL and are listed with the reason', async () => {
    const reasons = {
      '/gone.png': 'The server responded with status 404.',
      '/page.png': 'The image must be a PNG, JPEG or WebP file.',
      '/large.png': 'The response is too large.',
      '/loop.png': 'It redirects more than 5 times.',
      '/elsewhere.png': 'It is on elsewhere.example, which was not chosen.',
      // Does not depend on the database.
      ...(database === 'sqlite' && { '/never.png': 'No response within 10 seconds.' }),
    }
    const images = Object.keys(reasons).map((path) => `![x](${site.url}${path})`)
    const file = (content: string) => `---\ntitle: Broken images\n---\n${content}\n`
    const content = [...images, `![x](${site.url}/moved.png)`].join('\n\n')
    const { id } = await upload(zip([{ path: 'broken-images.md', content: file(content) }]))
    const done = await runImport(up, token, id, { hosts: [host] })
    expect(problemsOf(done)[0]?.split('\n')).toEqual(
      Object.entries(reasons).map(
        ([path, reason]) => `Not in the file, stays on its server: ${site.url}${path} (${reason})`,
      ),
    )
    const stored = await read('broken-images')
    expect(stored.content).toBe([...images, `![x](${stored.images[0].url})`].join('\n\n'))
  })

  it('that failed are fetched again, and added to the text that the posts have now', async () => {
    const [cover, text, gone] = ['/again-cover.png', '/again.png', '/never-there.png']
    const content = `---\ntitle: Again\ncover: ${site.url}${cover}\n---\n![t](${site.url}${text}) ![g](${site.url}${gone})\n`
    const changed = `---\ntitle: Under change\n---\n![t](${site.url}${text})\n`
    const { id } = await upload(
      zip([
        { path: 'again.md', content },
        { path: 'under-change.md', content: changed },
      ]),
    )
    const retry = () => up.call('POST', `/api/imports/${id}/retry`, { token })
    expect((await retry()).status).toBe(409)
    const first = await runImport(up, token, id, { hosts: [host] })
    expect(first.hosts).toEqual([{ host, images: 3, fetched: 0, failed: 3 }])
    const other = await read('under-change')
    const live = { token, json: { published: true } }
    expect((await up.call('PUT', `/api/blogs/${other.id}`, live)).status).toBe(200)
    const edited = { token, json: { content: 'Edited' } }
    expect((await up.call('PUT', `/api/blogs/${other.id}/working-copy`, edited)).status).toBe(200)
    const before = await read('again')
    const added = { token, json: { content: `${before.content}\n\nAdded later` } }
    expect((await up.call('PUT', `/api/blogs/${before.id}`, added)).status).toBe(200)

    for (const path of [cover, text]) files.set(path, await picture())
    expect((await retry()).json.data).toMatchObject({ finished: false, remaining: 0 })
    const second = await runImport(up, token, id)
    expect(second.hosts).toEqual([{ host, images: 2, fetched: 1, failed: 2 }])
    expect(problemsOf(second)).toEqual([
      `Not in the file, stays on its server: ${site.url}${gone} (The server responded with status 404.)`,
      `Not in the file, stays on its server: ${site.url}${text} (The post has unpublished changes.)`,
    ])
    const stored = await read('again')
    expect(stored).toMatchObject({ cover: { width: 500 }, version: 3 })
    expect(stored.content).toBe(`![t](${stored.images[0].url}) ![g](${site.url}${gone})\n\nAdded later`)

    expect((await up.call('DELETE', `/api/blogs/${other.id}/working-copy`, { token })).status).toBe(200)
    site.requests.length = 0
    await retry()
    const third = await runImport(up, token, id)
    expect(paths()).toEqual([gone])
    expect(third.hosts).toMatchObject([{ images: 1, failed: 1 }])
    const completed = await read('under-change')
    expect(completed.content).toBe(`![t](${completed.images[0].url})`)
    expect((await read('again')).version).toBe(3)
  })

  it('of unpublished changes are fetched, and otherwise listed as such', async () => {
    const file = (id: string, slug: string, text: string) =>
      `---\nid: "019c1c6e-7b00-7000-8000-00000000010${id}"\ntitle: ${slug}\nslug: ${slug}\npublished: true\n---\n\n${text}\n`
    const image = (name: string) => `![i](${site.url}/of-changes-${name}.png)`
    const texts = {
      'jib.md': file('1', 'jib', image('both')),
      'jib.changes.md': file('1', 'jib', `${image('both')} ${image('only')} ${image('gone')}`),
    }
    const { id, report } = await upload(
      zip(Object.entries(texts).map(([path, content]) => ({ path: `posts/${path}`, content }))),
    )
    expect(report.hosts).toMatchObject([{ host, images: 3 }])
    const inChanges = 'In its unpublished changes: '
    const onServer = (name: string) => `On another server: ${site.url}/of-changes-${name}.png`
    expect(problemsOf(report).slice(1)).toEqual([
      onServer('both'),
      `${inChanges}${onServer('only')}`,
      `${inChanges}${onServer('gone')}`,
    ])
    files.set('/of-changes-only.png', await picture())
    const done = await runImport(up, token, id, { hosts: [host] })
    const missing = (name: string, reason: string) =>
      `Not in the file, stays on its server: ${site.url}/of-changes-${name}.png (${reason})`
    const status = 'The server responded with status 404.'
    expect(problemsOf(done)[0]?.split('\n')).toEqual([
      missing('both', status),
      `${inChanges}${missing('gone', status)}`,
    ])
    const copy = (await up.call('GET', '/api/blogs/jib/working-copy', { token })).json.data
    expect(copy.content).toBe(`${image('both')} ![i](${copy.images[0].url}) ${image('gone')}`)

    for (const name of ['both', 'gone']) files.set(`/of-changes-${name}.png`, await picture())
    const retry = async () => {
      await up.call('POST', `/api/imports/${id}/retry`, { token })
      return problemsOf(await runImport(up, token, id))[0]?.split('\n')
    }
    const unpublished = 'The post has unpublished changes.'
    expect(await retry()).toEqual([missing('both', unpublished), missing('gone', unpublished)])
    await up.call('POST', '/api/blogs/jib/working-copy/publish', { token })
    await retry()
    expect((await read('jib')).content).not.toContain(site.url)
  })

  it('that failed in a case study are fetched again, unless it is live and changes need an approval', async () => {
    const address = `${site.url}/study.png`
    const studyId = '018e0e51-0000-7000-8000-000000000001'
    const head = `id: "${studyId}"\ntype: case-study\ntitle: Study\nslug: study\nclient: A\nsummary: B`
    const content = `---\n${head}\nresults: [{ figure: "1", label: C }]\ncover: ${address}\ncoverAlt: D\npublished: true\n---\n![t](${address})\n`
    const { id } = await upload(zip([{ path: 'study.md', content }]))
    const first = await runImport(up, token, id, { hosts: [host], publish: true })
    expect(first.hosts).toEqual([{ host, images: 1, fetched: 0, failed: 1 }])
    files.set('/study.png', await picture())
    const fetchAgain = async (approvalRequired: boolean) => {
      const json = { ...defaultSettings, approvalRequired }
      expect((await up.call('PUT', '/api/settings', { token, json })).status).toBe(200)
      expect((await up.call('POST', `/api/imports/${id}/retry`, { token })).status).toBe(200)
      return runImport(up, token, id)
    }
    const reason = '(A change of what is live needs an approval.)'
    expect(problemsOf(await fetchAgain(true))).toEqual([
      `Cover left out: ${address} ${reason}\nNot in the file, stays on its server: ${address} ${reason}`,
    ])
    expect(await fetchAgain(false)).toMatchObject({ hosts: [], posts: [{ problems: [] }] })
    const { data } = (await up.call('GET', '/api/case-studies/study')).json
    expect(data).toMatchObject({ cover: { alt: 'D', width: 500 }, content: `![t](${data.images[0].url})` })
  })

  it('are never requested from addresses that are not public', async () => {
    const inside = '![x](http://127.0.0.2:8080/a.png)'
    const content = `---\ntitle: Inside\n---\n${inside} ![y](${site.url}/inside.png)\n`
    const { id } = await upload(zip([{ path: 'inside.md', content }]))
    const done = await runImport(up, token, id, { hosts: [host, '127.0.0.2:8080'] })
    expect(problemsOf(done)[0]).toMatch(
      /^(.+ \(This address is not public, so it was not requested\.\)\n?){2}$/,
    )

    const strict = await startUpstream(database)
    const by = await strict.signIn()
    const port = new URL(site.url).port
    site.requests.length = 0
    const named = `---\ntitle: Local\n---\n![x](${site.url}/found.png) ![y](http://localhost:${port}/found.png)\n`
    const other = await upload(zip([{ path: 'local.md', content: named }]), strict, by)
    const hosts = [host, `localhost:${port}`]
    expect(problemsOf(await runImport(strict, by, other.id, { hosts }))[0]).toMatch(
      /^(.+ \(This address is not public, so it was not requested\.\)\n?){2}$/,
    )
    expect(site.requests).toEqual([])
    await strict.stop()
  })

  it('of Ghost are fetched from the address of the old site', async () => {
    files.set('/content/images/2023/cover.png', await picture())
    files.set('/content/images/2023/text.png', await picture())
    const base = { status: 'published', type: 'post', published_at: '2023-01-02T03:04:05.000Z' }
    const posts = [
      {
        ...{ id: 'g1', uuid: 'g1', title: 'Ghost images', slug: 'ghost-images', ...base },
        feature_image: '__GHOST_URL__/content/images/2023/cover.png',
        html: '<img src="__GHOST_URL__/content/images/size/w600/2023/text.png" alt="T">',
      },
    ]
    const { id, report } = await upload(JSON.stringify({ data: { posts } }))
    expect(report.hosts).toEqual([{ host: '', images: 2, fetched: 0, failed: 0 }])
    expect(problemsOf(report)[0]).toMatch(/^Image not found in the file: \/content\//)
    const done = await runImport(up, token, id, { site: `${site.url}/` })
    expect(problemsOf(done)).toEqual([])
    const stored = await read('ghost-images')
    expect(stored).toMatchObject({ cover: { width: 500 }, content: `![T](${stored.images[0].url})` })
  })

  it('of Ghost are fetched after the import when the address of the old site was missing or wrong', async () => {
    files.set('/content/images/later.png', await picture())
    const html = '<img src="__GHOST_URL__/content/images/later.png" alt="L">'
    const base = { status: 'published', type: 'post', published_at: '2023-01-02T03:04:05.000Z' }
    const posts = [{ id: 'g2', uuid: 'g2', title: 'Ghost later', slug: 'ghost-later', html, ...base }]
    const { id } = await upload(JSON.stringify({ data: { posts } }))
    const done = await runImport(up, token, id)
    expect(done.hosts).toEqual([{ host: '', images: 1, fetched: 0, failed: 1 }])
    const retry = (json: object) => up.call('POST', `/api/imports/${id}/retry`, { token, json })
    const fetchAgain = async (json: object) => {
      expect((await retry(json)).status).toBe(200)
      return runImport(up, token, id)
    }
    expect(await fetchAgain({})).toMatchObject({ hosts: [{ images: 1, failed: 1 }] })
    expect((await retry({ site: 'ftp://old.example' })).status).toBe(422)
    expect(problemsOf(await fetchAgain({ site: `${site.url}/blog` }))).toEqual([
      'Image not found in the file: /content/images/later.png (The server responded with status 404.)',
    ])
    expect(await fetchAgain({ site: site.url })).toMatchObject({ hosts: [], options: { site: site.url } })
    const stored = await read('ghost-later')
    expect(stored.content).toBe(`![L](${stored.images[0].url})`)
  })

  it('of Ghost that are not imported get the address of the old site, where a retry finds them', async () => {
    const at = (name: string) => `__GHOST_URL__/content/images/2023/01/${name}`
    const foreign = 'https://other.example/content/images/2023/01/c.png'
    const images = `<img src="${at('a.gif')}" alt="A"> <a href="${at('b.svg')}">b</a> <img src="${at('c.png')}" alt="C">`
    const html = `${images} <a href="${foreign}">d</a><pre>![D](/d.png)</pre>`
    const rest = ` [d](${foreign})\n\n\`\`\`\n![D](/d.png)\n\`\`\``
    const base = { status: 'published', type: 'post', published_at: '2023-01-02T03:04:05.000Z' }
    const post = { id: 'g3', uuid: 'g3', title: 'Ghost rest', slug: 'ghost-rest', html, ...base }
    const { id } = await upload(
      JSON.stringify({ data: { posts: [{ ...post, feature_image: at('c.png') }] } }),
    )
    await runImport(up, token, id, { site: `${site.url}/old` })
    const folder = `${site.url}/old/content/images/2023/01`
    expect((await read('ghost-rest')).content).toBe(
      `![A](${folder}/a.gif) [b](${folder}/b.svg) ![C](${folder}/c.png)${rest}`,
    )
    files.set('/content/images/2023/01/c.png', await picture())
    const json = { site: site.url }
    expect((await up.call('POST', `/api/imports/${id}/retry`, { token, json })).status).toBe(200)
    await runImport(up, token, id)
    const { content, cover, images: stored } = await read('ghost-rest')
    expect(content).toBe(`![A](${folder}/a.gif) [b](${folder}/b.svg) ![C](${stored[0].url})${rest}`)
    expect(cover).toMatchObject({ width: 500 })
  })

  const passTime = () => {
    const now = Date.now.bind(Date)
    return jest.spyOn(Date, 'now').mockImplementation(() => now() + passedMs)
  }

  // The limit of a call does not depend on the database.
  if (database === 'sqlite')
    it('are fetched over several calls, and each only once', async () => {
      const names = Array.from({ length: 8 }, (_, n) => `/slow-${n}.png`)
      for (const name of names) files.set(name, await picture(100))
      const clock = passTime()
      site.requests.length = 0
      const content = `---\ntitle: Slow images\n---\n${names.map((name) => `![x](${site.url}${name})`).join(' ')}\n`
      const { id } = await upload(zip([{ path: 'slow.md', content }]))
      const json = { hosts: [host] }
      const { data } = (await up.call('POST', `/api/imports/${id}/run`, { token, json })).json
      expect(data).toMatchObject({ finished: false, remaining: 1 })
      expect(data.hosts[0].fetched).toBeGreaterThan(0)
      expect(data.hosts[0].fetched).toBeLessThan(8)
      await runImport(up, token, id, json)
      expect(paths()).toEqual(names)
      expect((await read('slow')).images).toHaveLength(8)
      clock.mockRestore()
    })

  if (database === 'sqlite')
    it('are fetched from the corrected address, although a call that began before it ends later', async () => {
      const base = { status: 'published', type: 'post', published_at: '2023-01-02T03:04:05.000Z' }
      const posts = ['held', 'next'].map((slug) => {
        const html = `<img src="__GHOST_URL__/content/images/${slug}.png" alt="x">`
        return { id: slug, uuid: slug, title: slug, slug, html, ...base }
      })
      const { id } = await upload(JSON.stringify({ data: { posts } }))
      await runImport(up, token, id)
      const retry = (address: string) =>
        up.call('POST', `/api/imports/${id}/retry`, { token, json: { site: address } })
      const clock = passTime()
      const held = Promise.withResolvers<() => void>()
      holds.set('/wrong/content/images/held.png', held.resolve)
      await retry(`${site.url}/wrong`)
      const first = up.call('POST', `/api/imports/${id}/run`, { token, json: {} })
      const respond = await held.promise
      await runImport(up, token, id)
      files.set('/content/images/next.png', await picture())
      expect((await retry(site.url)).status).toBe(200)
      passedMs += 5_000
      respond()
      expect((await first).status).toBe(200)
      const done = await runImport(up, token, id)
      expect([done.options?.site, problemsOf(done)]).toEqual([site.url, []])
      clock.mockRestore()
    })

  if (database === 'sqlite')
    it('are looked for over several calls, in few queries when no post misses one that was chosen', async () => {
      const file = (path: string) => ({
        path,
        content: `---\ntitle: ${path}\n---\n![x](https://a.example/x.png)\n`,
      })
      const { id } = await upload(zip(Array.from({ length: 60 }, (_, n) => file(`many-${n}.md`))))
      const startedAt = Date.now()
      passedMs = 0
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => startedAt + passedMs)
      let documents = 0
      let images = 0
      onQuery = (sql) => {
        if (sql.startsWith('select "path" from "import_images"')) images += 1
        if (!/^select "import_id".* "document".* "outcome" = /.test(sql)) return
        documents += 1
        passedMs += 2_500
      }
      const run = async () => (await up.call('POST', `/api/imports/${id}/run`, { token, json: {} })).json.data
      for (const finished of [false, true])
        expect(await run()).toMatchObject({ finished, remaining: 0, outcomes: { imported: 60 } })
      expect([documents, images]).toEqual([3, 0])
      onQuery = () => {}
      clock.mockRestore()
    })
})
