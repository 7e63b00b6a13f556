import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { expectLinear } from '#contract/testing/linear.ts'
import { startUpstream, type TestUpstream } from '../testing/harness.ts'
import { uploadImport } from '../testing/transfer.ts'
import { item, post, wxr } from '../testing/wxr.ts'
import { readBlocks, readParagraphs } from './wordpress-content.ts'
import { toPlainLine } from './wordpress-text.ts'
import { readWordPress } from './wordpress.ts'

const read = async (fields: Record<string, string>) =>
  (await readWordPress(wxr(post(1, fields)))).posts.next().value

describe('a post of the classic editor', () => {
  it.each([
    ['<pre>a\n\n\nb</pre>\n\nText\n\nMore', '```\na\n\n\nb\n```\n\nText\n\nMore'],
    ['Text\n\n<PRE>a\n\nb</PRE>\n\n<pre>c</pre>', 'Text\n\n```\na\n\nb\n```\n\n```\nc\n```'],
    ['<h3>Head</h3>\nLine one\nLine two', '### Head\n\nLine one  \nLine two'],
    ['Before:\n<ul>\n<li>a</li>\n<li>b\nc</li>\n</ul>\nAfter', 'Before:\n\n-   a\n-   b  \n    c\n\nAfter'],
    [
      'Before\n<table>\n<tr>\n<td>a\nb</td>\n</tr>\n</table>\nAfter',
      'Before\n\n<table><tbody><tr><td>a<br>b</td></tr></tbody></table>\n\nAfter',
    ],
    ['<blockquote>One\nTwo\n\nThree</blockquote>Four', '> One  \n> Two\n> \n> Three\n\nFour'],
    ['<div class="a">\nOne\nTwo\n\nThree\n</div>\nFour', 'One  \nTwo\n\nThree\n\nFour'],
    ['One<br />\nTwo<hr />Three\nFour', 'One  \nTwo\n\n---\n\nThree  \nFour'],
    ['<h2>One\nTwo</h2>\n<p>Three\nFour</p>', '## One Two\n\nThree  \nFour'],
    ['<a href="/a">\n<h3>One</h3>\n</a>\nTwo\nThree', '[One](/a)\n\nTwo  \nThree'],
    ['<ol>\n\n<li>a\n\nb</li>\n\n</ol>', '1.  a\n    \n    b'],
    [
      '[caption width="9" caption="A <em>b</em>"]<img title="DSC_1" src="/a.png" alt="title=\'x\'">[/caption]B',
      '![title=\'x\'](/a.png "A b")\n\nB',
    ],
    ['[caption id="a"]<img src="/a.png"> See [1] b[/caption]', '![](/a.png "See [1] b")'],
    ['[caption]<img src="/a.png"> A', '\\[caption\\]![](/a.png) A'],
    ['[embed width="9"]https://a.example/b_c[/embed] D', 'https://a.example/b_c\n\nD'],
    [
      'A [youtube=http://youtu.be/dQw4w9WgXcQ&w=9] [youtube id="a_b"]',
      'A\n\nhttp://youtu.be/dQw4w9WgXcQ&w=9\n\nhttps://www.youtube.com/watch?v=a_b',
    ],
    ['[vimeo 12345]', 'https://vimeo.com/12345'],
    ['[video width="1.25" mp4="/a.mp4"][/video]', '[/a.mp4](/a.mp4)'],
    ['[audio:http://a.example/b.mp3|titles=c]', '[http://a.example/b.mp3](http://a.example/b.mp3)'],
    [
      '[code lang="html"]\n<b>\n\n  &lt;!-- [embed] -->\n[/code]A',
      '```html\n<b>\n\n  <!-- [embed] -->\n```\n\nA',
    ],
    ['[php]\n<?php echo "[b]"; ?>\n\n// c\n[/php]\nA', '```php\n<?php echo "[b]"; ?>\n\n// c\n```\n\nA'],
    ['[plain]a[/plain] [php] [css]', '```\na\n```\n\n\\[php\\] \\[css\\]'],
    [
      '[code] [[embed]x[/embed]] [/sourcecode]',
      '\\[code\\] \\[\\[embed\\]x\\[/embed\\]\\] \\[/sourcecode\\]',
    ],
  ])('has code, paragraphs and shortcodes: %j', async (html, content) => {
    expect((await read({ title: 'A', 'content:encoded': html }))?.content).toBe(content)
  })
})

