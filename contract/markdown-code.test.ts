import { expect, it } from '@jest/globals'
import { maskCode } from './markdown-code.ts'
import { expectLinear } from './testing/linear.ts'

/** The lines that are left, because they are not code. */
const listText = (content: string) =>
  maskCode(content)
    .match(/[a-z]+/g)
    ?.join(' ') ?? ''

it.each([
  ['indented code', 'a\n\n    x\n\n    x\n\nb\n\n\tx', 'a b'],
  ['lines that continue a paragraph', 'a\n    b\n> c\n    d\n- e\n      f', 'a b c d e f'],
  ['paragraphs of lists', '- a\n\n    b\n\n1.  c\n\n    d\n    1. e\n\n       f', 'a b c d e f'],
  [
    'code of lists',
    '- a\n\n      x\n\n  b\n-     x\n- c\n  - d\n\n        x\n\n1. e\n\n        x',
    'a b c d e',
  ],
  ['fences in lists', '- ```js\n  x\n  ```\n  a\n1. b\n\n   ~~~\n   x\n   ```\n   ~~~\n   c', 'a b c'],
  ['fences in quotes', '> ```\n> x\n> ```\n> a\n>\n>     x\n\n> - ```\n>   x\n>   ```\n> b', 'a b'],
  ['fences that their containers end', '- ```\n  x\n\na\n\n> ```\n> x\nb', 'a b'],
  ['code after other blocks', '# a\n    x\n---\n    x\nb\n---\n    x', 'a b'],
  ['footnotes', '[^1]: a\n\n    b\n\n[^2]: c\n\n        x', 'a b c'],
  ['HTML with empty lines', '<pre>\n\n    a\n\n</pre>\n\n    x\n\n<div>\n    b\n</div>', 'pre pre div b div'],
  ['marks of lists in paragraphs', 'a\n2. b\n      c\n-\n      x', 'a b c'],
])('finds code: %s', (_name, content, expected) => {
  expect(maskCode(content)).toHaveLength(content.length)
  expect(listText(content)).toBe(expected)
})

it.each([
  '- ',
  '> ',
  '1. ',
  '- >\n',
  '\t',
  '`',
  '```\n',
  '>     x\n\n',
  '- * _ ',
  '[^a]: ',
  '<pre>\n',
  '# \n    ',
  '<pre> ',
  '> <pre>\n> </pre>\n',
  '<!-- -->',
])('finds code in linear time: %j', (part) => expectLinear(maskCode, part))
