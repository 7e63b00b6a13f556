import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { expectLinear } from '#contract/testing/linear.ts'
import { startUpstream, type TestUpstream } from '../testing/harness.ts'
import { uploadImport } from '../testing/transfer.ts'
import { post, wxr } from '../testing/wxr.ts'
import { toPlainLine } from './wordpress-text.ts'
import { readWordPress } from './wordpress.ts'

const read = async (fields: Record<string, string>) =>
  (await readWordPress(wxr(post(1, fields)))).posts.next().value

describe('a post of the classic editor', () => {
  it.each([
    ['<pre>a\n\n\nb</pre>\n\nText\n\nMore', '```\na\n\n\nb\n```\n\nText\n\nMore'],
    ['Text\n\n<PRE>a\n\nb</PRE>\n\n<pre>c</pre>', 'Text\n\n```\na\n\nb\n```\n\n```\nc\n```'],
  ])('has code and paragraphs: %j', async (html, content) => {
    expect((await read({ title: 'A', 'content:encoded': html }))?.content).toBe(content)
  })
})

it('shortcodes are reported by the names that they have in WordPress', async () => {
  const content = '<p>[vc_row css=".a{}"] [contact_form] [gallery]</p>'
  expect((await read({ title: 'A', 'content:encoded': content }))?.problems).toEqual([
    'Shortcodes stay as text: vc_row, contact_form, gallery',
  ])
})

it('titles and excerpts are plain text', async () => {
  const fields = {
    title: 'The <em class="a">first</em> of 3 < 4<br>&lt;b&gt; snake_case',
    'excerpt:encoded': '<!-- wp:x --><p>Use snake_case &amp; [brackets].</p>\n<p>1 < 2 <b>bold</b></p>',
  }
  expect(await read(fields)).toMatchObject({
    title: 'The first of 3 < 4 <b> snake_case',
    excerpt: 'Use snake_case & [brackets]. 1 < 2 bold',
  })
})

it.each(['<', '<p', '<a b'])('a title of many %j is read in linear time', (part) => {
  expectLinear((title) => expect(toPlainLine(title)).toBe(title), part)
})

it('control characters, and empty lines before the XML, are left out', async () => {
  const xml = `\ufeff\n\n${wxr(post(1, { title: 'A\u000b \u{1f6a9}', 'content:encoded': 'B\u0000C' }))}`
  expect((await readWordPress(xml)).posts.next().value).toMatchObject({ title: 'A \u{1f6a9}', content: 'BC' })
})

describe('the check of a file', () => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream('sqlite')
    token = await up.signIn()
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
    expect(Math.max(...turns)).toBeLessThan(total / 4)
  })
})
