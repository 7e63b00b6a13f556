import { describe, expect, it } from '@jest/globals'
import { createFinder, locate, type Anchor } from './note-anchor.ts'
import { mentionedIn } from './notes.ts'
import { expectLinear } from './testing/linear.ts'

const anchor = (quote: string, before = '', after = ''): Anchor => ({ quote, before, after })
const found = (source: string, wanted: Anchor, kind: 'markdown' | 'page' = 'markdown') => {
  const range = createFinder(source, kind)(wanted)
  return range && source.slice(range.from, range.to)
}

describe('a passage', () => {
  it('is found in its Markdown by the text that the page shows', () => {
    const cases = [
      ['A **bold** claim, *truly*.', 'A bold claim, truly.', 'A **bold** claim, *truly*.'],
      [
        'Read [the guide](https://example.com/a_(b)) first.',
        'the guide first',
        'the guide](https://example.com/a_(b)) first',
      ],
      ['# Rope\n\nFirst words\nof a line.', 'Rope First words of a line', 'Rope\n\nFirst words\nof a line'],
      ['- one\n- [x] two\n10. three', 'one\ntwo\nthree', 'one\n- [x] two\n10. three'],
      ['> Said\n> she', 'Said she', 'Said\n> she'],
      ['Fish &amp; chips', 'Fish & chips', 'Fish &amp; chips'],
      ['<p class="a">Plain <em>HTML</em></p>', 'Plain HTML', 'Plain <em>HTML'],
      ['| a | b |\n| :-- | --: |\n| one | two |', 'b one two', 'b |\n| :-- | --: |\n| one | two'],
      ['Text ![a picture](/x.png) goes on', 'Text goes on', 'Text ![a picture](/x.png) goes on'],
      ['It’s “done”', `It's "done"`, 'It’s “done”'],
    ] as const
    for (const [source, quote, passage] of cases) expect(found(source, anchor(quote))).toBe(passage)
  })

  it('is found where it was selected in Markdown, even within a URL', () => {
    expect(found('[a](https://example.com/rope)', anchor('example.com/rope'))).toBe('example.com/rope')
    expect(found('Use **both** and **both**', anchor('**both**', 'both** and '))).toBe('**both**')
  })

  it('is found on the page by its Markdown', () => {
    expect(found('A bold claim and a link.', anchor('**bold** claim and [a link](/x)'), 'page')).toBe(
      'bold claim and a link',
    )
    expect(found('HeadingThen text', anchor('Heading\n\nThen'), 'page')).toBe('HeadingThen')
  })

  it('is distinguished by its context from the same words elsewhere', () => {
    const source = 'The rope holds.\n\nThe **rope** breaks.\n\nThe rope ends.'
    const at = (before: string, after: string) =>
      createFinder(source, 'markdown')(anchor('rope', before, after))?.from
    expect([at('The ', ' holds'), at('holds.\n\nThe ', ' breaks'), at('The ', ' ends')]).toEqual([
      source.indexOf('rope'),
      source.indexOf('rope', 10),
      source.lastIndexOf('rope'),
    ])
  })

  it('is not found when its quote was deleted, even if a short word matches elsewhere', () => {
    expect(found('It takes twelve days', anchor('ten days', 'It takes '))).toBeNull()
    expect(found('It is often said', anchor('ten', 'We charge ', ' dollars'))).toBeNull()
    expect(found('Other words', anchor('!!', 'a', 'b'))).toBeNull()
    expect(found('Anything', anchor(''))).toBeNull()
    const long = 'a sentence that is unlike any other'
    expect(found(`Moved: ${long}.`, anchor(long, 'somewhere ', ' else'))).toBe(long)
  })

  it('is found in linear time', () => {
    expectLinear((source) => {
      const find = createFinder(source, 'markdown')
      expect(find(anchor('rope holds', '<!-- ', '<!-- [rope'))).not.toBeNull()
      expect(find(anchor('rope breaks'))).toBeNull()
    }, '[rope](/a) <b>*holds*</b> ![x](y) <!-- ')
  })

  it('is looked up fast even if its word is everywhere', () => {
    const find = createFinder('a '.repeat(100_000), 'markdown')
    const before = process.threadCpuUsage()
    for (let note = 0; note < 30; note += 1) expect(find(anchor('a', `x${note}`, 'y'))).toBeNull()
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(500)
  })
})

it('threads are listed in text order, followed by those without a passage', () => {
  const threads = [anchor('gone'), anchor('second'), anchor(''), anchor('first')]
  const listed = locate(threads, createFinder('first, then second', 'markdown'))
  expect(listed.map(({ thread }) => thread.quote)).toEqual(['first', 'second', 'gone', ''])
})

it('people are mentioned by their whole name', () => {
  const people = ['Ada', 'Ada Brandt', 'Bo (R&D)', ''].map((name) => ({ name }))
  const names = (text: string) => mentionedIn(text, people).map(({ name }) => name)
  expect(names('@Ada Brandt, please')).toEqual(['Ada Brandt'])
  expect(names('@Ada, and @Bo (R&D)!')).toEqual(['Ada', 'Bo (R&D)'])
  expect(names('@Adam, ada and Ada Brandt')).toEqual([])
  expect(mentionedIn('@', [])).toEqual([])
})
