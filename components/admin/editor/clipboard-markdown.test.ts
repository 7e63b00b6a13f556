import { describe, expect, it } from '@jest/globals'
import { JSDOM } from 'jsdom'
import { toHtml } from '#lib/blog/markdown.ts'
import { clipboards } from './testing/clipboards.ts'
import { htmlToMarkdown } from './clipboard-markdown.ts'

Object.assign(globalThis, { DOMParser: new JSDOM().window.DOMParser })

const wordItem = (level: number, mark: string, text: string, list = 'l0') =>
  `<p class=MsoListParagraph style='mso-list:${list} level${level} lfo1'><span style='mso-list:Ignore'>${mark}<span>&nbsp; </span></span>${text}</p>`

describe('pasted text', () => {
  it.each(clipboards)('from $from becomes clean Markdown', ({ html, markdown }) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  it.each([
    [[wordItem(1, '·', 'a'), wordItem(1, '1.', 'b', 'l1')], '- a\n\n1. b'],
    [
      [wordItem(1, '1.', 'a'), wordItem(1, '1.', 'b', 'l1'), wordItem(1, '2.', 'c', 'l1')],
      '1. a\n\n1) b\n2) c',
    ],
    [
      [wordItem(1, '2.', 'a'), '<p>b</p>', wordItem(1, '3.', 'c'), wordItem(1, '4.', 'd')],
      '2. a\n\nb\n\n3. c\n4. d',
    ],
    [
      [wordItem(1, '1.', 'a'), wordItem(2, 'o', 'b'), wordItem(2, '1.1.', 'c', 'l1'), wordItem(1, '2.', 'd')],
      '1. a\n   - b\n   1. c\n2. d',
    ],
    [[wordItem(1, '·', 'a'), wordItem(1, '§', 'b', 'l1')], '- a\n- b'],
  ])('%j of Word become %j', (items, markdown) => {
    expect(htmlToMarkdown(items.join('\n'))).toBe(markdown)
  })

  it.each([
    ['<p>Array&lt;string&gt; &amp;amp; 2 * 3</p>', 'Array\\<string> \\&amp; 2 \\* 3'],
    ['<p>https://a.example/x_y_z</p>', 'https://a.example/x_y_z'],
    ['<a href="https://a.example/x_y">https://a.example/x_y</a>', 'https://a.example/x_y'],
    ['<a href="javascript:alert(1)">x</a><img src="data:image/png;base64,a">', 'x'],
    ['<b>one</b><b> two</b>', '**one two**'],
    ['<span style="font-weight: 400">plain</span>', 'plain'],
    ['<table><tr><td><p>alone</p></td></tr></table>', 'alone'],
    ['<ol start="3"><li>c</li><li>d</li></ol>', '3. c\n4. d'],
    ['<p><span>one</span><span><br /></span><span>two</span></p>', 'one\\\ntwo'],
    ['<b>Date:<br></b>Monday', '**Date:**\\\nMonday'],
    ['<li>Title<br>text<ul><li>x</li></ul></li>', '- Title\\\n  text\n  - x'],
    ['Dear Ann,<br>thanks.<div>Bob</div>', 'Dear Ann,\\\nthanks.\n\nBob'],
    ['<table><tr><th>a</th></tr><tr><td>b<br></td></tr></table>', '| a |\n| --- |\n| b |'],
    ['<pre>a<br>b<br></pre>', '```\na\nb\n```'],
    ['<pre><div>npm ci<br>npm start</div></pre>', '```\nnpm ci\nnpm start\n```'],
    ['<ol><li>a</li></ol><ol><li>b</li></ol><ol><li>c</li></ol>', '1. a\n\n1) b\n\n1. c'],
    [
      '<table><tr><th rowspan="2">a</th><th>b</th></tr><tr><td>c</td></tr><tr><td rowspan="0">d</td><td>e</td></tr><tr><td>f</td></tr></table>',
      '| a | b |\n| --- | --- |\n|  | c |\n| d | e |\n|  | f |',
    ],
    [
      '<table><caption>A <b>list</b></caption><tr><th>a</th></tr><tr><td><h3>b</h3>c</td></tr></table>',
      'A **list**\n\n| a |\n| --- |\n| b c |',
    ],
    [
      '<table><tr><td><h2>a</h2><p>b</p></td><td><table><tr><th>c</th></tr><tr><td>d</td></tr></table></td></tr></table>',
      '## a\n\nb\n\n| c |\n| --- |\n| d |',
    ],
    ['<table><tr><td><h2>a</h2><p>b</p></td></tr></table>', '## a\n\nb'],
    [
      '<a href="https://a.example/"><img src="https://a.example/i.png"><h3>a</h3><p>b <b>c</b></p>d</a>',
      '[![](https://a.example/i.png)](https://a.example/)\n\n### [a](https://a.example/)\n\n[b **c**](https://a.example/)\n\n[d](https://a.example/)',
    ],
    ['<h3><a href="https://a.example/"><div>a</div><div>b</div></a></h3>', '### [a b](https://a.example/)'],
    ['<ul><li><a href="https://a.example/">x</a></li></ul>', '- [x](https://a.example/)'],
    ['10<sup>6</sup> H<sub class="x">2</sub>O', '10<sup>6</sup> H<sub>2</sub>O'],
    ['a<sup><b>b</b> &lt;c&gt; </sup>d', 'a<sup>**b** \\<c></sup> d'],
    [
      '10<span style="font-weight:400;vertical-align:super;">6</span> H<span style="font-size:0.6em;vertical-align: sub">2</span>',
      '10<sup>6</sup> H<sub>2</sub>',
    ],
    ['<sup><span style="vertical-align:super">1</span></sup>', '<sup>1</sup>'],
    ['<code>a<sup>2</sup></code>', '`a2`'],
    [
      'Sail<sup class="reference"><a href="https://a.example/#b">1</a></sup>',
      'Sail[1](https://a.example/#b)',
    ],
    [
      '<table><tr><th>m<sup>2</sup></th></tr><tr><td>4</td></tr></table>',
      '| m<sup>2</sup> |\n| --- |\n| 4 |',
    ],
    [
      '<a href="https://a.example/a&#9;b">x</a> <a href="https://a.example/a&nbsp;b&emsp;(1)">y</a>',
      '[x](https://a.example/a%09b) [y](https://a.example/a%C2%A0b%E2%80%83%281%29)',
    ],
    ['<p>a_b@c.example, www.d.example/e_f~g</p>', 'a_b@c.example, www.d.example/e_f~g'],
  ])('%j becomes %j', (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  it.each([
    [
      'a comment',
      '<p>ten<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[AB1]</a></span> dollars</p><div style=\'mso-element:comment-list\'><hr class=msocomoff><div id="_com_1" class=msocomtxt><p class=MsoCommentText>Secret</p></div></div>',
      'ten dollars',
    ],
    [
      'a tracked change',
      '<p><del cite="mailto:Ann" datetime="2026-01-01T10:00">10</del><ins cite="mailto:Ann" datetime="2026-01-01T10:00">12</ins> <del>dollars</del></p>',
      '12 ~~dollars~~',
    ],
  ])('leaves out %s of Word', (_part, html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  it.each([
    ['?q=https://a.example/b&sa=D', '[x](https://a.example/b)'],
    ['?sa=t&url=https://a.example/b', '[x](https://a.example/b)'],
    ['?q=javascript:alert(1)', 'x'],
  ])('links to the target of google.com/url%s', (query, markdown) => {
    expect(htmlToMarkdown(`<a href="https://www.google.com/url${query}">x</a>`)).toBe(markdown)
  })

  it.each([
    ['<pre><code>a\n\n\nb\n  \nc</code></pre><p>d</p>', '```\na\n\n\nb\n  \nc\n```\n\nd'],
    ['<li>a<pre>b\n\n- c\n\n\n1. d</pre></li>', '- a\n\n  ```\n  b\n\n  - c\n\n\n  1. d\n  ```'],
    ['<pre>a\n  ```\nb</pre>', '````\na\n  ```\nb\n````'],
    ['<pre><code>a</code>\n<code>b</code></pre>', '```\na\nb\n```'],
    ['<pre>$ <code>a</code></pre>', '```\n$ a\n```'],
    ['<pre><div>a</div><div><br></div><div>b</div></pre>', '```\na\n\nb\n```'],
    ['<pre><div>a<br></div><div>b<br>c</div></pre>', '```\na\nb\nc\n```'],
    [
      '<pre class="p-0!"><div><div>python</div><div><button>Copy</button></div></div><div><code class="whitespace-pre! language-python"><span>import</span> os\n</code></div></pre>',
      '```python\nimport os\n```',
    ],
    ['<pre data-code-block-lang="javascript"><span>a<br>b</span></pre>', '```javascript\na\nb\n```'],
  ])('the code in %j stays as it is', (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  it.each([
    ['un<i>believ</i>able <i>cat</i>s', 'un*believ*able *cat*s'],
    ['これは<b>「重要」</b>です', 'これ&#x306F;**「重要」**&#x3067;す'],
    ['<b>Note:</b>text <b>Note:</b> text', '**Note:**&#x74;ext **Note:** text'],
    ['a<del>(b)</del>𠮷 <del>c</del>d', '&#x61;~~(b)~~&#x20BB7; ~~c~~d'],
    ['<i>a.</i><b>b</b> <b>a<i>b</i></b>c', '*a.***&#x62;** **a*b***c'],
    ['x<b><a href="https://a.example/">y</a></b><i>z</i>', '&#x78;**[y](https://a.example/)***&#x7A;*'],
    ['<table><tr><th>a</th></tr><tr><td><b>b:</b>c</td></tr></table>', '| a |\n| --- |\n| **b:**&#x63; |'],
  ])('the page shows the marks of %j', (html, markdown) => {
    const marksIn = (source: string) =>
      [...JSDOM.fragment(source).querySelectorAll('b,strong,i,em,del')].map(({ textContent }) => textContent)
    expect(htmlToMarkdown(html)).toBe(markdown)
    expect(marksIn(toHtml(markdown).html)).toEqual(marksIn(html))
  })

  it.each([
    ['<b>Mail:</b>ann@b.example', '**Mail:**<ann@b.example>', 'mailto:ann@b.example'],
    ['ann@b.example<b>:</b> c', '<ann@b.example>**:** c', 'mailto:ann@b.example'],
    ['https://a.example/x<i>, then</i>', '<https://a.example/x>*, then*', 'https://a.example/x'],
    ['See https://a.example/x<b>(y)</b>', 'See <https://a.example/x>**(y)**', 'https://a.example/x'],
    [
      '<b>Link:</b>https://a.example/x_(y)?z_=&amp;c=1, d',
      '**Link:**<https://a.example/x_(y)?z_=&c=1>, d',
      'https://a.example/x_(y)?z_=&c=1',
    ],
    ['<b>Link:</b>www.a.example.', '**Link:**[www.a.example](http://www.a.example).', 'http://www.a.example'],
    [
      '<a href="https://c.example/">https://a.example/x<b>(y)</b></a>',
      '[https://a.example/&#x78;**(y)**](https://c.example/)',
      'https://c.example/',
    ],
    [
      '<a href="https://c.example/"><b>a:</b>b@a.example</a>',
      '[**a:**&#x62;@a.example](https://c.example/)',
      'https://c.example/',
    ],
  ])('the page shows the marks and the address of %j', (html, markdown, href) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
    const page = JSDOM.fragment(toHtml(markdown).html)
    expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([href])
    expect(page.querySelectorAll('strong,em')).toHaveLength(1)
    expect(page.textContent.trim()).toBe(JSDOM.fragment(html).textContent)
  })

  it.each([
    ['<img class="emoji" alt="🎉" src="https://s.w.org/a.svg">', '🎉'],
    ['<img data-stringify-type="emoji" alt=":tada:" src="https://a.example/b.png">', ':tada:'],
    ['<span itemtype="http://schema.skype.com/Emoji"><img alt="🙂" src="https://a.example/b"></span>', '🙂'],
    ['<img src="//a.example/b.png" alt="c">', '![c](https://a.example/b.png)'],
    [
      '<img src="data:image/gif;base64,R0" data-src="https://a.example/b.png">',
      '![](https://a.example/b.png)',
    ],
    ['<img src="file:///C:/a.png" data-src="data:image/png;base64,R0">', ''],
    [
      'a<iframe src="//www.youtube.com/embed/dQw4w9Wg?start=5"></iframe>b',
      'a\n\nhttps://youtu.be/dQw4w9Wg?t=5\n\nb',
    ],
    ['<iframe src="https://player.vimeo.com/video/76979871"></iframe>', 'https://vimeo.com/76979871'],
    ['<iframe src="https://a.example/embed/1"></iframe>', ''],
    [
      '<figure><img src="https://a.example/b.png" alt="c"><figcaption>The <b>"d"</b>\ne</figcaption></figure>',
      '![c](https://a.example/b.png "The \\"d\\" e")',
    ],
    [
      '<figure><a href="https://a.example/"><img src="https://a.example/b.png"></a><figcaption>d</figcaption></figure>',
      '[![](https://a.example/b.png)](https://a.example/)\n\nd',
    ],
  ])('the pictures and videos in %j become %j', (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  const slackList = (indent: number, text: string, tag = 'ul') =>
    `<${tag} data-stringify-type="unordered-list" data-indent="${indent}"><li>${text}</li></${tag}>`

  it.each([
    [
      '<span>a</span><span data-stringify-type="paragraph-break" style="display:block"></span><span>b</span>',
      'a\n\nb',
    ],
    [[0, 1, 2, 1, 0].map((indent) => slackList(indent, 'a')).join(''), '- a\n  - a\n    - a\n  - a\n- a'],
    [slackList(0, 'a', 'ol') + slackList(1, 'b') + slackList(0, 'c', 'ol'), '1. a\n   - b\n2. c'],
    [slackList(0, 'a') + slackList(1, 'b') + slackList(1, 'c', 'ol'), '- a\n  - b\n  1. c'],
    [slackList(1, 'a') + slackList(0, 'b'), '- a\n\n- b'],
  ])('%j of Slack becomes %j', (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  const formula = (display: string) =>
    `a<span class="${display}"><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html"><span>x</span>2</span></span></span>b`

  it.each([
    ['', 'ax^2b'],
    ['katex-display', 'a\n\nx^2\n\nb'],
  ])('a formula in %j appears once, as TeX', (display, markdown) => {
    expect(htmlToMarkdown(formula(display))).toBe(markdown)
  })

  it.each([
    ['Ann &lt;https://a.example/x&gt; b', 'Ann \\<https://a.example/x&gt; b'],
    ['&lt;www.a.example&gt;, &lt;a@b.example&gt;', '\\<www.a.example&gt;, \\<a@b.example&gt;'],
  ])('the page shows the brackets in %j', (html, markdown) => {
    const textOf = (source: string) => JSDOM.fragment(source).textContent.trim()
    expect(htmlToMarkdown(html)).toBe(markdown)
    expect(textOf(toHtml(markdown).html)).toBe(textOf(html))
  })

  it.each([
    ['1<span>&nbsp; </span>', '## 1 Rope\n\ntext'],
    ['·', '## Rope\n\ntext'],
  ])('headings of Word with the mark %j stay headings', (mark, markdown) => {
    const html = `<h2 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${mark}</span>Rope</h2><p>text</p>`
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  it.each([
    [
      'Google Docs',
      '<ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,a" alt="checked"><p><span style="text-decoration:line-through">a</span></p></li><li role="checkbox" aria-checked="false"><img src="https://a.example/b.png" alt="unchecked"><p>b</p></li></ul>',
    ],
    [
      'another editor',
      '<ul><li data-checked="true"><label><input type="checkbox" checked></label><div><p>a</p></div></li><li data-checked="false"><p>b</p></li></ul>',
    ],
  ])('tasks of %s keep their state', (_program, html) => {
    expect(htmlToMarkdown(html)).toBe('- [x] a\n- [ ] b')
  })
})
