import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { ImportPost } from '#contract/imports.ts'
import { startUpstream, type TestUpstream } from '../testing/harness.ts'
import { runImport, uploadImport } from '../testing/transfer.ts'
import { zip } from '../testing/zip.ts'

describe('files of a generator', () => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream('sqlite')
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const importFiles = async (files: Record<string, string | Buffer>, { isFlagged = true } = {}) => {
    const bytes = zip(Object.entries(files).map(([path, content]) => ({ path, content, isFlagged })))
    const { id, checked } = await uploadImport(up, token, 'site.zip', bytes)
    expect(checked.json.data).toMatchObject({ format: 'markdown' })
    await runImport(up, token, id, { publish: true })
    const posts: ImportPost[] = checked.json.data.posts
    const problems: string[] = checked.json.data.problems
    return { problems, posts: posts.map((post) => [post.title, ...post.problems].join(' – ')) }
  }
  const read = async (slug: string) => (await up.call('GET', `/api/blogs/${slug}`, { token })).json.data
  const file = (title: string, ...lines: string[]) => `---\ntitle: ${title}\n${lines.join('\n')}\n---\nText`
  const picture = (width: number) =>
    sharp({ create: { width, height: 60, channels: 3, background: '#c33' } })
      .png()
      .toBuffer()
  const notAPost = 'Pages are not imported, only posts.'

  it('that are pages, templates or of other formats are no posts of Hugo', async () => {
    const { posts, problems } = await importFiles({
      'site/hugo.toml': '',
      'site/content/about.md': file('About'),
      'site/content/contact/index.md': file('Contact'),
      'site/content/404.md': file('Missing', 'date: 2020-01-02'),
      'site/content/dated.md': file('Dated', 'date: 2020-01-02'),
      'site/content/posts/page.md': file('A page', 'type: page'),
      'site/content/posts/undated.md': file('Undated'),
      'site/content/posts/themes/vendor/kept.md': file('Kept'),
      'site/content/posts/old.org': '#+title: Old',
      'site/content/posts/new.ADOC': '= New',
      'site/content/widget.html': '<p>Widget</p>',
      'site/content/_index.de.md': file('List'),
      'site/themes/x/README.md': '# Theme',
      'site/themes/x/exampleSite/content/post/goldmark.md': file('Example'),
      'site/archetypes/default.md': file('Template'),
    })
    expect(posts).toEqual([
      `Missing – ${notAPost}`,
      `About – ${notAPost}`,
      `Contact – ${notAPost}`,
      'Dated',
      `A page – ${notAPost}`,
      'Kept',
      'Undated',
    ])
    expect(problems).toEqual([
      'Files of themes and templates are left out: 2.',
      'Only Markdown and HTML files are imported. Left out: 1 .org, 1 .adoc.',
    ])
  })

  it('may be in a folder with the name of one for templates', async () => {
    const { posts, problems } = await importFiles({
      'content/blog/themes/dark.md': file('Dark theme'),
      'content/blog/vendor/light.md': file('Light theme'),
    })
    expect([posts, problems]).toEqual([['Dark theme', 'Light theme'], []])
  })

  it('of Jekyll can be HTML', async () => {
    const html =
      '<p>A <em>cup</em> of <a href="{{ site.baseurl }}{% post_url 2020-01-02-old_tea %}">tea</a></p>\n{% include x.html %}'
    const { posts } = await importFiles({
      '_config.yml': '',
      'feed.xml': '<feed />',
      'about.md': file('About'),
      '_pages/links.md': file('Links'),
      '_tabs/tags.md': file('Tags'),
      '_layouts/post.html': '---\nlayout: default\n---\n<div></div>',
      '_posts/2020-01-02-old_tea.html': `---\ntitle: Old tea\n---\n${html}`,
      '_posts/2020-01-04-leaf.md': file('Leaf', 'layout: page'),
      '_posts/2020-01-03-raw.html': '<p>No front matter</p>',
    })
    expect(posts).toEqual([
      `Links – ${notAPost}`,
      'Old tea – Shortcodes stay as text: include',
      'Leaf',
      `Tags – ${notAPost}`,
      `About – ${notAPost}`,
    ])
    expect((await read('old-tea')).content).toBe('A *cup* of [tea](/blog/old-tea)\n\n{% include x.html %}')
  })

  it('of Hugo can be scheduled or expired', async () => {
    const { posts } = await importFiles({
      'content/posts/rope.md': file('Rope', 'date: 2020-01-02', 'publishDate: 2999-05-06'),
      'content/posts/sail.md': file('Sail', 'date: 2020-01-02', 'expiryDate: 2021-05-06'),
      'content/posts/flag.md': file('Flag', 'date: 2020-01-02', 'expiryDate: 2999-05-06'),
    })
    expect(posts).toEqual([
      'Flag',
      'Rope – It was scheduled: it becomes a draft, planned for May 6, 2999.',
      'Sail – It expired on May 6, 2021: it becomes a draft.',
    ])
    expect(await read('rope')).toMatchObject({ published: false, plannedFor: '2999-05-06' })
    expect(await read('sail')).toMatchObject({ published: false, unpublishAt: null })
    expect(await read('flag')).toMatchObject({ published: true, unpublishAt: '2999-05-06T04:00:00.000Z' })
  })

  it('link to each other by their paths', async () => {
    const body = `[a](./tea.mdx) [b](../old/2020-01-02-Big%20rope.md#knots) [c](../tea/?x=1) [d](blog/tea.mdx) [e](/blog/tea.mdx)
[f](none.md) [h](https://a.example/tea.md) [[Tea]] [[old/2020-01-02-big rope#Knots|rope]] [[Tea\\|t]] [[Gone]]`
    const { posts } = await importFiles({
      'src/blog/cup.md': `---\ntitle: Cup\n---\n${body}`,
      'src/blog/tea.mdx': file('Tea', 'slug: green-tea'),
      'src/old/2020-01-02-Big rope.md': file('Big rope'),
    })
    expect(posts[0]).toBe('Cup – Links to notes that are not in the file become text: Gone')
    const [tea, rope] = ['/blog/green-tea', '/blog/big-rope']
    expect((await read('cup')).content).toBe(
      `[a](${tea}) [b](${rope}#knots) [c](${tea}?x=1) [d](${tea}) [e](${tea})
[f](none.md) [h](https://a.example/tea.md) [Tea](${tea}) [rope](${rope}#Knots) [t](${tea}) Gone`,
    )
  })

  it('link to the headings of each other', async () => {
    const teapot = '## What’s new?\n\n## Brewing\n\n### Brewing\n\n`Text`'
    const body =
      '[a](teapot.md#whats-new) [b](teapot.md#brewing-1) [c](teapot.md#none) [d](#end) [[Teapot#Brewing]] [[Teapot#Brewing#What’s new?]]'
    await importFiles({
      'teacup.md': `---\ntitle: Teacup\n---\n${body}`,
      'teapot.md': `---\ntitle: Teapot\n---\n${teapot}`,
    })
    const path = '/blog/teapot'
    expect((await read('teacup')).content).toBe(
      `[a](${path}#section-what-s-new) [b](${path}#section-brewing-2) [c](${path}#none) [d](#end) [Teapot > Brewing](${path}#section-brewing) [Teapot > Brewing > What’s new?](${path}#section-what-s-new)`,
    )
  })

  it('of HTML have the ids of their headings', async () => {
    await importFiles({
      '_config.yml': '',
      '_posts/2020-01-02-kettle.md': '---\ntitle: Kettle\n---\n[a](/old-kettle/#kap-1)',
      '_posts/2020-01-03-old-kettle.html':
        '---\ntitle: Old kettle\npermalink: /old-kettle/\n---\n<h2 id="kap-1">First chapter</h2><p>Text</p>',
    })
    expect((await read('kettle')).content).toBe('[a](/blog/old-kettle#section-first-chapter)')
  })

  it('without front matter become drafts', async () => {
    const { posts } = await importFiles({
      'notes/Loose leaf.md': '\ufeff# Loose leaf\n\n---\n\nText',
      'notes/SECURITY.md': 'Text',
      'notes/open.md': '---\ntitle: Open',
    })
    expect(posts).toEqual([
      'Loose leaf – It has no front matter: it becomes a draft.',
      'notes/open.md – The file has no front matter.',
    ])
    expect(await read('loose-leaf')).toMatchObject({ published: false, content: '---\n\nText' })
  })

  it('of a site in a folder of its domain link to each other', async () => {
    const content = '[a]({{ site.baseurl }}/Tea.html) [b]({{ "/Tea.html" | relative_url }}) {{ site.url }}/c'
    await importFiles({
      '_config.yml': 'url: https://ann.example\nbaseurl: /notes\npermalink: /:title.html',
      '_posts/2020-02-03-Tea.md': file('Tea of notes', 'slug: Tea', 'tags: posts leaf'),
      '_posts/2020-02-04-base.md': `---\ntitle: Base\n---\n${content}`,
    })
    expect((await read('base')).content).toBe('[a](/blog/tea) [b](/blog/tea) /c')
    expect((await read('tea')).tags).toEqual(['leaf'])
  })

  it('find their images in the folder that the front matter names', async () => {
    const { posts } = await importFiles({
      '_posts/2020-02-05-one.md':
        '---\ntitle: One\nmedia_subpath: /img/one/\n---\n![A](a.png) ![B](/img/two/a.png)',
      'img/two/a.png': await picture(80),
      'img/one/a.png': await picture(90),
    })
    expect(posts).toEqual(['One'])
    const { images } = await read('one')
    expect(images.map(({ width }: { width: number }) => width)).toEqual([90, 80])
  })

  it.each([true, false])('of macOS have decomposed names, marked as UTF-8: %s', async (isFlagged) => {
    const decomposed = (path: string) => path.normalize('NFD')
    const [tea, size] = [`Käse ${isFlagged}`, `Größe ${isFlagged}`]
    const text = `[[${size}]] [a](./${encodeURIComponent(size)}.md) ![A](Gr%C3%B6%C3%9Fe.png) ![B](${decomposed('Brühe.png')}) ![[Öl.png]]`
    const { posts, problems } = await importFiles(
      {
        [decomposed(`notes/${tea}.md`)]: `---\ntitle: ${tea}\ncover: /img/Süß.png\n---\n${text}`,
        [decomposed(`notes/${size}.md`)]: file(size),
        [decomposed('notes/Größe.png')]: await picture(70),
        [decomposed('notes/Brühe.png')]: await picture(80),
        [decomposed('img/Öl.png')]: await picture(90),
        [decomposed('img/Süß.png')]: await picture(100),
      },
      { isFlagged },
    )
    expect({ posts, problems }).toEqual({ posts: [size, tea], problems: [] })
    const post = await read(`kase-${isFlagged}`)
    expect(post.content).toContain(`[${size}](/blog/grosse-${isFlagged}) [a](/blog/grosse-${isFlagged})`)
    expect(post).toMatchObject({ cover: { width: 100 } })
    expect(post.images.map(({ width }: { width: number }) => width)).toEqual([70, 80, 90])
  })

  it('take a cover from the folder of the page', async () => {
    const { posts } = await importFiles({
      'content/posts/bundle/index.md': file('Bundle'),
      'content/posts/bundle/featured-sail.png': await picture(90),
      'content/posts/shown/index.md': `---\ntitle: Shown\n---\n![A](cover.png)`,
      'content/posts/shown/cover.png': await picture(90),
    })
    expect(posts).toEqual(['Bundle', 'Shown'])
    expect(await read('bundle')).toMatchObject({ cover: { width: 90 } })
    expect((await read('shown')).cover).toBeNull()
  })

  it('may have spaces after the marks of the front matter, and several authors', async () => {
    const text = '--- \t\ntitle: Spaces\nauthors: [Ann, { name: Bob }]\n---  \nText'
    expect((await importFiles({ 'a.md': text })).posts).toEqual([
      'Spaces – Only its first author is kept, without Bob.',
    ])
    expect((await read('a')).content).toBe('Text')
  })

  it('can have angle brackets and quotation marks in the attributes of a tag', async () => {
    const tag = `<img title='1" > 2"' alt="Settings > General"`
    const { posts } = await importFiles({
      'tags.md': `---\ntitle: Tags\n---\n${tag} src="nut.png">\n\n${tag} src="https://img.invalid/bolt.png">`,
      'nut.png': await picture(70),
    })
    expect(posts).toEqual(['Tags – On another server: https://img.invalid/bolt.png'])
    expect((await read('tags')).images).toMatchObject([{ width: 70 }])
  })

  it('can have unbalanced quotation marks in a tag, and invisible tags', async () => {
    const { posts } = await importFiles({
      'marks.md': `---\ntitle: Marks\ntags: ["rope", "\\u200b"]\n---\n<img alt="The 5" hull" src="hull.png">\n\n<img alt=Ann's src="ann.png">`,
      'hull.png': await picture(71),
      'ann.png': await picture(72),
    })
    expect(posts).toEqual(['Marks'])
    const { images, tags } = await read('marks')
    expect(images).toMatchObject([{ width: 71 }, { width: 72 }])
    expect(tags).toEqual(['rope'])
  })

  it('keep code and footnotes as they are', async () => {
    const code = [
      '<pre><code>&lt;img src="pic.png"&gt; &lt;a href="q2.md"&gt; [m](q2.md)</code></pre>',
      'Shown: &lt;img src="pic.png"&gt;',
      '1. A\n\n   ```\n   ![m](pic.png)\n   ```',
      '> ```\n> [m](q2.md)\n> ```',
      'Note[^1] and[^2].\n\n[^1]: q2.md is the file.\n[^2]: pic.png is the picture.',
    ].join('\n\n')
    const { posts } = await importFiles({
      'q2.md': file('Second'),
      'code.md': `---\ntitle: Code\n---\n${code}`,
      'pic.png': await picture(110),
      'live.md': `---\ntitle: Live\n---\n<code>[m](q2.md)</code>\n\n<pre><a href="q2.md">m</a></pre>\n\n<a data-src="pic.png" href="q2.md">m</a>`,
    })
    expect(posts).toEqual(['Code', 'Live', 'Second'])
    expect((await read('code')).content).toBe(code)
    expect((await read('live')).content).toMatch(
      /^<code>\[m\]\(\/blog\/q2\)<\/code>\n\n<pre><a href="\/blog\/q2">m<\/a><\/pre>\n\n<a data-src="\/api\/media\/\S+" href="\/blog\/q2">m<\/a>$/,
    )
  })
})
