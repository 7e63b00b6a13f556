import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ImportPost } from '#contract/imports.ts'
import { startUpstream, type TestUpstream } from '../testing/harness.ts'
import { runImport, uploadImport } from '../testing/transfer.ts'
import { post, wxr } from '../testing/wxr.ts'

const published = { status: 'published', type: 'post', published_at: '2023-01-02T03:04:05.000Z' }

describe('posts from other systems', () => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream('sqlite')
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const importFile = async (name: string, text: string, site = '') => {
    const { id, checked } = await uploadImport(up, token, name, new TextEncoder().encode(text))
    const reported: ImportPost[] = checked.json.data.posts
    await runImport(up, token, id, { publish: true, site })
    return new Map(reported.map(({ title, problems }) => [title, problems]))
  }
  const importGhost = (...posts: object[]) => importFile('ghost.json', JSON.stringify({ data: { posts } }))
  const read = async (slug: string, by = token) =>
    (await up.call('GET', `/api/blogs/${slug}`, { token: by })).json.data

  it('have the titles, tags and categories that WordPress shows', async () => {
    const terms =
      '<category domain="category"><![CDATA[Food &amp; drink]]></category><category domain="post_tag"><![CDATA[Q&amp;A]]></category>'
    const fields = {
      title: 'Fish &amp; chips &#8211; &lt;fresh&gt;',
      'wp:post_name': 'fish',
      'content:encoded': 'x',
    }
    await importFile('terms.xml', wxr(post(21, fields, terms)))
    expect(await read('fish')).toMatchObject({
      ...{ title: 'Fish & chips – <fresh>', tags: ['Q&A'], category: { name: 'Food & drink' } },
    })
  })

  it('keep the captions of their images', async () => {
    const photo = 'https://old.example/wp-content/uploads/photo'
    const content = `<!-- wp:image --><figure class="wp-block-image"><img src="${photo}-1024x683.jpg" alt="A photo"/><figcaption>The "first" <em>sail</em></figcaption></figure><!-- /wp:image -->
<!-- wp:image --><figure><a href="${photo}.jpg"><img src="${photo}-300x200.jpg" alt="Small"/></a><figcaption>Larger on click</figcaption></figure><!-- /wp:image -->
<!-- wp:image --><figure><img src="${photo}.jpg" alt="By"/><figcaption>By <a href="https://ann.example/">Ann</a></figcaption></figure><!-- /wp:image -->
<!-- wp:table --><figure><table><tbody><tr><td>1</td></tr></tbody></table><figcaption>Prices</figcaption></figure><!-- /wp:table -->`
    await importFile(
      'captions.xml',
      wxr(post(22, { title: 'Captions', 'wp:post_name': 'captions', 'content:encoded': content })),
    )
    expect((await read('captions')).content).toBe(`![A photo](${photo}-1024x683.jpg "The \\"first\\" sail")

[![Small](${photo}-300x200.jpg "Larger on click")](${photo}.jpg)

![By](${photo}.jpg)

By [Ann](https://ann.example/)

<table><tbody><tr><td>1</td></tr></tbody></table>

Prices`)
  })

  it('keep their links around several blocks in one line', async () => {
    const bookmark =
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://b.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">The *rig*</div><div class="kg-bookmark-description">All about it</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://b.example/icon.png"><span class="kg-bookmark-author">Ann</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://b.example/t.png"></div></a></figure>'
    const card =
      '<a href="https://c.example/"><h3>A card</h3><p>Its text</p></a><p>After <a href="https://d.example/"><b>bold</b></a></p>'
    await importGhost({ id: 31, title: 'Cards', slug: 'cards', html: bookmark + card, ...published })
    expect((await read('cards')).content).toBe(`[The \\*rig\\*](https://b.example/)

All about it

[A card Its text](https://c.example/)

After [**bold**](https://d.example/)`)
  })

  it('for members of a Ghost site become drafts', async () => {
    const [open, paid, draft] = ['For everyone', 'For members', 'Members later'].map((title, index) => ({
      ...{ id: 41 + index, title, slug: title.toLowerCase().replace(' ', '-'), html: '<p>Text</p>' },
      ...{ visibility: ['public', 'paid', 'members'][index], ...published },
    }))
    const problems = await importGhost(open ?? {}, paid ?? {}, { ...draft, status: 'draft' })
    expect(problems.get('For everyone')).toEqual([])
    expect(problems.get('For members')).toEqual(['Only members could read it: it becomes a draft.'])
    expect(problems.get('Members later')).toEqual(['Only members could read it.'])
    expect((await read('for-everyone')).published).toBe(true)
    expect((await read('for-members')).published).toBe(false)
  })

  it('of Ghost with blocks for members become drafts, and those with blocks for all do not', async () => {
    const toBlock = (params: string) =>
      `<p>Tea</p>\n<!--kg-gated-block:begin ${params} --><p>Rope</p><!--kg-gated-block:end-->`
    const problems = await importGhost(
      ...[
        'nonMember:false memberSegment:"status:-free"',
        'memberSegment:"status:free,status:-free" nonMember:false',
        'nonMember:true memberSegment:""',
      ].map((params, index) => ({
        ...{ id: 51 + index, title: `Gated ${index}`, slug: `gated-${index}`, html: toBlock(params) },
        ...{ visibility: 'public', ...published },
      })),
    )
    const parts = ['Only members could read parts of it: it becomes a draft.']
    expect([...problems.values()]).toEqual([parts, parts, []])
    const isPublic = async (index: number) => (await read(`gated-${index}`)).published
    expect(await Promise.all([0, 1, 2].map(isPublic))).toEqual([false, false, true])
  })

  it('of Ghost report what is not imported', async () => {
    const post = {
      ...{
        id: 'a',
        title: 'Lost',
        slug: 'lost',
        ...published,
        status: 'sent',
        codeinjection_foot: '<script>',
      },
      feature_image_caption: '<span>Photo by <a href="__GHOST_URL__/ann/">Ann</a></span>',
      html: `<p><a href="__GHOST_URL__/content/files/2024/a.pdf?x=1">A paper</a> <a href="https://other.example/content/files/b.pdf">B</a></p>
<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="__GHOST_URL__/content/media/2024/v.mp4"></video><div class="kg-video-overlay"><button><svg><path d=""/></svg></button></div><div class="kg-video-player-container"><div class="kg-video-player"><span>0:00</span>/<span>0:12</span><button class="kg-video-playback-rate">1×</button></div></div></div></figure>
<div class="kg-card kg-signup-card"><h2>Join</h2><p>Email sent! Check your inbox</p></div>
<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="__GHOST_URL__/content/files/c.pdf"><div class="kg-file-card-title">Paper</div><div class="kg-file-card-icon"><svg><title>download-circle</title></svg></div></a></div>`,
    }
    const authors = {
      users: ['Ann', 'Bob', 'Cy'].map((name) => ({ id: name, name })),
      posts_authors: ['Cy', 'Ann', 'Bob'].map((name) => ({
        ...{ post_id: 'a', author_id: name, sort_order: ['Ann', 'Bob', 'Cy'].indexOf(name) },
      })),
    }
    const text = JSON.stringify({ data: { posts: [post], ...authors } })
    const problems = await importFile('lost.json', text, 'https://old.example')
    expect(problems.get('Lost')).toEqual([
      'Only its first author is kept, without Bob, Cy.',
      'The caption of its cover is left out: Photo by [Ann](/ann/)',
      'Its code injection is left out.',
      'Its sign-up form is left out.',
      'It was only sent as an e-mail: it becomes a draft.',
      'Video, audio and embeds become links: 1.',
      'File not imported: /content/files/2024/a.pdf?x=1',
      'File not imported: /content/media/2024/v.mp4',
      'File not imported: /content/files/c.pdf',
    ])
    expect(await read('lost')).toMatchObject({
      published: false,
      content: `[A paper](https://old.example/content/files/2024/a.pdf?x=1) [B](https://other.example/content/files/b.pdf)

[/content/media/2024/v.mp4](https://old.example/content/media/2024/v.mp4)

[Paper](https://old.example/content/files/c.pdf)`,
    })
  })

  it('of Ghost have no hidden images of its players', async () => {
    const html =
      '<p>Listen</p><div class="kg-card kg-audio-card"><img src="https://old.example/a.png" alt="audio-thumbnail" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-thumbnail placeholder"><svg></svg></div><div class="kg-audio-player-container"><audio src="https://old.example/a.mp3"></audio><div class="kg-audio-title">Episode</div><div class="kg-audio-player"><span>0:00</span></div></div></div>'
    await importGhost({ id: 'h', title: 'Heard', slug: 'heard', html, ...published })
    expect((await read('heard')).content).toBe(
      'Listen\n\n[https://old.example/a.mp3](https://old.example/a.mp3)\n\nEpisode',
    )
  })

  it('of Ghost whose text is only in the format of an editor are named', async () => {
    const lexical = '{"root":{"children":[{"children":[{"text":"A","type":"extended-text"}]}]}}'
    const mobiledoc = '{"version":"0.3.1","cards":[],"sections":[[1,"p",[[0,[],0,"A"]]]]}'
    const empty = '{"version":"0.3.1","cards":[],"sections":[[1,"p",[]]]}'
    const problems = await importGhost(
      { id: 'l', title: 'Lexical', slug: 'l', html: null, lexical, ...published },
      { id: 'm', title: 'Mobiledoc', slug: 'm', html: null, mobiledoc, ...published },
      { id: 'n', title: 'Empty', slug: 'n', html: null, mobiledoc: empty, ...published },
    )
    const only = (field: string) =>
      `Its text is only in “${field}”, but imports read “html”: save it in Ghost and export again.`
    expect([...problems.values()]).toEqual([[only('lexical')], [only('mobiledoc')], ['Content is required']])
  })

  it('keep the footnotes of Markdown cards', async () => {
    const html = `<p>Tea<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup> and rope<sup class="footnote-ref"><a href="#fn2" id="fnref2">[2]</a></sup>, 2<sup>3</sup>, <sup><a href="#fn9">4</a></sup></p>
<hr class="footnotes-sep"><section class="footnotes"><ol class="footnotes-list"><li id="fn1" class="footnote-item"><p>Green <a href="#fnref1" class="footnote-backref">↩︎</a></p></li>
<li id="fn2" class="footnote-item"><p>Hemp</p><p>Or <em>manila</em> <a href="#fnref2" class="footnote-backref">↩︎</a></p></li></ol></section>`
    await importGhost({ id: 'f', title: 'Noted', slug: 'noted', html, ...published })
    expect((await read('noted')).content)
      .toBe(`Tea[^1] and rope[^2], 2<sup>3</sup>, <sup><a href="#fn9">4</a></sup>

[^1]: Green

[^2]: Hemp

    Or *manila*`)
  })
})