it('code of the block editor keeps its language', async () => {
  const content = `<!-- wp:syntaxhighlighter/code {"language":"python","lineNumbers":false} -->
<pre class="wp-block-syntaxhighlighter-code">def f():
    return 1</pre>
<!-- /wp:syntaxhighlighter/code -->`
  expect((await read({ title: 'A', 'content:encoded': content }))?.content).toBe(
    '```python\ndef f():\n    return 1\n```',
  )
})

it('shortcodes are reported by the names that they have in WordPress', async () => {
  const content = '<p>[vc_row css=".a{}"] [contact_form] [gallery]</p>'
  expect((await read({ title: 'A', 'content:encoded': content }))?.problems).toEqual([
    'Shortcodes stay as text: vc_row, contact_form, gallery',
  ])
})

it('titles and excerpts are plain text', async () => {
  const fields = {
    title:
      'The <em class="a">first</em> of 3 < 4<br>&lt;b&gt; snake_case&hellip; caf&eacute;&nbsp;&#8211; &a;',
    'excerpt:encoded': '<!-- wp:x --><p>Use snake_case &amp; [brackets].</p>\n<p>1 < 2 <b>bold</b></p>',
  }
  expect(await read(fields)).toMatchObject({
    title: 'The first of 3 < 4 <b> snake_case… café – &a;',
    excerpt: 'Use snake_case & [brackets]. 1 < 2 bold',
  })
})

it.each(['<', '<p', '<a b', '&'])('a title of many %j is read in linear time', (part) => {
  expectLinear((title) => expect(toPlainLine(title)).toBe(title.slice(0, 20_000)), part)
})

it('control characters, and empty lines before the XML, are left out', async () => {
  const xml = `\ufeff\n\n${wxr(post(1, { title: 'A\u000b \u{1f6a9}', 'content:encoded': 'B\u0000C' }))}`
  expect((await readWordPress(xml)).posts.next().value).toMatchObject({ title: 'A \u{1f6a9}', content: 'BC' })
})

it.each(['<p', '<p a ', '<p>', '<li>a\n', 'a\n', '\n \n', ' ', '<a>', '</a>', '<br>\n', '</pre>', '<pre>'])(
  'paragraphs of many %j are read in linear time',
  (part) => {
    expectLinear((text) => void readParagraphs(text), part)
  },
)

it.each([
  ...['[code]', '[code]a[/code]', '[php]', '[gallery', '<!-- wp:a /-->'],
  ...['<!-- wp:syntaxhighlighter/code {', '<!-- wp:syntaxhighlighter/code {"language":"a"'],
])('a text of many %j is read in linear time', (part) => {
  const parts = { patterns: new Map(), findAttachment: () => undefined }
  expectLinear((text) => void readBlocks(text, false, parts), part)
})

it('code with a long gap is read in linear time', () => {
  const parts = { patterns: new Map(), findAttachment: () => undefined }
  expectLinear((gap) => void readBlocks(`[code]a${gap}b[/code]`, false, parts), ' ')
})

const readFirst = async (...items: string[]) => (await readWordPress(wxr(...items))).posts.next().value

it.each([
  ['Ann', 'ann'],
  ['ann.smith@mail.example.com', 'ann-smithmail-example-com'],
  [' Zoë  van_Dyk - 2*', 'zoe-van_dyk-2'],
  ['анна', undefined],
  ['@', undefined],
])('the page of an author is at the login as WordPress writes it: %s', async (login, slug) => {
  const fields = { title: 'A', 'content:encoded': 'x', link: 'https://old.example/a/', 'dc:creator': login }
  const [found] = (await readWordPress(wxr(post(1, fields)))).posts
  const pages = found?.archives.filter(({ shows }) => shows === 'author')
  expect(pages?.map(({ path }) => path)).toEqual(slug === undefined ? [] : [`/author/${slug}/`])
})

