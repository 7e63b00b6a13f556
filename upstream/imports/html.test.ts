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
  ['<p>[https://a.example/b_c*d?e=~f.] g</p>', '\\[<https://a.example/b_c*d?e=~f>.\\] g'],
  ['<p>x[https://a.example]y www.a.example[b]</p>', 'x\\[<https://a.example>\\]y www.a.example\\[b\\]'],
])('addresses are not escaped: %s', (html, markdown) => {
  expect(toContent(html)).toBe(markdown)
})

it('text is not struck through', () => {
  expect(toContent('<p>~~~ H~2~O, <b>~5</b> to 6~ https://a.example/~b</p>')).toBe(
    '\\~\\~\\~ H\\~2\\~O, **\\~5** to 6\\~ https://a.example/~b',
  )
})

it.each(['x_', 'www._', 'a_@', 'https://_', 'https://[', 'https://a.'])(
  'text with %j is escaped in linear time',
  (part) => {
    expectLinear(toContent, part)
  },
)

it('a URL with many full stops before a bracket is escaped in linear time', () => {
  expectLinear((text) => toContent(`https://a${text}b]`), '.')
})

it('emphasis may be a part of a word', () => {
  expect(toContent('<p>un<em>believ</em>able</p>')).toBe('un*believ*able')
})

it.each([
  ['<i><em style="white-space: pre-wrap;">one</em></i> <b><strong>two</strong></b>', '*one* **two**'],
  ['<strong>a <b>b</b> c</strong> <del><s>d</s></del>', '**a b c** ~~d~~'],
  ['<strong>Question?<br></strong>Answer', '**Question?**  \nAnswer'],
  ['<b>one<br><br>two</b>', '**one**  \n  \n**two**'],
  ['<b style="font-weight: normal"><p>one</p><ul><li>two</li></ul></b>', 'one\n\n-   two'],
  ['<b style="font-weight:normal;"><p>one</p><p><b>two</b></p></b>', 'one\n\n**two**'],
  ['<strong>Note:</strong>text a<em>(b)</em>c', '<strong>Note:</strong>text a<em>(b)</em>c'],
  ['<b>a</b><b> </b><span><b>b</b></span>', '<strong>a</strong> <strong>b</strong>'],
  ['<b>Note:</b> a<b>b</b>, <em>“c”</em>.', '**Note:** a**b**, *“c”*.'],
  ['<b><img src="/a.png"></b>', '![](/a.png)'],
])('emphasis is written so that Markdown reads it: %s', (html, markdown) => {
  expect(toContent(`<div>${html}</div>`)).toBe(markdown)
})

it.each([
  ['<kbd>Ctrl</kbd> + <samp>a_b</samp>', '<kbd>Ctrl</kbd> + <samp>a\\_b</samp>'],
  ['<q>hello</q>, <cite>A</cite> <small>b</small>', '<q>hello</q>, <cite>A</cite> <small>b</small>'],
  [
    '<mark style="background-color:rgba(0, 0, 0, 0);color:#cf2e2e" class="has-inline-color">red</mark>',
    'red',
  ],
  ['<mark style="background-color:#ff0" class="has-inline-color">yellow</mark>', '<mark>yellow</mark>'],
  ['<u style="color:red">one</u> <ins>two</ins>', '<u>one</u> <ins>two</ins>'],
  [
    '<abbr class="a" title="&quot;H&quot; &amp;\n\nT">HT</abbr>',
    '<abbr title="&quot;H&quot; &amp; T">HT</abbr>',
  ],
  ['x<mark><br>a <b>b:</b></mark>c', 'x  \n<mark>a **b:**</mark>c'],
  ['<u>one<br><br>two</u>', '<u>one</u>  \n  \n<u>two</u>'],
  ['<u><b>a</b></u><b>b</b>', '<u>**a**</u>**b**'],
  ['<code><mark>a</mark></code>', '`a`'],
  ['<mark><ul><li>a</li></ul></mark>', '-   a'],
])('elements that pages can show stay: %s', (html, markdown) => {
  expect(toContent(`<div>${html}</div>`)).toBe(markdown)
})

it.each(['<b>', '<b>:</b>a', '<span><b>a</b></span>', '<b>a<br><br>'])(
  'emphasis of many %j is written in linear time',
  (part) => {
    expectLinear(toContent, part)
  },
)

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
    anchors: [],
    rejected: '',
  })
  expect(htmlToMarkdown(player)).toEqual({ content: player, problems: [], anchors: [], rejected: '' })
})

