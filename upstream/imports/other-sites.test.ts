import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ImportPost } from '#contract/imports.ts'
import { imageFile, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { runImport, uploadImport } from '../testing/transfer.ts'
import { item, post, wxr } from '../testing/wxr.ts'
import { zip } from '../testing/zip.ts'

const classic = `First paragraph
with a second line.

<!--more-->
[caption id="a" width="300"]<a href="https://old.example/x"><img src="https://old.example/wp-content/uploads/2019/03/a-300x200.png" alt="A"></a> A caption[/caption]

<pre>one

two</pre>

[gallery ids="1,2"] and <strong>bold</strong> & 1 < 2.`

const blocks = `<!-- wp:heading --><h2 class="wp-block-heading">Title</h2><!-- /wp:heading -->
<!-- wp:paragraph --><p>Hello <a href="https://old.example/b">there</a>.</p><!-- /wp:paragraph -->
<!-- wp:code --><pre class="wp-block-code"><code>a &lt; b</code></pre><!-- /wp:code -->
<!-- wp:table --><figure><table><tbody><tr><td>1</td></tr></tbody></table></figure><!-- /wp:table -->`

const due = { 'wp:post_date_gmt': '2999-05-06 07:08:09' }

const picture = async () => new Uint8Array(await (await imageFile('png', 500, 300)).arrayBuffer())

describe('an import', () => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream('sqlite')
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const check = async (name: string, bytes: Uint8Array<ArrayBuffer> | string) => {
    const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
    const { id, checked } = await uploadImport(up, token, name, content)
    expect(checked.json).toMatchObject({ data: { checked: true } })
    const { data } = checked.json
    return {
      id,
      report: data,
      posts: new Map<string, ImportPost>(data.posts.map((entry: ImportPost) => [entry.title, entry])),
    }
  }
  const meta = (fields: Record<string, string>) =>
    Object.entries(fields)
      .map(([key, value]) => item({ 'wp:meta_key': key, 'wp:meta_value': value }))
      .join('')
      .replaceAll('item>', 'wp:postmeta>')
  const read = async (slug: string) => (await up.call('GET', `/api/blogs/${slug}`, { token })).json.data

  it('of WordPress turns HTML into Markdown and takes uploads from the archive', async () => {
    const thumbnail =
      '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>'
    const categories =
      '<category domain="category" nicename="c">Travel &amp; food</category><category domain="post_tag" nicename="t">Tag one</category><category domain="category">Other</category>'
    const describe = (name: string, slug: string) =>
      item({
        ...{ 'wp:category_nicename': slug, 'wp:category_parent': '', 'wp:cat_name': name },
        'wp:category_description': `Where we <em>ate</em>. ${'⚓️🥐'.repeat(99)}`,
      }).replaceAll('item>', 'wp:category>')
    const xml = wxr(
      describe('Travel &amp; food', 'travels'),
      describe('Unused', 'unused'),
      post(
        1,
        {
          title: 'Classic & old',
          'wp:post_name': 'Classic_Old',
          link: 'https://www.old.example/b/',
          'content:encoded': classic,
          'excerpt:encoded': 'Short.',
        },
        thumbnail + categories,
      ),
      post(2, {
        title: 'Blocks',
        'wp:post_name': 'blocks',
        'content:encoded': blocks,
        'wp:status': 'private',
        'dc:creator': 'bob',
      }),
      post(3, { title: 'A page', 'wp:post_type': 'page', 'content:encoded': 'x' }),
      post(4, { title: 'Trashed', 'wp:status': 'trash', 'content:encoded': 'x' }),
      post(6, { title: 'Protected', 'wp:post_password': 'secret', 'content:encoded': 'x' }),
      post(5, { title: 'Deep', 'content:encoded': '<div>'.repeat(300) }),
      item({
        ...{ 'wp:post_id': '9', 'wp:post_type': 'attachment', 'wp:status': 'inherit' },
        'wp:attachment_url': 'https://old.example/wp-content/uploads/2019/03/cover.png',
      }),
    )
    const files = [
      { path: 'export.xml', content: xml },
      { path: 'uploads/2019/03/a-300x200.png', content: await picture() },
      { path: 'uploads/2019/03/cover.png', content: await picture() },
    ]
    const { id, report, posts } = await check('wordpress.zip', zip(files))
    expect(report).toMatchObject({
      ...{ format: 'wordpress', total: 4, images: 2 },
      problems: ['Pages are not imported, only posts: 1 left out.', 'Posts in the trash are left out: 1.'],
    })
    expect(posts.get('Classic & old')).toMatchObject({
      ...{ slug: 'classic-old', published: true, author: { name: 'Editorial team', source: 'Ann Old' } },
      problems: ['Shortcodes stay as text: gallery'],
    })
    expect(posts.get('Blocks')).toMatchObject({
      published: false,
      author: { name: 'Editorial team', source: 'bob' },
      problems: ['It was private: it becomes a draft.'],
    })
    expect(posts.get('Protected')).toMatchObject({
      ...{ published: false, problems: ['A password protected it: it becomes a draft.'] },
    })
    expect(posts.get('Deep')?.plan).toBe('invalid')
    const { outcomes } = await runImport(up, token, id, { publish: true })
    expect(outcomes).toEqual({ imported: 3, skipped: 0, failed: 1 })
    const first = await read('classic-old')
    const [{ url }] = first.images
    expect(first.content).toBe(`First paragraph  
with a second line.

[![A](${url} "A caption")](https://old.example/x)

\`\`\`
one

two
\`\`\`

\\[gallery ids="1,2"\\] and **bold** & 1 < 2.`)
    expect(first).toMatchObject({
      ...{ published: true, createdAt: '2019-03-04T05:06:07.000Z', excerpt: 'Short.' },
      ...{ tags: ['Tag one', 'Other'], category: { name: 'Travel & food' }, cover: { width: 500 } },
    })
    const described = (await up.call('GET', '/api/categories', { token })).json.data
    expect(described).toEqual([
      expect.objectContaining({
        name: 'Travel & food',
        slug: 'travels',
        description: expect.stringMatching(/^Where we ate\. ⚓/),
      }),
    ])
    expect((await read('blocks')).content).toBe(
      '## Title\n\nHello [there](/blog/classic-old).\n\n```\na < b\n```\n\n<table><tbody><tr><td>1</td></tr></tbody></table>',
    )
    const again = await check('wordpress.xml', xml)
    expect(again.report.plans).toMatchObject({ existing: 3, new: 0 })
  })

  it('of WordPress may have a text file beside it', async () => {
    const xml = wxr(post(41, { title: 'Beside', 'content:encoded': 'x' }))
    const files = { 'export.xml': xml, 'README.md': '# Read me' }
    const { report } = await check(
      'beside.zip',
      zip(Object.entries(files).map(([path, content]) => ({ path, content }))),
    )
    expect(report).toMatchObject({ format: 'wordpress', total: 1 })
  })

  it('of WordPress keeps the texts of Yoast SEO and Rank Math', async () => {
    const yoast = meta({
      _yoast_wpseo_title: '%%title%% %%page%% %%sep%% %%sitename%%',
      _yoast_wpseo_metadesc: 'Save 20% or 30%.',
      _yoast_wpseo_canonical: 'https://old.example/canonical',
      '_yoast_wpseo_meta-robots-noindex': '1',
      '_yoast_wpseo_opengraph-title': 'For networks',
      '_yoast_wpseo_opengraph-image': 'https://old.example/wp-content/uploads/og.png',
    })
    const rankMath = meta({
      rank_math_title: 'Tea %sep% %title%',
      rank_math_description: 'Since %currentyear%',
      rank_math_robots: 'a:1:{i:0;s:7:"noindex";}',
      rank_math_twitter_description: '%excerpt%',
    })
    const text = { 'content:encoded': 'x', 'excerpt:encoded': 'Short.' }
    const { id, posts } = await check(
      'seo.xml',
      wxr(
        post(11, { title: 'With Yoast', 'wp:post_name': 'with-yoast', ...text }, yoast),
        post(12, { title: 'With Rank Math', 'wp:post_name': 'with-rank-math', ...text }, rankMath),
      ),
    )
    expect(posts.get('With Yoast')?.problems).toEqual([
      'On another server: https://old.example/wp-content/uploads/og.png',
    ])
    expect(posts.get('With Rank Math')?.problems).toEqual([
      'The search description has variables, so it is left out: Since %currentyear%',
    ])
    const done = await runImport(up, token, id)
    expect(done.posts[0]?.problems).toEqual([
      'Share image not found in the file: https://old.example/wp-content/uploads/og.png',
    ])
    expect((await read('with-yoast')).seo).toEqual({
      ...{ title: 'With Yoast - Old', description: 'Save 20% or 30%.', noindex: true },
      ...{ canonical: 'https://old.example/canonical', shareTitle: 'For networks' },
    })
    expect((await read('with-rank-math')).seo).toEqual({
      ...{ title: 'Tea - With Rank Math', noindex: true, shareDescription: 'Short.' },
    })
  })

  it('of WordPress rejects a document type and broken XML', async () => {
    for (const xml of [
      `<!DOCTYPE rss [<!ENTITY a "b">]>${wxr()}`,
      wxr(post(1, { title: 'x' })).replace('</channel>', ''),
      wxr(),
    ]) {
      const { checked } = await uploadImport(up, token, 'a.xml', new TextEncoder().encode(xml))
      expect([checked.status, typeof checked.json.error]).toEqual([422, 'string'])
    }
  })

  it('of Ghost keeps tags, authors and links between posts', async () => {
    const base = { status: 'published', type: 'post', published_at: '2023-01-02T03:04:05.000Z' }
    const data = {
      posts: [
        {
          ...{
            id: 'a1',
            uuid: 'u1',
            title: 'Ghost one',
            slug: 'ghost-one',
            custom_excerpt: 'E',
            canonical_url: '__GHOST_URL__/ghost-two/',
            meta_title: 'Older',
            meta_description: 'Found here',
            feature_image: '__GHOST_URL__/content/images/2023/01/c.png',
          },
          html: '<p>See <a href="__GHOST_URL__/ghost-two/">two</a>.</p><figure><img src="__GHOST_URL__/content/images/2023/01/i.png" alt="I"></figure>',
          ...base,
        },
        { id: 2, title: 'Ghost two', slug: 'ghost-two', html: '<p>Two</p>', ...base, status: 'draft' },
        { id: 3, title: 'About', slug: 'about', html: '<p>x</p>', ...base, type: 'page' },
        { id: 4, title: 'Nothing', slug: 'nothing', html: null, ...base },
      ],
      tags: [
        { id: 't1', name: 'Second' },
        { id: 't2', name: 'First' },
        { id: 't3', name: '#internal' },
      ],
      posts_tags: [
        { post_id: 'a1', tag_id: 't1', sort_order: 1 },
        { post_id: 'a1', tag_id: 't2', sort_order: 0 },
        { post_id: 'a1', tag_id: 't3', sort_order: 2 },
      ],
      users: [{ id: 'x', name: 'Ann', email: 'admin@example.com' }],
      posts_authors: [{ post_id: 'a1', author_id: 'x', sort_order: 0 }],
      posts_meta: [
        {
          ...{ post_id: 'a1', feature_image_alt: 'C', meta_title: 'For search', meta_description: 'Found' },
          ...{ twitter_title: 'For X', og_description: 'Shared', twitter_description: 'Not used' },
          og_image: '__GHOST_URL__/content/images/2023/01/i.png',
        },
      ],
    }
    const files = [
      { path: 'site/ghost.json', content: JSON.stringify({ db: [{ meta: {}, data }] }) },
      { path: 'site/content/images/2023/01/c.png', content: await picture() },
      { path: 'site/content/images/2023/01/i.png', content: await picture() },
    ]
    const { id, report, posts } = await check('ghost.zip', zip(files))
    expect(report).toMatchObject({ format: 'ghost', total: 3, plans: { new: 2, invalid: 1 } })
    expect(posts.get('Nothing')?.problems).toEqual(['Content is required'])
    await runImport(up, token, id, { publish: true })
    const one = await read('ghost-one')
    expect(one).toMatchObject({
      ...{
        published: true,
        publishedAt: '2023-01-02T03:04:05.000Z',
        tags: ['First', 'Second'],
        excerpt: 'E',
      },
      cover: { alt: 'C', width: 500 },
      seo: {
        ...{ title: 'For search', description: 'Found', canonical: '/blog/ghost-two' },
        ...{ shareTitle: 'For X', shareDescription: 'Shared', image: one.images[0].url },
      },
    })
    expect(one.content).toBe(`See [two](/blog/ghost-two).\n\n![I](${one.images[0].url})`)
    expect((await read('ghost-two')).published).toBe(false)
  })

  it.each([
    [
      'wordpress.xml',
      wxr(
        post(61, { title: 'Open', 'content:encoded': 'x' }),
        post(62, { title: 'Due', 'content:encoded': 'x', 'wp:status': 'future', ...due }),
        post(63, { title: 'Closed', 'content:encoded': 'x', 'wp:post_password': 'secret' }),
        post(64, { title: 'Own', 'content:encoded': 'x', 'wp:status': 'private' }),
        post(65, { title: 'Draft', 'content:encoded': 'x', 'wp:status': 'draft', ...due }),
      ),
      { Open: 'published', Due: 'scheduled', Closed: 'restricted', Own: 'restricted', Draft: 'draft' },
    ],
    [
      'ghost.json',
      JSON.stringify({
        data: {
          posts: [
            { id: 61, title: 'Open', html: 'x', status: 'published' },
            { id: 62, title: 'Due', html: 'x', status: 'scheduled', published_at: '2999-05-06' },
            { id: 63, title: 'Closed', html: 'x', status: 'published', visibility: 'paid' },
            { id: 64, title: 'Sent', html: 'x', status: 'sent' },
            { id: 65, title: 'Draft', html: 'x', status: 'draft', visibility: 'paid' },
          ],
        },
      }),
      { Open: 'published', Due: 'scheduled', Closed: 'restricted', Sent: 'sent', Draft: 'draft' },
    ],
    [
      'posts.zip',
      zip(
        Object.entries({
          Open: 'date: 2020-01-02',
          Due: 'publishDate: 2999-05-06',
          Own: `id: ${crypto.randomUUID()}\npublished: false\npublishAt: 2999-05-06T07:08:09.000Z`,
          Over: 'expiryDate: 2021-05-06',
          Draft: 'draft: true\npublishDate: 2999-05-06',
        }).map(([title, fields]) => ({
          ...{ path: `posts/${title}.md`, content: `---\ntitle: ${title}\n${fields}\n---\n\nText\n` },
        })),
      ),
      { Open: 'published', Due: 'scheduled', Own: 'scheduled', Over: 'expired', Draft: 'draft' },
    ],
  ])('has the status of each post in the file %s', async (name, file, expected) => {
    const { posts } = await check(name, file)
    const statuses = [...posts].map(([title, { status }]) => [title, status])
    expect(Object.fromEntries(statuses)).toEqual(expected)
  })
})
