import { expect, it } from '@jest/globals'
import { htmlToMarkdown } from './html.ts'

it.each([
  ['<p>https://a.example/b_c_d?e_f=*</p>', 'https://a.example/b_c_d?e_f=*'],
  ['<p>See www.a_b.example/c_d, or x_y_z@a.example</p>', 'See www.a_b.example/c_d, or x_y_z@a.example'],
  [
    '<p>a_b_c *d*@a.example https://a.example [e]</p>',
    'a\\_b\\_c \\*d\\*@a.example https://a.example \\[e\\]',
  ],
  [
    '<a href="https://a.example/b_c">https://a.example/b_c</a>',
    '[https://a.example/b_c](https://a.example/b_c)',
  ],
])('addresses are not escaped: %s', (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown)
})

it.each(['x_', 'www._', 'a_@', 'https://_'])('text with %j is escaped fast', (part) => {
  expect(htmlToMarkdown(part.repeat(900_000 / part.length))).toBeTruthy()
})

it('emphasis may be a part of a word', () => {
  expect(htmlToMarkdown('<p>un<em>believ</em>able</p>')).toBe('un*believ*able')
})
