import { describe, expect, it } from '@jest/globals'
import { renderArticle } from './render.ts'

const html = (content: string) => renderArticle(content).html

describe('rendering an article', () => {
  it('renders Markdown with headings that have anchors, and lists them', () => {
    const { html, headings } = renderArticle('# Top\n\n## One *more*\n\n### Deep\n\n## One more')
    expect(headings).toEqual([
      { id: 'section-top', text: 'Top', level: 2 },
      { id: 'section-one-more', text: 'One more', level: 2 },
      { id: 'section-deep', text: 'Deep', level: 3 },
      { id: 'section-one-more-2', text: 'One more', level: 2 },
    ])
    expect(html).not.toContain('<h1')
    expect(html).toContain('href="#section-one-more-2"')
  })

  it('leaves HTML as it is, blank lines in code included', () => {
    expect(html('<p>a</p>\n<pre><code>one\n\n    two</code></pre>')).toContain('<code>one\n\n    two</code>')
  })

  it('colours code on the server and escapes it', () => {
    const code = html('```ts\nconst a = "<b>"\n```')
    expect(code).toContain('<span class="hljs-keyword">const</span>')
    expect(code).toContain('&lt;b&gt;')
  })

  it.each([
    ['a script', '<script>alert(1)</script>ok'],
    ['an event handler', '<img src="/x.png" onerror="alert(1)">'],
    ['a script address', '[x](javascript:alert(1))'],
    ['a script address in disguise', '<a href="jav&#x09;ascript:alert(1)">x</a>'],
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
    ['a frame with a document of its own', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['an id of its own', '<p id="form" name="form">x</p>'],
  ])('takes out %s', (_name, content) => {
    expect(html(content)).not.toMatch(
      /<script|onerror|onload|javascript:|data:|style=|<svg|<math|<form|<input|<button|<iframe|srcdoc|evil|id="form"|name=/i,
    )
  })

  it('keeps videos of two hosts, in a sandbox', () => {
    const frame = html(
      '<iframe src="https://www.youtube-nocookie.com/embed/abc" allow="camera" onload="x"></iframe>',
    )
    expect(frame).toContain('sandbox="allow-scripts allow-same-origin allow-presentation"')
    expect(frame).not.toContain('camera')
  })

  it('makes images lazy and tables scrollable', () => {
    expect(html('![](/a.webp)')).toContain('loading="lazy"')
    expect(html('| a |\n|---|\n| 1 |')).toMatch(
      /<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>/,
    )
  })

  it('writes absolute addresses for feeds', () => {
    const { html } = renderArticle('[x](/blog/a) ![](/b.webp)', 'https://halyard.example/')
    expect(html).toContain('href="https://halyard.example/blog/a"')
    expect(html).toContain('src="https://halyard.example/b.webp"')
  })
})
