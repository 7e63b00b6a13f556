import { describe, expect, it } from '@jest/globals'
import { isTooDeep, plainText, readingMinutes } from './markup.ts'

describe('nesting of content', () => {
  it.each([
    ['elements', '<div>'.repeat(101)],
    ['elements that hide a closing tag in an attribute', '<div><i title="</div>"></i>'.repeat(101)],
    ['elements that hide a closing tag in a comment', '<div><!-- </div> -->'.repeat(101)],
    ['quotes', '>'.repeat(101) + ' x'],
    ['lists on one line', '- '.repeat(101) + 'x'],
    ['indented lists', `${' '.repeat(220)}- x`],
    ['brackets', '['.repeat(101)],
  ])('refuses deep %s', (_name, content) => expect(isTooDeep(content)).toBe(true))

  it.each([
    ['paragraphs left open', '<p>x'.repeat(500)],
    ['list items left open', `<ul>${'<li>x'.repeat(500)}</ul>`],
    ['line breaks and images', '<br><img src="x">'.repeat(500)],
    ['closed elements', '<div><b>x</b></div>'.repeat(500)],
    ['generics in code', `\`\`\`ts\n${'Map<string, Set<number>>\n'.repeat(200)}\`\`\`\n`],
    ['long lists', '- x\n'.repeat(5000)],
    ['rules', '---\n***\n'.repeat(100)],
  ])('takes %s', (_name, content) => expect(isTooDeep(content)).toBe(false))

  it.each(['<', '<a ', '<a "', '<a b="', '<!--', '```\n', '`', '![', '[](', '> ', '&'])(
    'is quick for %j',
    (part) => {
      const content = part.repeat(Math.floor(500_000 / part.length))
      const started = performance.now()
      isTooDeep(content)
      plainText(content)
      readingMinutes(content)
      expect(performance.now() - started).toBeLessThan(1500)
    },
  )
})

describe('plain text', () => {
  it('leaves what a reader reads', () => {
    const words = plainText(
      '# Title\n\nSee [the docs](https://example.com/a) & `code` ![alt](/x.png)<b>bold</b>',
    ).split(/\s+/)
    expect(words.filter((word) => /\w/.test(word))).toEqual(['Title', 'See', 'the', 'docs', 'code', 'bold'])
  })
})
