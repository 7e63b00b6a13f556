import { beforeAll, describe, expect, it } from '@jest/globals'
import { SaxesParser } from 'saxes'
import { postSchema, type Post } from '#contract/posts.ts'
import { xssCorpus } from '#contract/testing/xss-corpus.ts'
import { feedResponse, type FeedFormat } from '../feeds.ts'
import { defaultSettings } from '../site.ts'
import { toEntries } from './feeds.ts'
import { renderArticle } from './render.ts'
import { postAddresses, urlSet } from './sitemap.ts'

beforeAll(async () => void (await renderArticle('Starts the worker.')))

const post = (slug: string, fields: object) =>
  postSchema.parse({
    ...{ id: slug, slug, title: slug, content: 'Body', published: true, createdAt: '2026-03-05T10:00:00Z' },
    ...{ author: { name: 'Ada' }, ...fields },
  })

const channel = { title: 'Blog', description: '', path: '/blog', feeds: '' }

const feedText = async (format: FeedFormat, posts: Post[]) =>
  feedResponse(format, channel, await toEntries(posts, defaultSettings)).text()

interface XmlElement {
  name: string
  attributes: Record<string, string>
  text: string
}

/** Throws when the document is not well-formed. */
function parseXml(source: string): XmlElement[] {
  const elements: XmlElement[] = []
  const open: XmlElement[] = []
  const addText = (text: string) => open.forEach((element) => (element.text += text))
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, text: '' }
    elements.push(element)
    open.push(element)
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => open.pop())
  parser.write(source).close()
  return elements
}
const texts = (xml: XmlElement[], name: string) =>
  xml.filter((element) => element.name === name).map(({ text }) => text)

const forbidden = 'A\uFFFFB\uFFFEC\uD800D\u0007E\u{1F6A9}'
const hostile = post('hostile', {
  title: forbidden,
  excerpt: forbidden,
  content: `# ${forbidden}`,
  tags: [forbidden],
  author: { name: forbidden },
})

describe('characters that XML forbids', () => {
  it.each(['rss', 'atom'] as const)('are removed from the %s feed', async (format) => {
    const xml = parseXml(await feedText(format, [hostile]))
    expect(texts(xml, 'title')).toContain('ABCDE\u{1F6A9}')
    expect(xml[0]?.text).toContain('ABCDE\u{1F6A9}</h2>')
  })

  it('are removed from the JSON feed', async () => {
    const [item] = JSON.parse(await feedText('json', [hostile])).items
    expect(item).toMatchObject({
      title: 'ABCDE\u{1F6A9}',
      tags: ['ABCDE\u{1F6A9}'],
      authors: [{ name: 'ABCDE\u{1F6A9}' }],
    })
  })

  it('are removed from the sitemap', () => {
    const xml = parseXml(urlSet(postAddresses([{ ...hostile, slug: 'a&b<c\uFFFF' }])))
    expect(texts(xml, 'loc')).toHaveLength(1)
  })
})

