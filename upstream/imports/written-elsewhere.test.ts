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

  const importFile = async (name: string, text: string) => {
    const { id, checked } = await uploadImport(up, token, name, new TextEncoder().encode(text))
    const reported: ImportPost[] = checked.json.data.posts
    await runImport(up, token, id, { publish: true })
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
    const [open, paid] = ['For everyone', 'For members'].map((title, index) => ({
      ...{ id: 41 + index, title, slug: title.toLowerCase().replace(' ', '-'), html: '<p>Text</p>' },
      ...{ visibility: ['public', 'paid'][index], ...published },
    }))
    const problems = await importGhost(open ?? {}, paid ?? {})
    expect(problems.get('For everyone')).toEqual([])
    expect(problems.get('For members')).toEqual(['Only members could read it: it becomes a draft.'])
    expect((await read('for-everyone')).published).toBe(true)
    expect((await read('for-members')).published).toBe(false)
  })
})
