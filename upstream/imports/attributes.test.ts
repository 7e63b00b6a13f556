import { expect, it } from '@jest/globals'
import { expectLinear } from '#contract/testing/linear.ts'
import { readMarkdownPost } from './markdown.ts'

const read = (text: string) => readMarkdownPost('a.md', `---\ntitle: A\n---\n${text}`)

it.each([
  ['[a](/b){:target="_blank" rel="noopener"} *c*{:.d}, `e`{:.language-ruby}', '[a](/b) *c*, `e`'],
  ['![a](b.png){: width="300" .wide }', '![a](b.png)'],
  ['Text\n{: .note}\n\n- One\n  {: #x}\n- Two', 'Text\n\n- One\n- Two'],
  ['> Quote\n{: .prompt-info }\n{: data-x=1}\n\n![a](b.png)\n{.wide}', '> Quote\n\n![a](b.png)'],
  ['## Contents\n{:.no_toc}\n\n* TOC\n{:toc}\n\n## One', '## Contents\n\n\n## One'],
  ['{::options toc_levels="2" /}\n1. x\n{:toc .y}\n\nText', '\n\nText'],
  [
    '## Head & "foot" {#own .wide}\n\n[a](#own) [b](#other)',
    '## Head & "foot"\n\n[a](#head-foot) [b](#other)',
  ],
  ['## The `grep` command {#grep}\n\n[a](#grep)', '## The `grep` command\n\n[a](#the-grep-command)'],
  ['### Größe\n{: #größe-x}\n\n<a href="#größe-x">a</a>', '### Größe\n\n<a href="#grosse">a</a>'],
  ['```\n{: .x}\n## A {#b}\n```\n\n`{:.x}` ## Use {braces} and {:ok, 1}', undefined],
])('attributes of generators are no text: %j', (written, content = written) => {
  expect(read(written)?.content).toBe(content)
})

it('links to anchors before headings and in them lead to the headings', () => {
  const text =
    '<a id="one"></a>\n## Part\n\n<p><a name="two"></a></p>\n<a id="three"></a>\n\n## Part\n\n### <a id="four"></a>End'
  const links = '[1](#one) [2](#two) [3](#three) [4](#four) [5](#five)'
  const post = read(`${text}\n\n${links}\n\nText <a id="five"></a>\n\n## Last`)
  expect(post?.content).toContain(
    '[1](#section-part) [2](#section-part-2) [3](#section-part-2) [4](#section-end) [5](#five)',
  )
  expect(post?.anchors).toContainEqual(['two', 'section-part-2'])
})

it('attributes in the text of this site stay', () => {
  const file = '---\nid: 018e0e51-0000-7000-8000-0000000000aa\ntitle: A\n---\nText\n{: .note}'
  expect(readMarkdownPost('a.md', file)?.content).toBe('Text\n{: .note}')
})

it.each(['# a {#', '{: .a ', '{:a="', '\n* a\n{:toc', '<a id="a"></a>\n# a\n', '\n# a\n<a id='])(
  'an attribute that never ends is read in linear time: %j',
  (tag) => {
    for (const filling of [' ', tag]) expectLinear((text) => read(`${tag}${text}`), filling)
  },
)
