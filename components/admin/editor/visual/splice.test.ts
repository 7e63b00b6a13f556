import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Node } from '@milkdown/kit/prose/model'
import type { Codec } from './codec.ts'
import { openCodec } from './testing/codec.ts'

let codec: Codec
beforeAll(async () => {
  codec = await openCodec()
})

function edit(markdown: string, change: (nodes: Node[]) => Node[]): string {
  const result = codec.open(markdown)
  if ('reason' in result) throw new Error(result.reason)
  return codec.save(result.text, change([...result.text.doc.children]))
}

const block = (markdown: string) => codec.parse(markdown).child(0)

const text = '\n* one\n* two\n\n\n__Bold__ and *more*\n# Title\nNext   \n\n---\n'

describe('splicing', () => {
  it('writes only the changed block', () => {
    expect(edit(text, (nodes) => nodes.with(1, block('Other **words**')))).toBe(
      '\n* one\n* two\n\n\nOther **words**\n# Title\nNext   \n\n---\n',
    )
  })

  it('writes new blocks with a blank line around them', () => {
    expect(edit(text, (nodes) => nodes.toSpliced(2, 0, block('New')))).toBe(
      '\n* one\n* two\n\n\n__Bold__ and *more*\n\nNew\n\n# Title\nNext   \n\n---\n',
    )
    expect(edit(text, (nodes) => [block('New'), ...nodes])).toBe(`New\n\n${text.slice(1)}`)
  })

  it('removes a block together with the blank lines before it', () => {
    expect(edit(text, (nodes) => nodes.toSpliced(1, 1))).toBe('\n* one\n* two\n\n# Title\nNext   \n\n---\n')
    expect(edit(text, () => [])).toBe('')
  })

  it('keeps the structure of an indented list without the block before it', () => {
    expect(edit('Text\n\n  - a\n  - b', (nodes) => nodes.slice(1))).toBe('  - a\n  - b')
  })

  it('keeps the bytes of moved blocks', () => {
    expect(edit('* a\n\n_b_\n\nc', ([a, b, c]) => [a, b, c].toReversed().flatMap((node) => node ?? []))).toBe(
      'c\n\n_b_\n\n* a',
    )
  })

  it('restores the bytes when a change is undone', () => {
    expect(edit(text, (nodes) => nodes.map((node) => node.copy(node.content)))).toBe(text)
  })

  it('leaves out empty paragraphs', () => {
    expect(edit(text, (nodes) => [...nodes, block('')])).toBe(text)
    expect(edit('', () => [block('First')])).toBe('First')
  })

  it('separates neighbors that would become one block', () => {
    expect(edit('- a\n\nb\n\n- c', ([a, , c]) => [a, c].flatMap((node) => node ?? []))).toBe(
      '- a\n\n<!-- -->\n\n- c',
    )
    expect(edit('# T\nnext', ([, next]) => [block('Text'), next].flatMap((node) => node ?? []))).toBe(
      'Text\n\nnext',
    )
  })

  it('does not escape bare URLs', () => {
    const paragraph = block('x')
    const { schema } = paragraph.type
    const typed = schema.text('See https://a.example/b_c and me@a.example')
    expect(edit('x', () => [paragraph.type.create(null, typed)])).toBe(
      'See https://a.example/b_c and me@a.example',
    )
  })
})
