import { describe, expect, it } from '@jest/globals'
import { xssCorpus } from '#e2e/xss-corpus.ts'
import { writeFeed } from './feeds.ts'
import { renderArticle } from './render.ts'
import { postSchema } from './schema.ts'

const everywhere = ['title', 'lang', 'dir', 'class', 'tabindex', 'role', 'aria-label']
/** Written down apart from the sanitiser's own list, so that a change of that one is seen here. */
const known: Record<string, string[]> = {
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding', 'align'],
  iframe: ['src', 'width', 'height', 'sandbox', 'loading', 'referrerpolicy', 'allow'],
  ol: ['start', 'reversed'],
  td: ['colspan', 'rowspan', 'align'],
  th: ['colspan', 'rowspan', 'align', 'scope'],
  time: ['datetime'],
  details: ['open'],
  h2: ['id'],
  h3: ['id'],
  h4: ['id'],
  blockquote: ['cite'],
  ...Object.fromEntries(
    'p br hr div span h5 h6 pre code ul li dl dt dd table caption thead tbody tfoot tr em strong b i u s del ins sub sup small mark kbd samp var abbr cite q figure figcaption summary'
      .split(' ')
      .map((name) => [name, []]),
  ),
}
const classes = /^(language-[a-z0-9+#-]+|hljs-[a-z_ -]+|anchor|table-scroll)$/i
const frames =
  /^https:\/\/(www\.youtube-nocookie\.com\/embed|player\.vimeo\.com\/video)\/[\w-]+(\?[\w=&;-]*)?$/

const decoded = (value: string) =>
  value
    .replace(/&(lt|gt|quot|nbsp);/g, (entity) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"' })[entity] ?? ' ')
    .replaceAll('&amp;', '&')

function faultOf(name: string, attribute: string, value: string): string | undefined {
  if (!known[name]?.includes(attribute) && !everywhere.includes(attribute)) return `${name} ${attribute}`
  if (attribute === 'class' && !classes.test(value)) return `class ${value}`
  if (attribute === 'id' && !value.startsWith('section-')) return `id ${value}`
  if (name === 'iframe' && attribute === 'src' && !frames.test(value)) return `frame ${value}`
  if (!['href', 'src', 'cite'].includes(attribute)) return undefined
  const url = URL.canParse(value, 'https://site.example/') ? new URL(value, 'https://site.example/') : null
  const schemes = attribute === 'href' ? /^(https?|mailto|tel):$/ : /^https?:$/
  return url && !schemes.test(url.protocol) ? `${attribute} ${value}` : undefined
}

/**
 * Read by a grammar of its own that knows nothing but finished elements with quoted attributes. Whatever is anything
 * else (a comment, a tag left open, `<` in a text) is a fault, so no two readers can understand it differently.
 */
function faultsOf(html: string): string[] {
  const faults: string[] = []
  const rest = html.replace(
    /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>/g,
    (_tag, slash: string, name: string, attributes: string) => {
      if (!(name in known)) faults.push(`element ${name}`)
      if (slash !== '' && attributes !== '') faults.push(`end of ${name} with attributes`)
      for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
        const fault = faultOf(name, attribute, decoded(value))
        if (fault) faults.push(fault)
      }
      return ''
    },
  )
  return rest.includes('<') ? [...faults, `text ${rest.slice(rest.indexOf('<'), 80)}`] : faults
}

describe('foreign text', () => {
  it('is judged over at least 500 attacks', () => {
    expect(new Set(xssCorpus).size).toBeGreaterThan(500)
    expect(faultsOf('<script>1</script>')).not.toEqual([])
    expect(faultsOf('<img src="x" onerror="1">')).not.toEqual([])
    expect(faultsOf('<a href="java\tscript:1">x</a>')).not.toEqual([])
    expect(faultsOf('<p title="x>y">')).not.toEqual([])
  })

  it('is a page of known elements, attributes and addresses, as content of an article or a feed', () => {
    const found = xssCorpus.flatMap((attack) =>
      [undefined, 'https://site.example/'].flatMap((base) =>
        faultsOf(renderArticle(attack, base).html).map((fault) => ({ attack, fault })),
      ),
    )
    expect(found).toEqual([])
  })

  it('gets no further in a feed than into its texts', () => {
    const posts = xssCorpus.map((attack, number) =>
      postSchema.parse({
        ...{
          id: number,
          slug: `post-${number}`,
          title: attack,
          excerpt: attack,
          content: attack,
          tags: [attack],
        },
        ...{ published: true, createdAt: '2024-03-05', author: { name: attack } },
      }),
    )
    for (const format of ['rss', 'atom'] as const) {
      const names = new Set([...writeFeed(format, posts).matchAll(/<\/?([^\s>]*)/g)].map(([, name]) => name))
      expect(
        [...names].filter(
          (name) => !/^(\?xml|[a-z]+(:[a-zA-Z]+)?|pubDate|lastBuildDate)\/?$/.test(name ?? ''),
        ),
      ).toEqual([])
      for (const name of ['script', 'img', 'svg', 'a', 'iframe', 'p']) expect(names).not.toContain(name)
    }
    expect(JSON.parse(writeFeed('json', posts)).items).toHaveLength(posts.length)
  })
})
