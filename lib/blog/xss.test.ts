import { describe, expect, it } from '@jest/globals'
import { xssCorpus } from '#contract/testing/xss-corpus.ts'
import { renderArticle } from './render.ts'

const everywhere = ['title', 'lang', 'dir', 'class', 'tabindex', 'role', 'aria-label']
/** Independent of the sanitizer's list, so that a change there fails here. */
const known: Record<string, string[]> = {
  a: ['href', 'rel', 'id'],
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
  h5: ['id'],
  h6: ['id'],
  li: ['id'],
  blockquote: ['cite'],
  ...Object.fromEntries(
    'p br hr div span pre code ul dl dt dd table caption thead tbody tfoot tr em strong b i u s del ins sub sup small mark kbd samp var abbr cite q figure figcaption summary'
      .split(' ')
      .map((name) => [name, []]),
  ),
}
const classes =
  /^(language-[a-z0-9+#-]+|hljs-[a-z_ -]+|anchor|footnotes|inline-image|table-scroll|bare-url|video-address)$/i
const frames =
  /^https:\/\/(www\.youtube-nocookie\.com\/embed|player\.vimeo\.com\/video)\/[\w-]+(\?[\w=&;-]*)?$/

const decoded = (value: string) =>
  value
    .replace(/&(lt|gt|quot|nbsp);/g, (entity) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"' })[entity] ?? ' ')
    .replaceAll('&amp;', '&')

function problemOf(name: string, attribute: string, value: string): string | undefined {
  if (!known[name]?.includes(attribute) && !everywhere.includes(attribute)) return `${name} ${attribute}`
  if (attribute === 'class' && !classes.test(value)) return `class ${value}`
  if (attribute === 'id' && !/^(section|footnote)-/.test(value)) return `id ${value}`
  if (name === 'iframe' && attribute === 'src' && !frames.test(value)) return `frame ${value}`
  if (!['href', 'src', 'cite'].includes(attribute)) return undefined
  const url = URL.canParse(value, 'https://site.example/') ? new URL(value, 'https://site.example/') : null
  const schemes = attribute === 'href' ? /^(https?|mailto|tel):$/ : /^https?:$/
  return url && !schemes.test(url.protocol) ? `${attribute} ${value}` : undefined
}

/** Accepts only complete tags with quoted attributes, which every HTML parser reads alike. */
function problemsOf(html: string): string[] {
  const problems: string[] = []
  const rest = html.replace(
    /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>/g,
    (_tag, slash: string, name: string, attributes: string) => {
      if (!(name in known)) problems.push(`element ${name}`)
      if (slash !== '' && attributes !== '') problems.push(`end of ${name} with attributes`)
      for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
        const problem = problemOf(name, attribute, decoded(value))
        if (problem) problems.push(problem)
      }
      return ''
    },
  )
  return rest.includes('<') ? [...problems, `text ${rest.slice(rest.indexOf('<'), 80)}`] : problems
}

describe('hostile content', () => {
  it('is tested with at least 500 attacks', () => {
    expect(new Set(xssCorpus).size).toBeGreaterThan(500)
    expect(problemsOf('<script>1</script>')).not.toEqual([])
    expect(problemsOf('<img src="x" onerror="1">')).not.toEqual([])
    expect(problemsOf('<a href="java\tscript:1">x</a>')).not.toEqual([])
    expect(problemsOf('<p title="x>y">')).not.toEqual([])
  })

  it('contains only known elements, attributes and URLs in an article and in a feed', async () => {
    const checks = xssCorpus.flatMap((attack) =>
      [undefined, 'https://site.example/'].map(async (base) => {
        const { html, isPlainText } = await renderArticle(attack, { base })
        return { attack, isPlainText, problems: problemsOf(html) }
      }),
    )
    const found = await Promise.all(checks)
    expect(found.filter(({ isPlainText, problems }) => isPlainText || problems.length > 0)).toEqual([])
  })
})