describe('a feed', () => {
  const posts = [
    post('broken', { excerpt: 'Short', content: '<div>'.repeat(20_000), tags: ['C & D', ']]>]]><x>'] }),
    post('whole', { content: 'See [a](/b) and <q cite="/c">c</q>.' }),
  ]

  it('shows a post that cannot be rendered with its excerpt only', async () => {
    const { items } = JSON.parse(await feedText('json', posts))
    expect(items[0]).toMatchObject({ summary: 'Short', content_text: 'Short' })
    expect(items[0]).not.toHaveProperty('content_html')
    expect(items[1].summary).toBe('See a and c.')
    expect(items[1].content_html).toMatch(/<a href="https?:\/\/[^/]+\/b">/)
    expect(items[1].content_html).toMatch(/<q cite="https?:\/\/[^/]+\/c">/)
  })

  it('has descriptions without markup in RSS, which readers show as HTML', async () => {
    const about = post('about', { content: 'About `<dialog>` & `<script>` at R&D.' })
    const xml = parseXml(await feedText('rss', [about]))
    expect(texts(xml, 'description')).toContain('About &lt;dialog> & &lt;script> at R&D.')
    const { items } = JSON.parse(await feedText('json', [about]))
    expect(items[0].summary).toBe('About <dialog> & <script> at R&D.')
    const excerpt = 'Why &nbsp; and &lt;br&gt; matter, and &#8212; too, as &copy 2024 and &Eacutetude'
    const references = parseXml(await feedText('rss', [post('typed', { excerpt })]))
    expect(texts(references, 'description')).toContain(excerpt.replaceAll('&', '&amp;'))
  })

  it('resolves the links of a post as its page does', async () => {
    const content = '[a](other) [b](../work) [c](?tag=x)'
    const { items } = JSON.parse(await feedText('json', [post('own', { content })]))
    const links = [...items[0].content_html.matchAll(/href="https?:\/\/[^/]+([^"]*)"/g)]
    expect(links.map(([, link]) => link)).toEqual(['/blog/other', '/work', '/blog/own?tag=x'])
  })

  it('has no id twice, so that links lead to the notes and sections of their own entry', async () => {
    const content = 'A[^1], see [Reefs](#reefs).\n\n## Reefs\n\n[^1]: Fold.'
    const { items } = JSON.parse(await feedText('json', [post('one', { content }), post('two', { content })]))
    const found = (name: string) =>
      items.map((item: { content_html: string }) =>
        [...item.content_html.matchAll(new RegExp(` ${name}="#?([^"]+)"`, 'g'))].map(([, value]) => value),
      )
    const [one, two] = found('id')
    expect(one).toHaveLength(3)
    expect(new Set([...one, ...two]).size).toBe(6)
    expect(found('href').map((links: string[]) => links.toSorted())).toEqual([one.toSorted(), two.toSorted()])
  })

  it('identifies an entry by its permanent id, and by its address when the upstream has none', async () => {
    const urn = 'urn:uuid:018e0e51-0000-7000-8000-000000000002'
    const some = [
      post('renamed', { feedId: '/blog/first-name' }),
      post('new', { feedId: urn }),
      post('foreign', {}),
    ]
    const idsIn = async (format: 'rss' | 'atom', name: string) =>
      parseXml(await feedText(format, some)).filter((element) => element.name === name)
    const guids = await idsIn('rss', 'guid')
    expect(guids.map(({ text, attributes }) => [text.replace(/^https?:\/\/[^/]+/, ''), attributes])).toEqual([
      ['/blog/first-name', { isPermaLink: 'false' }],
      [urn, { isPermaLink: 'false' }],
      ['/blog/foreign', { isPermaLink: 'true' }],
    ])
    const ids = guids.map(({ text }) => text)
    expect((await idsIn('atom', 'id')).slice(1).map(({ text }) => text)).toEqual(ids)
    const { items } = JSON.parse(await feedText('json', some))
    expect(items.map(({ id }: { id: string }) => id)).toEqual(ids)
  })

  it('names no date of a last change without posts', async () => {
    expect(await feedText('rss', [])).not.toContain('lastBuildDate')
  })

  it.each(['rss', 'atom'] as const)('escapes categories in %s', async (format) => {
    const source = await feedText(format, posts)
    const categories = parseXml(source).filter(({ name }) => name === 'category')
    expect(categories.map((element) => element.attributes['term'] ?? element.text)).toEqual([
      'C & D',
      ']]>]]><x>',
    ])
  })

  it('keeps hostile content as text', async () => {
    const attacks = xssCorpus.map((attack, number) =>
      post(`post-${number}`, {
        title: attack,
        excerpt: attack,
        content: attack,
        tags: [attack],
        author: { name: attack },
      }),
    )
    for (const format of ['rss', 'atom'] as const) {
      const tags = (await feedText(format, attacks)).matchAll(/<\/?([^\s>]*)/g)
      const names = [...new Set([...tags].map(([, name = '']) => name))]
      const known = /^(\?xml|[a-z]+(:[a-zA-Z]+)?|pubDate|lastBuildDate)\/?$/
      expect(names.filter((name) => !known.test(name))).toEqual([])
      for (const name of ['script', 'img', 'svg', 'a', 'iframe', 'p']) expect(names).not.toContain(name)
    }
    expect(JSON.parse(await feedText('json', attacks)).items).toHaveLength(attacks.length)
  })
})
