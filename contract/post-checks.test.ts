import { describe, expect, it } from '@jest/globals'
import { checkPost, listReferences, noReferenceProblems, scanText, type CheckedPost } from './post-checks.ts'

const site = { brand: 'Halyard', siteUrl: 'https://site.example/' }
const clean: CheckedPost = {
  title: 'Rope',
  content: '## Yarn\n\n### Strand\n\nSee [hemp](/blog/hemp).',
  excerpt: 'What a rope is made of.',
  cover: null,
  coverAlt: '',
  seo: {},
}
const check = (changes: Partial<CheckedPost>, references = noReferenceProblems) =>
  checkPost({ ...clean, ...changes }, references, site).map((problem) => [problem.check, problem.field])

describe('the checks of a post', () => {
  it('find no problems in a complete post', () => expect(check({})).toEqual([]))

  it('find missing texts and placeholders', () => {
    expect(check({ excerpt: ' ' })).toEqual([['excerpt', 'excerpt']])
    expect(check({ title: 'TODO: a title', content: 'Lorem ipsum and XXX, then lorem ipsum.' })).toEqual([
      ['placeholders', 'title'],
      ['placeholders', 'content'],
      ['placeholders', 'content'],
    ])
    expect(check({ content: '`TODO` and todo, xx, box' })).toEqual([])
  })

  it('find images without alternative text, and images that are too large', () => {
    expect(check({ cover: '/c.webp', content: '![](/a.webp)\n\n![b](/b.webp)' })).toEqual([
      ['altText', 'coverAlt'],
      ['altText', 'content'],
    ])
    const large = [{ url: '/b.webp', bytes: 700_000 }]
    expect(check({ content: '![b](/b.webp)' }, { ...noReferenceProblems, large })).toEqual([
      ['imageSize', 'content'],
    ])
  })

  it('find skipped heading levels, with the title as the first level', () => {
    expect(check({ content: '# One\n\n### Three' })).toEqual([])
    expect(check({ content: '### Three' })).toEqual([['headings', 'content']])
    expect(check({ content: '## Two\n\n#### Four\n\n## Two' })).toEqual([['headings', 'content']])
  })

  it('measure the texts that search engines show, including fallbacks', () => {
    const long = 'A title with many words '.repeat(4)
    expect(check({ title: long })).toEqual([['titleLength', 'seo.title']])
    expect(check({ title: long, seo: { title: 'Short' } })).toEqual([])
    expect(check({ excerpt: long.repeat(3) })).toEqual([['descriptionLength', 'seo.description']])
  })

  it('find broken links in every notation', () => {
    const content =
      '[a](/blog/a) [b](https://site.example/blog/a/) [c](a#top) [d](https://other.example/blog/a)'
    const { paths } = listReferences(null, scanText(content), site.siteUrl)
    expect(paths).toEqual(['/blog/a'])
    expect(check({ content }, { ...noReferenceProblems, broken: paths })).toHaveLength(3)
  })

  it.each([
    '1. item\n\n    ```\n    TODO ![](/a.png) [a](/a)\n    #### Deep\n    ```',
    '> ```\n> TODO ![](/a.png)\n> #### Deep\n> ```',
    'a\n\n    TODO ![](/a.png)',
    '<pre><code>TODO ![](/a.png) [a](/a)\n#### Deep</code></pre>',
    '- <pre>\n  TODO\n\n  #### Deep\n  </pre>',
    'In <code>TODO</code>',
    'A claim[^1].\n\n[^1]: Tides',
  ])('leave out code and footnotes: %j', (content) => {
    const { paths } = listReferences(null, scanText(content), site.siteUrl)
    expect(paths).toEqual([])
    expect(check({ content })).toEqual([])
  })

  it('look at what Markdown and HTML do within HTML', () => {
    const content =
      '<pre><a href="/blog/a">TODO</a> <img src="/a.png"></pre>\n\nIn <pre>![](/b.png)</pre> <code>[b](/blog/b)</code>'
    const { paths } = listReferences(null, scanText(content), site.siteUrl)
    expect(paths).toEqual(['/blog/a', '/blog/b'])
    expect(check({ content })).toEqual([
      ['altText', 'content'],
      ['altText', 'content'],
    ])
  })
})