const part = (id: number, type: string, fields: Record<string, string>) =>
  item({ 'wp:post_id': String(id), 'wp:post_type': type, ...fields })

const meta = (key: string, value: string) =>
  item({ 'wp:meta_key': key, 'wp:meta_value': value }).replaceAll('item>', 'wp:postmeta>')

it('galleries show the images of the file', async () => {
  const content = '[gallery size="large" ids="7, 8"] [gallery ids="7,9"]'
  const image = (id: number) => ({ 'wp:attachment_url': `https://old.example/${id}.png` })
  const read = await readFirst(
    post(1, { title: 'A', 'content:encoded': content }),
    part(7, 'attachment', { ...image(7), 'excerpt:encoded': 'Tea &amp; <b>rope</b>' }),
    item(
      { 'wp:post_id': '8', 'wp:post_type': 'attachment', ...image(8) },
      meta('_wp_attachment_image_alt', 'B "c"'),
    ),
  )
  expect(read).toMatchObject({
    content:
      '![](https://old.example/7.png "Tea & rope")\n\n![B "c"](https://old.example/8.png)\n\n\\[gallery ids="7,9"\\]',
    problems: ['Shortcodes stay as text: gallery'],
  })
})

it('blocks of one comment get their content from elsewhere in the file, or are reported', async () => {
  const note = (id: string) => `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">1</a></sup>`
  const content = `<!-- wp:block {"ref":42} /--><!-- wp:block {"ref":43} /--><!-- wp:acf/hero {"a":"/-"} /-->
<!-- wp:paragraph --><p>Text${note('n-2')} and${note('n-1')}.</p><!-- /wp:paragraph --><!-- wp:footnotes /-->`
  const notes = [
    { id: 'n-1', content: 'One <em>note</em><br>b' },
    { id: 'n-2', content: 'Two' },
    { id: 'n-3', content: 'Three' },
  ]
  const pattern = '<!-- wp:paragraph --><p>Pattern</p><!-- /wp:paragraph --><!-- wp:block {"ref":42} /-->'
  const read = await readFirst(
    post(1, { title: 'A', 'content:encoded': content }, meta('footnotes', JSON.stringify(notes))),
    part(42, 'wp_block', { 'content:encoded': pattern }),
  )
  expect(read).toMatchObject({
    content: 'Pattern\n\nText[^2] and[^1].\n\n[^1]: One *note*  \n    b\n\n[^2]: Two',
    problems: ['Blocks whose content is not in the file are left out: synced pattern, acf/hero'],
  })
})

describe('a post that not every visitor could read', () => {
  const parts = 'Only members could read parts of it: it becomes a draft.'
  const hidden = 'Parts of it were hidden: it becomes a draft.'
  const all = 'Only members could read it: it becomes a draft.'
  const text = '<!-- wp:paragraph --><p>Tea</p><!-- /wp:paragraph -->'

  it.each([
    [
      `<!-- wp:premium-content/subscriber-view {"a":1} -->${text}<!-- /wp:premium-content/subscriber-view -->`,
      parts,
    ],
    [`${text}<!-- wp:jetpack/paywall /-->${text}`, parts],
    ['<!-- wp:group {"metadata":{"blockVisibility":false}} --><p>Tea</p><!-- /wp:group -->', hidden],
    ['<!-- wp:block {"ref":42} /-->', parts],
  ])('has such blocks: %s', async (content, problem) => {
    const pattern = `<!-- wp:jetpack/paywall /-->${text}`
    const read = await readFirst(
      post(1, { title: 'A', 'content:encoded': content }),
      part(42, 'wp_block', { 'content:encoded': pattern }),
    )
    expect(read?.published).toBe(false)
    expect(read?.problems).toContain(problem)
  })

  it.each([
    ['paid_subscribers', text, [all]],
    ['subscribers', `${text}<!-- wp:jetpack/paywall -->${text}`, [parts]],
    ['everybody', text, []],
    ['', '<!-- wp:group {"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}} -->Tea', []],
  ])('is for the audience %j', async (audience, content, problems) => {
    const fields = { title: 'A', 'content:encoded': content }
    const read = await readFirst(post(1, fields, meta('_jetpack_newsletter_access', audience)))
    expect(read).toMatchObject({ published: problems.length === 0, problems })
  })
})

