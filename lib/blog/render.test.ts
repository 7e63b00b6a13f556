import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { createHeadingIds } from '#contract/heading-ids.ts'
import { listHeadings } from '#contract/markdown-scan.ts'
import { readingMinutes } from '#contract/markup.ts'
import { renderArticle } from './render.ts'

beforeAll(async () => void (await renderArticle('Starts the worker.')))

const html = async (content: string) => (await renderArticle(content)).html

describe('rendering an article', () => {
  it('renders Markdown with headings that have anchors, and lists them', async () => {
    const { html, headings } = await renderArticle('# Top\n\n## One *more*\n\n### Deep\n\n## One more')
    expect(headings).toEqual([
      { id: 'section-top', text: 'Top', level: 2 },
      { id: 'section-one-more', text: 'One more', level: 2 },
      { id: 'section-deep', text: 'Deep', level: 3 },
      { id: 'section-one-more-2', text: 'One more', level: 2 },
    ])
    expect(html).not.toContain('<h1')
    expect(html).toContain('href="#section-one-more-2"')
  })

  it.each([
    '## The `max_size` option',
    '## `<div>` and \\<b\\>',
    '## `a*b` c_d_e ##',
    '## <code>max_size</code> &amp; &copy;',
    '## 1. First[^n]\n\n[^n]: Note',
    '## By [name_a][ref], ![logo_b](/b_(1).png) and [c](/c "d_e")\n\n[ref]: /r',
    '## <https://a.example/b_c>',
    'Two lines\nof *one* heading\n===\n\nAnother\n---',
    'One\\\ntwo\n===\n\nThree  \nfour\n---',
    '***\nOne\n---\n\n_ _ _\nTwo\n---\n\nThree\n***\nFour\n===',
    '[a]: /b\nOne [a]\n---\n\n[^1]: Note\nTwo[^1]\n---',
    'One\n[a]: /b\n===',
    '- ## In a list\n\n  ### Again\n\n> 1. ## Quoted\n>\n> ## Twice',
    '<h2>\n1. a_b &lt;c&gt; <code>&lt;d&gt;</code>\n</h2>',
  ])('gives headings the ids that scans of the Markdown expect: %j', async (content) => {
    const { headings } = await renderArticle(content)
    const ids = createHeadingIds()
    expect(listHeadings(content).map(({ text }) => ids.add(text))).toEqual(headings.map(({ id }) => id))
    expect(headings).not.toEqual([])
  })

  it('leads links to headings of every level', async () => {
    const text = await html('[a](#details)\n\n##### Details\n\n<h6 id="faq">Questions</h6>\n\n[b](#faq)')
    expect(text).toContain('<a href="#section-details">a</a>')
    expect(text).toContain('<h5 id="section-details" ')
    expect(text).toContain('<a href="#section-questions">b</a>')
  })

  it('keeps texts that begin with a word before a colon', async () => {
    const text = await html(
      '![Data: visitors](/a.png)\n\n[a](/x "data: b")\n\n<q cite="data:text/html,x">c</q>',
    )
    expect(text).toContain('alt="Data: visitors"')
    expect(text).toContain('title="data: b"')
    expect(text).not.toContain('cite=')
  })

  it('gives each heading an id of its own, also when its number is that of another', async () => {
    const { html, headings } = await renderArticle('## Step\n\n## Step\n\n## Step 2\n\n## Step')
    const ids = headings.map(({ id }) => id)
    expect(ids).toEqual(['section-step', 'section-step-2', 'section-step-2-2', 'section-step-3'])
    for (const id of ids) expect(html.split(` id="${id}"`)).toHaveLength(2)
  })

  it('lists headings without the numbers of footnotes, and by the texts of their images', async () => {
    const { headings } = await renderArticle('## Reef[^1]\n\n## ![Knots](/knots.png)\n\n##\n\n[^1]: Fold.')
    expect(headings).toEqual([
      { id: 'section-reef', text: 'Reef', level: 2 },
      { id: 'section-knots', text: 'Knots', level: 2 },
    ])
  })

  it.each([
    ['[Reefs](#tying-reefs)\n\n## Tying reefs', 'section-tying-reefs'],
    ['[New](#whats-new)\n\n## What’s new?', 'section-what-s-new'],
    ['[Größe](#gr%C3%B6%C3%9Fe)\n\n## Größe', 'section-grosse'],
    ['<p><a href="#h-part">Part</a></p>\n<h2 id="h-part">Another name</h2>', 'section-another-name'],
    ['[Reefs](#section-reefs)\n\n## Section reefs\n\n## Reefs', 'section-reefs'],
    ['[Elsewhere](#elsewhere)\n\n## Reefs', 'elsewhere'],
    ['[Start](#)\n\n## Reefs', ''],
    ['[Second](#setup-1)\n\n## Setup\n\n## Setup', 'section-setup-2'],
    ['[Real](#setup-1)\n\n## Setup\n\n## Setup\n\n## Setup 1', 'section-setup-1'],
  ])('leads the link in %j to its heading, as other programs do', async (content, id) => {
    expect(await html(content)).toContain(`<p><a href="#${id}"`)
  })

  it('makes no heading without a name', async () => {
    expect(await html('##\n\n## One')).toMatch(/^<p><\/p>\s*<h2 id="section-one"/)
  })

  it('keeps blank lines in the code of HTML content', async () => {
    expect(await html('<p>a</p>\n<pre><code>one\n\n    two</code></pre>')).toContain(
      '<code>one\n\n    two</code>',
    )
  })

  it.each([
    '<figure><img src="/a.png" alt="A"></figure>\n\n## Two *reefs*\n\n<figure><img src="/b.png" alt="B"></figure>',
    '<p align="center">A</p>\n\n## Two *reefs*\n\nSee <https://reef.example/>',
    '<hr>\n\n## Two *reefs*\n\n<!-- end -->\n\n<p>B</p>',
  ])('renders the Markdown between the elements of %j', async (content) => {
    expect(await html(content)).toContain(
      '<h2 id="section-two-reefs" aria-label="Two reefs">Two <em>reefs</em>',
    )
  })

  it('does not take the indented text of HTML for code', async () => {
    const content =
      '<div>\n  <p>One\n\n    <b>two</b></p>\n\n    three <br> *four*\n</div>\n<!-- five -->\n<p>Six'
    expect(await html(`${content}</p>`)).not.toMatch(/<pre|<em/)
  })

  it('highlights code on the server and escapes it', async () => {
    const code = await html('```ts\nconst a = "<b>"\n```')
    expect(code).toContain('<span class="hljs-keyword">const</span>')
    expect(code).toContain('&lt;b&gt;')
  })

  it.each([
    ['dockerfile', 'FROM node'],
    ['docker', 'FROM node'],
    ['nginx', 'listen 80;'],
    ['powershell', 'Get-Item $path'],
    ['ps1', 'Get-Item $path'],
    ['pwsh', 'Get-Item $path'],
    ['dart', 'final a = 1;'],
  ])('highlights %s', async (language, code) => {
    expect(await html(`\`\`\`${language}\n${code}\n\`\`\``)).toContain('<span class="hljs-')
  })

  it.each([
    ['a script', '<script>alert(1)</script>ok'],
    ['an event handler', '<img src="/x.png" onerror="alert(1)">'],
    ['a script URL', '[x](javascript:alert(1))'],
    ['an encoded script URL', '<a href="jav&#x09;ascript:alert(1)">x</a>'],
    ['a data image', '<img src="data:image/svg+xml,<svg onload=alert(1)>">'],
    ['a style', '<p style="background:url(javascript:alert(1))">x</p>'],
    ['svg', '<svg><a xlink:href="javascript:alert(1)">x</a></svg>'],
    [
      'math',
      '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    ],
    [
      'a form',
      '<form action="https://evil.example"><input name="a"><button formaction="javascript:alert(1)">x</button></form>',
    ],
    ['a foreign frame', '<iframe src="https://evil.example"></iframe>'],
    ['a frame with an inline document', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['an id', '<p id="form" name="form">x</p>'],
  ])('removes %s', async (_name, content) => {
    expect(await html(content)).not.toMatch(
      /<script|onerror|onload|javascript:|data:|style=|<svg|<math|<form|<input|<button|<iframe|srcdoc|evil|id="form"|name=/i,
    )
  })

  it('keeps videos of two hosts in a sandbox', async () => {
    const frame = await html(
      '<iframe src="https://www.youtube-nocookie.com/embed/abc" allow="camera" onload="x"></iframe>',
    )
    expect(frame).toContain(
      'sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"',
    )
    expect(frame).not.toContain('camera')
  })

  it.each([
    [
      '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=x&amp;start=30" frameborder="0" allowfullscreen></iframe>',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=30',
    ],
    [
      '<div style="padding:56%"><iframe src="https://player.vimeo.com/video/76979871?h=8272103f6e&amp;badge=0"></iframe></div>',
      'https://player.vimeo.com/video/76979871?h=8272103f6e&amp;dnt=1',
    ],
    ['https://youtu.be/dQw4w9WgXcQ?t=1m5s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=65'],
    [
      'Watch:\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\nand listen.',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    ],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['<p>https://vimeo.com/76979871</p>', 'https://player.vimeo.com/video/76979871?dnt=1'],
    [
      'https://vimeo.com/76979871/8272103f6e',
      'https://player.vimeo.com/video/76979871?h=8272103f6e&amp;dnt=1',
    ],
  ])('shows %j in a player that sets no cookies', async (content, src) => {
    expect(await html(content)).toContain(`<iframe src="${src}"`)
  })

  it.each([
    'See https://youtu.be/dQw4w9WgXcQ for more',
    '[A talk](https://youtu.be/dQw4w9WgXcQ)',
    'https://www.youtube.com/@channel',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/features',
  ])('leaves %j a link', async (content) => {
    expect(await html(content)).not.toContain('<iframe')
  })

  it.each([
    ['https://youtu.be/dQw4w9WgXcQ?t=1m5s', 'Video: https://youtu.be/dQw4w9WgXcQ?t=65'],
    ['https://vimeo.com/76979871/8272103f6e', 'Video: https://vimeo.com/76979871/8272103f6e'],
    [
      '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Tides"></iframe>',
      'Tides: https://youtu.be/dQw4w9WgXcQ',
    ],
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLx',
      'Video: https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?list=PLx',
    ],
  ])('adds to %j the address for print', async (content, text) => {
    const { html } = await renderArticle(content)
    expect(html).toContain(`</iframe><span class="video-address">${text}</span>`)
    expect((await renderArticle(content, { base: 'https://site.example' })).html).not.toContain('<span')
  })

  it.each([
    ['https://tides.example/today', true],
    ['<https://tides.example/>', true],
    ['www.tides.example', true],
    ['https://tides.example/größe?a=1&b=50%25', true],
    ['<crew@tides.example>', true],
    ['[tides.example](https://tides.example/)', true],
    ['[The tides](https://tides.example)', false],
    ['[https://tides.example](https://other.example)', false],
  ])('knows whether %j reads as its address', async (content, isBare) => {
    expect((await html(content)).includes('class="bare-url"')).toBe(isBare)
  })

  it('reports the markup that it removes', async () => {
    const removed = async (content: string) => (await renderArticle(content)).removed
    expect(await removed('# A\n\n- [ ] b\n\n```js\nc\n```\n\nd[^1]\n\n[^1]: e')).toEqual([])
    expect(
      await removed(
        '<p style="color: red" onclick="x()">a</p><script>1</script><iframe src="https://maps.example"></iframe>',
      ),
    ).toEqual(['style attributes', 'onclick attributes', '<script>', '<iframe>'])
    expect(await removed('An `Array<string>`, an Array<string>')).toEqual(['<string>'])
    expect(await removed('[a](javascript:alert) ![](data:image/png;base64,a)')).toEqual([
      'javascript: links',
      'data: images',
    ])
    expect(await removed('<iframe src="https://www.youtube.com/embed/a" frameborder="0"></iframe>')).toEqual(
      [],
    )
  })

  it('returns the source line of each element', async () => {
    const markdown = await renderArticle('# A\n\ntext\nmore\n\n- a\n- b\n\n| a |\n|---|\n| b |\n\nEnd')
    expect(markdown.lines).toEqual([1, 3, 6, 9, 13])
    expect((await renderArticle('<p>a</p>\n\n<table><tr><td>b</td></tr></table>')).lines).toEqual([1, 3])
  })

  it('makes images lazy and tables scrollable', async () => {
    expect(await html('![](/a.webp)')).toContain('loading="lazy"')
    expect(await html('| a |\n|---|\n| 1 |')).toMatch(
      /<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>/,
    )
  })

  it('makes URLs absolute for feeds', async () => {
    const { html } = await renderArticle('[x](/blog/a) ![](/b.webp)', { base: 'https://halyard.example/' })
    expect(html).toContain('href="https://halyard.example/blog/a"')
    expect(html).toContain('src="https://halyard.example/b.webp"')
  })

  it('keeps the checkboxes of task lists', async () => {
    const list = await html('- [x] one\n- [ ] two\n\n<ul><li><p><input type="checkbox"> three</p></li></ul>')
    expect(list).toContain('<li><span role="img" aria-label="Done">☑</span> one</li>')
    expect(list).toContain('<li><span role="img" aria-label="To do">☐</span> two</li>')
    expect(list).toContain('☐</span> three')
    expect(list).not.toContain('<input')
  })

  it('links footnotes both ways', async () => {
    expect(await html('Sails[^a] and[^2], again[^a]\n\n[^2]: Spar\n[^a]: Jib\n\n    More')).toBe(
      '<p>Sails<sup><a href="#footnote-1" id="footnote-ref-1" aria-label="Footnote 1">1</a></sup> and<sup><a href="#footnote-2" id="footnote-ref-2" aria-label="Footnote 2">2</a></sup>, again<sup><a href="#footnote-1" id="footnote-ref-1-2" aria-label="Footnote 1">1</a></sup></p>\n' +
        '<ol class="footnotes" aria-label="Footnotes">\n' +
        '<li id="footnote-1"><p>Jib</p>\n<p>More <a href="#footnote-ref-1" aria-label="Back to reference 1">↩</a> <a href="#footnote-ref-1-2" aria-label="Back to reference 1-2">↩</a></p></li>\n' +
        '<li id="footnote-2"><p>Spar <a href="#footnote-ref-2" aria-label="Back to reference 2">↩</a></p></li>\n' +
        '</ol>\n',
    )
  })

  it('titles alerts of GitHub', async () => {
    expect(await html('> [!NOTE]\n> Reef *early*.')).toBe(
      '<blockquote>\n<p><strong>Note</strong><br>Reef <em>early</em>.</p>\n</blockquote>\n',
    )
    expect(await html('- > [!warning]  \n  >\n  > Gale.')).toContain(
      '<p><strong>Warning</strong></p>\n<p>Gale.</p>',
    )
    expect(await html('> [!TIP]\\\n> Reef')).toContain('<p><strong>Tip</strong><br>Reef</p>')
    for (const typed of ['> [!NOTE] Reef', '> [!NOTE]*a* b', '> [!OTHER]\n> Reef', '[!NOTE]', '> `[!NOTE]`'])
      expect(await html(typed)).not.toContain('<strong>')
  })

  it('removes classes and ids of the page from HTML of the author', async () => {
    const own = '<p class="footnotes anchor table-scroll hljs-x" id="footnote-1"><a class="anchor">x</a></p>'
    expect(await html(own)).toBe('<p><a>x</a></p>')
    expect(await html('<pre><code class="lang-js hljs-x">const</code></pre>')).toContain('"hljs-keyword"')
  })

  it('matches labels of footnotes in any case', async () => {
    const { html } = await renderArticle('Sails[^Note] and[^NOTE]\n\n[^note]: Jib')
    expect(html).toMatch(/id="footnote-ref-1"[^]*id="footnote-ref-1-2"[^]*<li id="footnote-1"><p>Jib/)
    expect(html).not.toContain('[^')
  })

  it('leaves incomplete footnotes as typed', async () => {
    expect(await html('Sails[^1]\n\n[^2]: <b>Jib</b>')).toBe('<p>Sails[^1]</p>\n<p>[^2]: <b>Jib</b></p>\n')
  })

  it('ends a list at a blank line', async () => {
    expect(await html('- one\ntwo\n\nAfter')).toBe('<ul>\n<li>one\ntwo</li>\n</ul>\n<p>After</p>\n')
  })

  it('makes an empty header cell a plain cell', async () => {
    const table = await html('| | b |\n|---|---|\n| 1 | 2 |')
    expect(table).toContain('<td></td>\n<th>b</th>')
    expect(await html('<table><tr><th><img src="/a.webp" alt="A"></th></tr></table>')).toContain('<th><img')
  })

  it('names each heading by its text, without its link', async () => {
    expect(await html('## Send *less*[^1]\n\n[^1]: Fold.')).toContain('aria-label="Send less"')
    const base = 'https://halyard.example/blog/one'
    expect((await renderArticle('## Send less', { base })).html).toBe(
      '<h2 id="section-blog-one-section-send-less">Send less</h2>\n',
    )
  })

  it('knows images in a sentence from those on a line of their own', async () => {
    const inline = async (content: string) => (await html(content)).includes('class="inline-image"')
    for (const content of ['Press ![menu](/m.png) twice', '![menu](/m.png) Menu', '- Menu: ![menu](/m.png)'])
      expect([content, await inline(content)]).toEqual([content, true])
    for (const content of ['![a](/a.png)', 'Text\n![a](/a.png)\nmore', '![a](/a.png) ![b](/b.png)'])
      expect([content, await inline(content)]).toEqual([content, false])
  })

  it('gives each table a name of its own', async () => {
    const table = '| a |\n|---|\n| 1 |\n\n'
    expect(await html(`${table}Text\n\n${table}`)).toMatch(
      /"region" aria-label="Table"[^]*aria-label="Table 2"/,
    )
  })

  it('names a table by its caption', async () => {
    expect(await html('<table><caption>Prices: 2026</caption><tr><td>1</td></tr></table>')).toContain(
      'role="region" aria-label="Prices: 2026"',
    )
  })

  it('offers the stored sizes of an image and reserves its space', async () => {
    const images = [
      {
        url: '/media/a-2400.webp',
        width: 2400,
        height: 1600,
        sources: [
          { url: '/media/a-640.webp', width: 640 },
          { url: '/media/a-2400.webp', width: 2400 },
        ],
      },
    ]
    const content = '![Sail](/media/a-2400.webp)\n\n![](/media/b.webp)'
    const article = await renderArticle(content, { images })
    expect(article.html).toBe(
      '<p><img src="/media/a-2400.webp" alt="Sail" width="2400" height="1600" srcset="/media/a-640.webp 640w, /media/a-2400.webp 2400w" sizes="(min-width: 56rem) 52rem, 92vw" loading="lazy" decoding="async"></p>\n' +
        '<p><img src="/media/b.webp" alt="" loading="lazy" decoding="async"></p>\n',
    )
  })

  it('keeps the width that the author gave a stored image', async () => {
    const sources = [{ url: '/media/a-2400.webp', width: 2400 }]
    const images = [{ url: '/media/a-2400.webp', width: 2400, height: 1600, sources }]
    const image = (width: string) => `<img src="/media/a-2400.webp" alt="" width="${width}" height="50">`
    expect((await renderArticle(image('120'), { images })).html).toMatch(
      /width="120" height="80" .*sizes="120px"/,
    )
    expect((await renderArticle(image('4000'), { images })).html).toContain('width="2400" height="1600"')
    const base = 'https://example.com/'
    expect((await renderArticle(image('120'), { images, base })).html).toContain('width="120" height="80"')
  })

  it('shows the file that replaced an image, including in feeds', async () => {
    const sources = [{ url: '/media/a-2-800.webp', width: 800 }]
    const images = [{ url: '/media/a-2400.webp', width: 800, height: 600, sources }]
    const content = '![Sail](/media/a-2400.webp)'
    expect((await renderArticle(content, { images })).html).toContain('<img src="/media/a-2-800.webp"')
    const base = 'https://example.com/'
    expect((await renderArticle(content, { images, base })).html).toContain(
      '<img src="https://example.com/media/a-2-800.webp"',
    )
  })

  it('makes the title of an image alone in its paragraph its caption', async () => {
    const image = '<img src="/a.webp" alt="Sail" loading="lazy" decoding="async">'
    const titled = image.replace(' loading', ' title="At sea" loading')
    const content = '![Sail](/a.webp "At sea")\n\nText ![Sail](/a.webp "At sea")\n\n![Sail](/a.webp "")'
    expect((await renderArticle(content)).html).toBe(
      `<figure>${image}<figcaption>At sea</figcaption></figure>\n<p>Text ${titled.replace('>', ' class="inline-image">')}</p>\n<p>${image}</p>\n`,
    )
  })
})

it('has the reading time of its source and no empty header cells, for every sample post', async () => {
  const folder = 'upstream/seed/posts'
  const files = await readdir(folder)
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const content = await readFile(`${folder}/${file}`, 'utf8')
    expect(content).not.toMatch(/\| *\|.*\n\| *:?-/)
    const { html, isPlainText } = await renderArticle(content, { base: 'https://halyard.example/' })
    expect({ file, isPlainText, minutes: readingMinutes(html) }).toEqual({
      file,
      isPlainText: false,
      minutes: readingMinutes(content),
    })
  }
})

