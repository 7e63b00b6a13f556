import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import * as z from 'zod'
import { expect, test } from '../support/fixtures.ts'
import { rawRequest } from '../support/raw-request.ts'
import { invalidCookies } from '../support/forged-session.ts'

const wholeSchema = z.object({
  data: z.object({ cover: z.object({ sources: z.array(z.object({ url: z.string() })) }) }),
})

test(
  'unpublished posts are on no public page, before and after they were public',
  { tag: '@once' },
  async ({ site, staff, request }) => {
    const mark = `zq${randomUUID().slice(0, 8)}`
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#246' } })
      .png()
      .toBuffer()
    const cover = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
    const draft = await staff.create({
      title: `${mark} title`,
      excerpt: `${mark} excerpt`,
      content: `${mark} content`,
      tags: [`${mark} tag`, 'SEO'],
      coverImage: cover,
      published: false,
    })
    const seen = await request.get(`/api/blogs/${draft.id}`, {
      headers: { authorization: `Bearer ${staff.token}` },
    })
    const images = wholeSchema.parse(await seen.json()).data.cover.sources.map(({ url }) => url)
    expect(images.length).toBeGreaterThan(1)
    const secrets = [mark, draft.id, draft.slug, ...images.map((url) => url.slice(0, -10))]
    const neighbour = await staff.create({ title: `Neighbour ${randomUUID().slice(0, 8)}`, tags: ['SEO'] })
    const worthless = await invalidCookies(site.url, site.dataDir, site.newVisitor())
    const headers = {
      cookie: worthless['a token that was never issued'],
      'user-agent': 'Mozilla/5.0 Firefox/140.0',
    }

    const tag = encodeURIComponent(`${mark} tag`)
    const lists = [
      '',
      'page=1',
      'page=2',
      'tag=SEO',
      `search=${mark}`,
      `tag=${tag}`,
      'search=content',
      `search=${mark}&tag=SEO`,
    ]
    const hints = [
      'status=draft',
      'status=all',
      'published=false',
      'as=public',
      'include=content',
      'sort=updated',
      'limit=1000',
      'author=Editorial+team',
      'from=2000-01-01&to=2100-01-01',
      `search=${mark}&include=content`,
      `tag=${tag}`,
    ]
    const named = [draft.slug, draft.id, draft.id.toUpperCase()]
    const surfaces = [
      ...[
        '/',
        '/sitemap.xml',
        '/sitemaps/pages',
        '/sitemaps/1',
        '/feed.xml',
        '/atom.xml',
        '/feed.json',
        '/feeds/rss',
      ],
      ...lists.map((query) => `/blog?${query}`),
      ...hints.map((query) => `/api/blogs?${query}`),
      ...named.flatMap((name) => [
        `/blog/${name}`,
        `/og/blog/${name}`,
        `/api/blogs/${name}`,
        `/api/blogs/${name}/related`,
      ]),
      ...[
        `/blog/${neighbour.slug}`,
        `/api/blogs/${neighbour.slug}`,
        '/api/tags',
        '/api/authors',
        '/api/stats',
      ],
      ...[`/admin/blogs/preview/${draft.id}`, `/admin/blogs/edit/${draft.id}`, `/admin/blogs?search=${mark}`],
    ]

    const callers: Record<string, string>[] = [
      {},
      headers,
      { ...headers, rsc: '1' },
      { authorization: 'Bearer made-up' },
    ]

    /** Lists every public URL whose response contains text of the draft, apart from its echoed URL. */
    const showing = async () => {
      const found: string[] = []
      for (const path of surfaces)
        for (const caller of callers) {
          const response = await rawRequest(site.url, path, { headers: caller })
          expect(response.status, path).toBeLessThan(500)
          const receivedHeaders = JSON.stringify(response.headers)
          const picture = response.headers['content-type'] === 'image/png' ? path : ''
          const text = withoutAddress(`${response.body}${receivedHeaders}${picture}`, path)
          const secret = secrets.find((value) => text.toLowerCase().includes(value.toLowerCase()))
          if (secret) found.push(path)
        }
      return [...new Set(found)]
    }
    const countsOf = async () => ({
      list: (await (await request.get('/api/blogs')).json()).total,
      seo: (await (await request.get('/api/tags')).json()).data.find(
        ({ name }: { name: string }) => name === 'SEO',
      )?.count,
      authors: (await (await request.get('/api/authors')).json()).data,
      shown: /of (\d+) articles/.exec(
        (await (await request.get('/blog')).text()).replaceAll('<!-- -->', ''),
      )?.[1],
    })

    expect(await showing()).toEqual([])
    const before = await countsOf()
    for (const name of named) {
      const responses = await Promise.all(
        [name, `none-${name}`].map(async (ref) => {
          const { status, body } = await rawRequest(site.url, `/api/blogs/${ref}`)
          return { status, body }
        }),
      )
      expect(responses[0], 'a draft is like a post that is not there').toEqual(responses[1])
      const view = await rawRequest(site.url, `/api/blogs/${name}/views`, {
        method: 'POST',
        headers: { 'user-agent': headers['user-agent'], 'sec-fetch-site': 'same-origin' },
      })
      expect(view.status).toBe(404)
    }

    await staff.update(draft.id, { published: true })
    const published = await showing()
    for (const path of [
      '/blog?',
      '/blog?page=1',
      '/feed.xml',
      '/atom.xml',
      '/feed.json',
      '/api/tags',
      '/sitemap.xml',
    ])
      expect(published, 'found where it is published').toContain(path)
    expect(published).toContain(`/blog/${draft.slug}`)

    await staff.update(draft.id, { published: false })
    expect(await showing(), 'after it was taken back').toEqual([])
    expect(await countsOf()).toEqual(before)
    for (const path of [`/blog/${draft.slug}`, `/og/blog/${draft.slug}`])
      expect((await rawRequest(site.url, path)).status, path).toBe(404)
  },
)

/** Removes echoes of the requested URL, whose id the server writes in lower case: in a sign-in link, in a search field and in Next's data. */
function withoutAddress(text: string, path: string): string {
  const query = path.split('?')[1] ?? ''
  const sent = [path, path.split(/[?]/)[0]?.split('/').at(-1) ?? '', ...new URLSearchParams(query).values()]
  const words = [...sent, ...sent.map((word) => word.toLowerCase())]
  return words
    .flatMap((word) => [
      ...[word, encodeURIComponent(word), encodeURIComponent(encodeURIComponent(word))],
      word.replaceAll(' ', '+'),
    ])
    .filter((word) => word.length > 3)
    .reduce((rest, word) => rest.replaceAll(word, ''), text)
}

test(
  'shared caches keep an article and its share card for at most two minutes',
  { tag: '@once' },
  async ({ request, staff }) => {
    const { slug } = await staff.create({ title: `Card ${randomUUID().slice(0, 8)}` })
    for (const path of [
      `/blog/${slug}`,
      `/og/blog/${slug}`,
      '/feed.xml',
      '/sitemap.xml',
      '/blog',
      '/blog?tag=SEO',
    ]) {
      const control = (await request.get(path)).headers()['cache-control'] ?? ''
      expect(control, path).not.toBe('')
      const seconds = [...control.matchAll(/(?:max-age|s-maxage|stale-while-revalidate)=(\d+)/g)].map(
        ([, age]) => Number(age),
      )
      expect(Math.max(...seconds, 0), `${path}: ${control}`).toBeLessThanOrEqual(120)
    }
  },
)