it('synced patterns within each other do not grow without limit', async () => {
  const content = (id: number) => `<!-- wp:block {"ref":${id}} /-->`.repeat(100)
  const read = await readFirst(
    post(1, { title: 'A', 'content:encoded': content(2) }),
    ...[2, 3, 4, 5, 6, 7].map((id) => part(id, 'wp_block', { 'content:encoded': content(id + 1) })),
  )
  expect(read).toMatchObject({
    problems: ['Blocks whose content is not in the file are left out: synced pattern'],
  })
})

it('files that stay on the old site are linked there and reported', async () => {
  const link = (url: string) => `<a href="${url}">a</a> `
  const content = [
    ...['/wp-content/uploads/a.pdf', 'https://www.old.example/wp-content/uploads/b.zip?c'],
    ...['https://other.example/wp-content/uploads/d.pdf', '/wp-content/uploads/e.png', '/about'],
  ]
  const fields = { title: 'A', link: 'https://old.example/a/', 'content:encoded': content.map(link).join('') }
  expect(await readFirst(post(1, fields))).toMatchObject({
    content:
      '[a](https://old.example/wp-content/uploads/a.pdf) [a](https://www.old.example/wp-content/uploads/b.zip?c) [a](https://other.example/wp-content/uploads/d.pdf) [a](/wp-content/uploads/e.png) [a](/about)',
    problems: [
      'File not imported: /wp-content/uploads/a.pdf',
      'File not imported: https://www.old.example/wp-content/uploads/b.zip?c',
    ],
  })
})

it('what is not imported is counted by type and status', async () => {
  const comment = '<wp:comment><wp:comment_content>x</wp:comment_content></wp:comment>'
  const { problems } = await readWordPress(
    wxr(
      post(1, { title: 'A', 'content:encoded': 'x' }, comment.repeat(2)),
      ...['trash', 'archived', 'archived', 'auto-draft'].map((status, id) =>
        post(id + 2, { title: 'B', 'wp:status': status }),
      ),
      ...['page', 'product', 'product', 'nav_menu_item', 'attachment', 'wp_block'].map((type, id) =>
        part(id + 9, type, {}),
      ),
    ),
  )
  expect(problems).toEqual([
    'Pages are not imported, only posts: 1 left out.',
    'Other types of content are not imported: product (2).',
    'Posts in the trash are left out: 1.',
    'Posts with other statuses are left out: archived (2).',
    'Comments are not imported: 2.',
  ])
})

describe('the check of a file', () => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream('sqlite')
    token = await up.signIn()
    // Loads what the first check needs.
    await uploadImport(up, token, 'small.xml', new TextEncoder().encode(wxr(post(1, { title: 'A' }))))
  })
  afterAll(() => up.stop())

  it('leaves time for other requests', async () => {
    const html = '<p>Some <em>text</em> with a <a href="/link">link</a>.</p>\n'.repeat(100)
    const posts = Array.from({ length: 40 }, (_, id) =>
      post(id, { title: `Post ${id}`, 'content:encoded': html }),
    )
    const file = new TextEncoder().encode(wxr(...posts))
    let isChecked = false
    const check = uploadImport(up, token, 'large.xml', file).finally(() => (isChecked = true))
    const turns: number[] = []
    while (!isChecked) {
      const before = process.threadCpuUsage()
      await setImmediate()
      turns.push(process.threadCpuUsage(before).user)
    }
    expect((await check).checked.json.data.total).toBe(40)
    const total = turns.reduce((sum, turn) => sum + turn)
    // A single turn can be long by garbage collection alone, so the turns that carry the work are counted.
    expect(turns.filter((turn) => turn > total / 200).length).toBeGreaterThan(20)
  })
})
