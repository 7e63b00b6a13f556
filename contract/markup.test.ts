import { describe, expect, it } from '@jest/globals'
import { beginningOf, isTooDeep, plainText, readingMinutes, wordCount } from './markup.ts'
import { expectLinear } from './testing/linear.ts'

describe('nested content', () => {
  it.each([
    ['elements', '<div>'.repeat(101)],
    ['elements with a closing tag in an attribute', '<div><i title="</div>"></i>'.repeat(101)],
    ['elements with a closing tag in a comment', '<div><!-- </div> -->'.repeat(101)],
    ['quotes', '>'.repeat(101) + ' x'],
    ['lists on one line', '- '.repeat(101) + 'x'],
    ['indented lists', `${' '.repeat(220)}- x`],
    ['brackets', '['.repeat(101)],
  ])('rejects deep %s', (_name, content) => expect(isTooDeep(content)).toBe(true))

  it.each([
    ['paragraphs left open', '<p>x'.repeat(500)],
    ['list items left open', `<ul>${'<li>x'.repeat(500)}</ul>`],
    ['line breaks and images', '<br><img src="x">'.repeat(500)],
    ['closed elements', '<div><b>x</b></div>'.repeat(500)],
    ['generics in code', `\`\`\`ts\n${'Map<string, Set<number>>\n'.repeat(200)}\`\`\`\n`],
    ['long lists', '- x\n'.repeat(5000)],
    ['rules', '---\n***\n'.repeat(100)],
  ])('accepts %s', (_name, content) => expect(isTooDeep(content)).toBe(false))

  it.each([
    '<',
    '<a ',
    '<a "',
    '<a b="',
    '<!--',
    '```\n',
    '`',
    '![',
    '[](',
    '> ',
    '&',
    '- ',
    '<p>',
    '![](',
    '*a',
    '字',
    'ไทย',
  ])('takes linear time for %j', (part) => {
    expectLinear((content) => {
      isTooDeep(content)
      plainText(content)
      readingMinutes(content)
    }, part)
  })
})

describe('plain text', () => {
  it('leaves out tags, addresses, images and entities', () => {
    const words = plainText(
      '# Title\n\nSee [the docs](https://example.com/a) & `code` ![alt](/x.png)<b>bold</b>',
    ).split(/\s+/)
    expect(words.filter((word) => /\w/.test(word))).toEqual(['Title', 'See', 'the', 'docs', 'code', 'bold'])
  })
})

describe('a sign that begins no tag', () => {
  it.each([
    '```c\nfor (int i=0;i<n;i++) {}\n```',
    'If x<y and y <z holds.',
    'Write `<!--` before it.',
    'A `Vec<u8` has a length.',
    'Open `<div` first.\n\n> A quote.',
    'Generics: `Map<string, Set<number>>`',
  ])('hides no text after it: %s', (start) => {
    expect(plainText(`${start}\n\nThe last word`)).toMatch(/The last word$/)
    expect(readingMinutes(`${start}\n\n${'word '.repeat(3_000)}`)).toBeGreaterThanOrEqual(15)
  })

  it.each([
    '<a href="/x>y"\n  title=\'a > b\'>',
    '<br/>',
    '<!-- a > b\n\n c -->',
    '</section >',
    '<https://example.com/a?b=c>',
    '<mailto:a@example.com>',
  ])('is told from markup: %s', (markup) => {
    expect(wordCount(`one ${markup} two`)).toBe(2)
  })
})

describe('the beginning of a text', () => {
  it('ends after a word, or within a text without spaces', () => {
    expect(beginningOf('# Title\n\nOne `two` *three*.')).toBe('One two three.')
    expect(beginningOf('three '.repeat(40))).toBe(`${'three '.repeat(26).trim()}…`)
    expect(beginningOf(`用 ${'字'.repeat(200)}`)).toBe(`用 ${'字'.repeat(158)}…`)
  })
})

describe('reading time', () => {
  it('is 200 words a minute, rounded up, without markup', () => {
    expect(readingMinutes('<p>one</p>')).toBe(1)
    expect(readingMinutes('')).toBe(1)
    expect(readingMinutes('word '.repeat(200))).toBe(1)
    expect(readingMinutes('word '.repeat(201))).toBe(2)
    expect(readingMinutes(`<p ${'class="a" '.repeat(300)}>one</p>`)).toBe(1)
  })

  it('counts scripts without spaces by their letters', () => {
    expect(wordCount('今日は晴れ、サーバー。')).toBe(9)
    expect(wordCount('用 Next.js 16 写网站')).toBe(6)
    expect(wordCount('ประเทศไทย เมือง')).toBe(3)
    expect(wordCount('한국어 단어 col·lecció naïve')).toBe(4)
    expect(readingMinutes('字'.repeat(401))).toBe(3)
  })

  it('does not count dashes and table borders as words', () => {
    expect(wordCount('one — two - three\n\n| a |\n|---|\n| b |')).toBe(5)
  })

  it('does not count the boxes of task lists', () => {
    expect(wordCount('- [x] one two\n- [ ] three\n  + [X] four\n> * [x] five')).toBe(5)
    expect(wordCount('one [x] three')).toBe(3)
  })
})
