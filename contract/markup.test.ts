import { describe, expect, it } from '@jest/globals'
import { isTooDeep, readingMinutes, wordCount } from './markup.ts'
import { plainText } from './plain-text.ts'
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
    ['elements between backticks in HTML', `<div>\nx\n\`\`\`\n${'<b>'.repeat(101)}\n\`\`\`\n</div>`],
    [
      'elements between backticks after an empty line in HTML',
      `<pre>\n\n\`\`\`\n${'<b>'.repeat(101)}\n\`\`\`\n</pre>`,
    ],
    ['elements in lines of backticks in HTML', `<div>\n${`\`${'<b>'.repeat(60)}\`\n`.repeat(2)}</div>`],
    ['elements after code with CRLF', `\`\`\`\r\nx\r\n\`\`\`\r\n${'<div>'.repeat(101)}`],
    ['elements after a line that opens no code', `\`\`\`a\`b\n${'<div>'.repeat(101)}`],
  ])('rejects deep %s', (_name, content) => expect(isTooDeep(content)).toBe(true))

  it.each([
    ['paragraphs left open', '<p>x'.repeat(500)],
    ['list items left open', `<ul>${'<li>x'.repeat(500)}</ul>`],
    ['line breaks and images', '<br><img src="x">'.repeat(500)],
    ['closed elements', '<div><b>x</b></div>'.repeat(500)],
    ['generics in code', `\`\`\`ts\n${'Map<string, Set<number>>\n'.repeat(200)}\`\`\`\n`],
    ['generics in code after a link', `<https://a.example>\n\n\`\`\`ts\n${'Set<a>\n'.repeat(200)}\`\`\`\n`],
    [
      'generics in code after HTML',
      `<kbd>A</kbd>\n\n\`Set<a>\` \`\`\`ts\n\n\`\`\`ts\n${'Set<a>\n'.repeat(200)}\`\`\`\n`,
    ],
    ['elements after a fence in code', `\`\`\`\n\`\`\`js\n${'<div>'.repeat(101)}\n\`\`\`\n`],
    [
      'elements after a fence with a no-break space',
      `\`\`\`\n\`\`\`\u00A0\n${'<div>'.repeat(101)}\n\`\`\`\n`,
    ],
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
    '~~~\n',
    '`a ``b ```c ',
    '[a][',
    '[a](b(',
    '[a]: b "',
    '[a]: b\n[a]\n',
    '[^a]',
    '![a]',
    '***a ',
    '_a ',
    'a_',
    '\\',
    '&amp;',
    '|-',
    '---\n',
  ])('takes linear time for %j', (part) => {
    expectLinear((content) => {
      isTooDeep(content)
      plainText(content)
      readingMinutes(content)
    }, part)
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
    'If x<y and `a > b` holds.',
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