it('scripts are reported, and gists become links', () => {
  const html = `<blockquote><p>A post</p></blockquote><script src="https://platform.example/widgets.js"></script>
<script>write('x')</script><script src="https://platform.example/widgets.js"></script><p>B</p>
<script src="https://gist.github.com/ann/0a1b.js?file=c.ts"></script>`
  expect(htmlToMarkdown(html)).toMatchObject({
    content: '> A post\n\nB\n\n[https://gist.github.com/ann/0a1b](https://gist.github.com/ann/0a1b)',
    problems: [
      'Video, audio and embeds become links: 1.',
      'Scripts are left out: https://platform.example/widgets.js, without an address',
    ],
  })
})

it.each(['details', 'table'])('code in <%s> keeps its blank lines', (name) => {
  const code = (lines: string) =>
    name === 'table'
      ? `<table><tbody><tr><td><pre>${lines}</pre></td></tr></tbody></table>`
      : `<details><summary>S</summary><pre>${lines}</pre></details>`
  expect(toContent(code('a\n\n \n  b\nc'))).toBe(code('a&#10;&#10; \n  b\nc'))
})

it.each([
  ['<pre>a<br>b<br/>\n\n\n<b>c</b></pre>', '```\na\nb\n\n\n\nc\n```'],
  ['<pre><code class="x language-c++">a<br>b\n\n\n\nc</code></pre>', '```c++\na\nb\n\n\n\nc\n```'],
  ['<pre>a\n  ```\nb</pre>', '````\na\n  ```\nb\n````'],
  ['<pre class="EnlighterJSRAW" data-enlighter-language="php">a</pre>', '```php\na\n```'],
  ['<pre class="EnlighterJSRAW" data-enlighter-language="generic">a</pre>', '```\na\n```'],
  ['<pre class="brush: jscript; title: ; notranslate" title="">a</pre>', '```javascript\na\n```'],
  ['<pre class="lang:js decode:true ">a</pre>', '```js\na\n```'],
  ['<pre class="wp-block-code language-rust"><code>a</code></pre>', '```rust\na\n```'],
  ['<pre><code class="lang-bash">a</code></pre>', '```bash\na\n```'],
  ['<pre lang="python" line="1">a</pre>', '```python\na\n```'],
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

it.each([
  ['<a href="/a b) (1"><p>A</p></a>', '[A](/a%20b%29%20%281)'],
  ['<video src="/a&nbsp;b&emsp;c"></video>', '[/a\u00a0b\u2003c](/a%C2%A0b%E2%80%83c)'],
])('the targets of links are encoded: %j', (html, markdown) => {
  expect(toContent(html)).toBe(markdown)
})

it.each([
  ['<h2>Line one<br>line two</h2><p>A</p>', '## Line one line two\n\nA'],
  ['<h1>Title<br></h1><p>A</p>', '# Title\n\nA'],
  ['<h3><p>One</p><p>Two</p></h3>', '### One Two'],
  ['<h2>A note on C #</h2>', '## A note on C \\#'],
  ['<h2>Ends in ##</h2>', '## Ends in \\##'],
  ['<h2>Issue #12 and C#</h2>', '## Issue #12 and C#'],
])('a heading stays one line: %j', (html, markdown) => {
  expect(toContent(html)).toBe(markdown)
})

it('links to the ids of headings follow them, and those without a heading are reported', () => {
  const html = `<h2 class="wp-block-heading" id="kap-1">Part</h2><h2 id="kap-2">Second<br>chapter</h2>
<h3><a name="older"></a>Part</h3><table><tr><td><a href="#kap-2">t</a></td></tr></table>
<p><a href="#kap-1">1</a> <a href="#kap-2">2</a> <a href="#older">3</a> <a href="#second-chapter">4</a>
<a href="#gone">5</a> <a href="#constructor">6</a> <a href="#">7</a></p>`
  const { content, problems, anchors } = htmlToMarkdown(html)
  expect(content).toContain('<a href="#section-second-chapter">t</a>')
  expect(content).toContain(
    '[1](#section-part) [2](#section-second-chapter) [3](#section-part-2) [4](#second-chapter) [5](#gone)',
  )
  expect(problems).toEqual(['Links to parts without a heading lead nowhere: #gone, #constructor'])
  expect(anchors).toEqual([
    ['kap-1', 'section-part'],
    ['kap-2', 'section-second-chapter'],
    ['older', 'section-part-2'],
  ])
})

it('a link leads to a heading with code', () => {
  const html = '<a href="#max_size">go</a><h2 id="max_size">The <code>max_size</code> option</h2>'
  expect(toContent(html)).toContain('[go](#section-the-max-size-option)')
})

it.each([
  ['<a href="/x"><h2>Part</h2></a><h2 id="kap">Part</h2>', '[Part](/x)\n\n## Part', 'section-part'],
  ['<h2 id="kap">Part</h2><a href="/x"><h2>Part</h2></a>', '## Part\n\n[Part](/x)', 'section-part'],
  ['<a href="/x"><h2 id="kap">Part</h2></a>', '[Part](/x)', undefined],
  ['<a href="/x"><ul><li><h2 id="kap">Part</h2></li></ul></a>', '[-   ## Part](/x)', undefined],
  ['<pre><h2 id="kap">Part</h2></pre>', '```\nPart\n```', undefined],
  [
    '<h2>Part</h2><details><h2 id="kap">Part</h2></details>',
    '## Part\n\n<details><h2 id="kap">Part</h2></details>',
    'section-part-2',
  ],
  [
    '<h2>Part</h2><blockquote><ul><li><h2 id="kap">Part</h2>a</li></ul></blockquote>',
    '## Part\n\n> -   ## Part\n>     \n>     a',
    'section-part-2',
  ],
])('the ids of headings are those of the text that remains: %s', (html, markdown, id) => {
  expect(htmlToMarkdown(`${html}<p><a href="#kap">k</a></p>`)).toMatchObject({
    content: `${markdown}\n\n[k](#${id ?? 'kap'})`,
    problems: id === undefined ? ['Links to parts without a heading lead nowhere: #kap'] : [],
    anchors: id === undefined ? [] : [['kap', id]],
  })
})

it.each([
  '<a id="kap"></a><h2>Part</h2>',
  '<p><a name="kap"></a>\n</p>\n<!-- a --> <h2 id="own">Part</h2>',
  '<div><span id="kap"></span></div><p></p><h2>Part</h2>',
])('links to an anchor before a heading lead to the heading: %s', (html) => {
  const found = htmlToMarkdown(`<p>a</p>${html}<p><a href="#kap">k</a></p>`)
  expect(found).toMatchObject({ content: 'a\n\n## Part\n\n[k](#section-part)', problems: [] })
  expect(found.anchors).toContainEqual(['kap', 'section-part'])
})

it('links to an anchor of another text stay', () => {
  const html = '<p><a id="kap"></a>a</p><h2>Part</h2><p><a href="#kap">k</a></p>'
  expect(htmlToMarkdown(html)).toMatchObject({ content: 'a\n\n## Part\n\n[k](#kap)', anchors: [] })
})

it('links in code stay as they are and are not reported', () => {
  const sample = '<a href="#usage">, <a href="#foo">'
  const written = sample.replaceAll('<', '&lt;')
  const html = `<h2 id="usage">Usage</h2><p><a href="#usage">u</a> <code>${written}</code></p><pre>${written}</pre>`
  expect(htmlToMarkdown(html)).toMatchObject({
    content: `## Usage\n\n[u](#section-usage) \`${sample}\`\n\n\`\`\`\n${sample}\n\`\`\``,
    problems: [],
  })
})

it('links between escaped backticks follow the ids of headings', () => {
  expect(toContent('<h2 id="usage">Usage</h2><p>It`s <a href="#usage">u</a>, isn`t it</p>')).toContain(
    'It\\`s [u](#section-usage), isn\\`t it',
  )
})

it('a heading with many number signs is written in linear time', () => {
  expectLinear((text) => toContent(`<h2>a ${text} b</h2>`), '# ')
})

it.each(['<br>', '<br />\n', '&nbsp;', '\u00A0 '])('a long gap of %j is shortened', (gap) => {
  expect(toContent(`<p>a${gap.repeat(2000)}b</p>`)).toBe('a  \n  \nb')
  expect(toContent(`<p>a${gap.repeat(3)}b</p>`)).not.toBe('a  \n  \nb')
})

it('a text that is nested too deep is rejected, also after backticks', () => {
  const reason = 'The content is too long or nested more than 100 levels deep.'
  expect(htmlToMarkdown(`\`\`\`\n${'<div>'.repeat(101)}x`).rejected).toBe(reason)
})

it('a text with too many tags is rejected before it is converted', () => {
  expect(htmlToMarkdown('<p>'.repeat(40_001)).rejected).toBe('The content has more than 40000 tags.')
  expect(htmlToMarkdown('<p>a</p>'.repeat(20_000)).rejected).toBe('')
})
