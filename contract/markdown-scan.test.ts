import { describe, expect, it } from '@jest/globals'
import { maskCode } from './markdown-code.ts'
import { listHeadings, listLinks, listPictures } from './markdown-scan.ts'

it('masks code and comments without moving other text', () => {
  const content = 'a `# b` <!-- # c\n# d --> e\n```md\n# f\n```\n# g'
  const masked = maskCode(content)
  expect(masked).toHaveLength(content.length)
  expect(masked.replace(/[ \n]+/g, ' ')).toBe('a e # g')
})

it('does not take an escaped backtick for the start of code', () => {
  const content = 'It\\`s [a](/a), isn\\`t it'
  expect(maskCode(content)).toBe(content)
  expect(maskCode('`a\\` b')).toBe('     b')
})

it('finds headings of every kind with their positions', () => {
  const content =
    '# One #\n\nTwo\n---\n\n- item\n---\n\n### A [link](/x) and `code`\n\n<h4>Four</h4>\n\n    # code\n'
  const found = listHeadings(content)
  expect(found.map(({ level, text }) => [level, text])).toEqual([
    [1, 'One'],
    [2, 'Two'],
    [3, 'A link and code'],
    [4, 'Four'],
  ])
  expect(found.map(({ from, to }) => content.slice(from, to))).toEqual([
    '# One #',
    'Two',
    '### A [link](/x) and `code`',
    '<h4>Four</h4>',
  ])
})

describe('links', () => {
  it('are found in Markdown, in definitions and in HTML, without images and code', () => {
    const content =
      '[a](/a "t") ![b](/b) [![c](/c)](/d) `[e](/e)` <https://f.example/> <a class="x" href="/g">g</a>\n\n[h]: /h\n[i [j]](/k(1))'
    expect(listLinks(content).map(({ url }) => url)).toEqual([
      ...['/a', '/d', 'https://f.example/', '/g', '/h', '/k(1)'],
    ])
    const [first] = listLinks(content)
    expect(content.slice(first?.from, first?.to)).toBe('[a](/a "t")')
  })
})

it('finds images with and without alternative text', () => {
  const content =
    '![](/a.webp) ![b](/b.webp) ![][c] <img src="/d.webp"> <img src="/e.webp" alt=""> <img alt="f">'
  expect(listPictures(content).map(({ alt, url }) => [alt, url])).toEqual([
    [null, '/a.webp'],
    ['b', '/b.webp'],
    [null, ''],
    [null, '/d.webp'],
    ['', '/e.webp'],
    ['f', ''],
  ])
})
