import { describe, expect, it } from '@jest/globals'
import { expectLinear } from '#contract/testing/linear.ts'
import { post, wxr } from '../testing/wxr.ts'
import { readWordPress } from './wordpress.ts'

const read = (fields: Record<string, string>) => readWordPress(wxr(post(1, fields))).posts.next().value

describe('a post of the classic editor', () => {
  it.each([
    ['<pre>a\n\n\nb</pre>\n\nText\n\nMore', '```\na\n\n\nb\n```\n\nText\n\nMore'],
    ['Text\n\n<PRE>a\n\nb</PRE>\n\n<pre>c</pre>', 'Text\n\n```\na\n\nb\n```\n\n```\nc\n```'],
  ])('has code and paragraphs: %j', (html, content) => {
    expect(read({ title: 'A', 'content:encoded': html })?.content).toBe(content)
  })
})

it('shortcodes are reported by the names that they have in WordPress', () => {
  const content = '<p>[vc_row css=".a{}"] [contact_form] [gallery]</p>'
  expect(read({ title: 'A', 'content:encoded': content })?.problems).toEqual([
    'Shortcodes stay as text: vc_row, contact_form, gallery',
  ])
})

it('titles and excerpts are plain text', () => {
  const fields = {
    title: 'The <em class="a">first</em> of 3 < 4<br>&lt;b&gt; snake_case',
    'excerpt:encoded': '<!-- wp:x --><p>Use snake_case &amp; [brackets].</p>\n<p>1 < 2 <b>bold</b></p>',
  }
  expect(read(fields)).toMatchObject({
    title: 'The first of 3 < 4 <b> snake_case',
    excerpt: 'Use snake_case & [brackets]. 1 < 2 bold',
  })
})

it.each(['<', '<p', '<a b'])('a title of many %j is read in linear time', (part) => {
  expectLinear((title) => expect(read({ title })?.title).toBe(title), part)
})
