import { expect, it } from '@jest/globals'
import { expectLinear } from '#contract/testing/linear.ts'
import { htmlToMarkdown } from './html.ts'

const toContent = (html: string) => htmlToMarkdown(html).content

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
  expect(toContent(html)).toBe(markdown)
})

it.each(['x_', 'www._', 'a_@', 'https://_'])('text with %j is escaped in linear time', (part) => {
  expectLinear(toContent, part)
})

it('emphasis may be a part of a word', () => {
  expect(toContent('<p>un<em>believ</em>able</p>')).toBe('un*believ*able')
})

it('what pages cannot show becomes a link that is reported', () => {
  const player = '<iframe src="https://www.youtube.com/embed/a1"></iframe>'
  const html = `<video src="/a_1 b.mp4"></video><audio><source src="https://a.example/b.mp3"></audio><iframe src="https://maps.example/c"></iframe>
<table><tr><td><video src="/d.mp4"></video></td></tr></table><object data="/e.swf"><p>E</p></object><embed src="data:text/html,x"><video></video>${player}`
  expect(htmlToMarkdown(html)).toEqual({
    content: `[/a\\_1 b.mp4](/a_1%20b.mp4)

[https://a.example/b.mp3](https://a.example/b.mp3)

[https://maps.example/c](https://maps.example/c)

<table><tbody><tr><td><a href="/d.mp4">/d.mp4</a></td></tr></tbody></table>

[/e.swf](/e.swf)

${player}`,
    problems: [
      'Video, audio and embeds become links: 5.',
      'Video, audio and embeds without an address are left out: 2.',
    ],
    rejected: '',
  })
  expect(htmlToMarkdown(player)).toEqual({ content: player, problems: [], rejected: '' })
})

it.each([
  ['<pre>a<br>b<br/>\n\n\n<b>c</b></pre>', '```\na\nb\n\n\n\nc\n```'],
  ['<pre><code class="x language-c++">a<br>b\n\n\n\nc</code></pre>', '```c++\na\nb\n\n\n\nc\n```'],
  ['<ul><li><pre>a\n\n\nb</pre></li></ul>', '-   ```\n    a\n    \n    \n    b\n    ```'],
])('code keeps its lines: %j', (html, markdown) => {
  expect(toContent(html)).toBe(markdown)
})

it.each([
  ['<a href="/a"><h3>A</h3></a><p>B</p>', '[A](/a)\n\nB'],
  ['<div><a href="/a"><p>A</p></a></div>\n\n\n<p>B</p>', '[A](/a)\n\nB'],
])('blocks are separated by one empty line: %j', (html, markdown) => {
  expect(toContent(html)).toBe(markdown)
})
