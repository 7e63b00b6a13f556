import type { Node } from '@milkdown/kit/prose/model'
import { type EditorState, Selection } from '@milkdown/kit/prose/state'
import type { Codec, OpenedText } from './codec.ts'

export interface Opened {
  codec: Codec
  text: OpenedText
}

export const countLineBreaks = (text: string) => text.split('\n').length - 1

const sizeOf = (blocks: readonly Node[]) => blocks.reduce((size, { nodeSize }) => size + nodeSize, 0)

/** The place of a line of the text that was opened. */
export function selectionAt(doc: Node, { lines, blocks }: OpenedText, line: number): Selection {
  const index = Math.max(
    0,
    lines.findLastIndex((start) => start <= line),
  )
  const offset = sizeOf(doc.children.slice(0, index))
  const height = countLineBreaks(blocks[index]?.source ?? '') + 1
  const part = Math.min(1, (line - (lines[index] ?? line)) / height)
  const inside = Math.floor(part * (doc.maybeChild(index)?.content.size ?? 0))
  return Selection.near(doc.resolve(Math.min(offset + 1 + inside, doc.content.size)))
}

function placeOf({ codec, text }: Opened, doc: Node, index: number) {
  const blocks = doc.children.slice(0, index + 1)
  const block = blocks.at(-1)
  const height = block ? countLineBreaks(codec.sourceOf(text, block)) + 1 : 1
  return { block, height, start: countLineBreaks(codec.save(text, blocks).trimEnd()) + 2 - height }
}

/** The line of the cursor in the Markdown of the edited document. */
export function lineOf(opened: Opened, { doc, selection: { $head } }: EditorState): number {
  const { block, height, start } = placeOf(opened, doc, Math.min($head.index(0), doc.childCount - 1))
  const part = $head.depth > 0 && block ? ($head.pos - $head.before(1)) / block.nodeSize : 0
  return Math.max(1, start + Math.floor(part * height))
}

/** The start of the block with this line of the Markdown of the edited document. */
export function blockAt(opened: Opened, doc: Node, line: number): Selection {
  const index = doc.children.findLastIndex((_, number) => placeOf(opened, doc, number).start <= line)
  return Selection.near(doc.resolve(sizeOf(doc.children.slice(0, Math.max(0, index)))))
}