it('keeps the link around an image with a caption', async () => {
  expect(await html('[![A sail](/a.png "At sea")](https://sea.example/)')).toMatch(
    /<figure><a href="https:\/\/sea\.example\/"[^>]*><img [^>]*><\/a><figcaption>At sea<\/figcaption><\/figure>/,
  )
})

describe('text from right to left', () => {
  it('gives a direction to the blocks that run against those around them', async () => {
    const article = await html(
      '## עברית\n\nفقرة بالعربية.\n\nEnglish with عربي in it.\n\n- عنصر\n- English item\n- عنصر\n\n> **اقتباس**\n>\n> فقرة\n\n![](/media/a.png "تعليق")',
    )
    expect(article).toMatch(/<h2 [^>]*dir="rtl"/)
    expect(article).toContain('<p dir="rtl">فقرة بالعربية.</p>')
    expect(article).toContain('<p>English with عربي in it.</p>')
    expect(article).toMatch(/<ul dir="rtl">\s*<li>عنصر<\/li>\s*<li dir="ltr">English item<\/li>/)
    expect(article).toMatch(/<blockquote dir="rtl">\s*<p><strong>/)
    expect(article).toMatch(/<figcaption dir="rtl"|<figure dir="rtl"/)
  })

  it('sets a table at the right', async () => {
    expect(await html('| عمود | آخر |\n|---|---|\n| أ | ب |')).toMatch(
      /<div class="table-scroll"[^>]* dir="rtl"/,
    )
  })

  it('keeps code from left to right, and a direction that the author chose', async () => {
    expect(await html('- قائمة\n\n  ```\n  const a = 1\n  ```')).toMatch(/<pre [^>]*dir="ltr"/)
    expect(await html('<p dir="ltr">عربي</p>')).toContain('<p dir="ltr">عربي</p>')
    expect(await html('Plain text.')).not.toContain('dir=')
  })
})
