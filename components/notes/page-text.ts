import { createFinder, type Anchor } from '#contract/note-anchor.ts'
import { noteLimits } from '#contract/notes.ts'

interface Piece {
  node: Text
  from: number
}

function listPieces(root: Element): { pieces: Piece[]; text: string } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const pieces: Piece[] = []
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    pieces.push({ node, from: text.length })
    text += node.data
  }
  return { pieces, text }
}

export function findRanges<Wanted extends Anchor & { id: string }>(
  root: Element,
  anchors: Wanted[],
): Map<string, Range> {
  const { pieces, text } = listPieces(root)
  const find = createFinder(text, 'page')
  const ranges = new Map<string, Range>()
  for (const anchor of anchors) {
    const found = find(anchor)
    const start = found && pieces.findLast(({ from }) => from <= found.from)
    const end = found && pieces.findLast(({ from }) => from < found.to)
    if (!start || !end) continue
    const range = document.createRange()
    range.setStart(start.node, found.from - start.from)
    range.setEnd(end.node, found.to - end.from)
    ranges.set(anchor.id, range)
  }
  return ranges
}

export function readSelectedText(root: Element): Anchor | null {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const selected = selection.getRangeAt(0)
  if (!root.contains(selected.commonAncestorContainer)) return null
  const quote = selection.toString().trim().slice(0, noteLimits.quote)
  if (quote === '') return null
  const around = document.createRange()
  around.selectNodeContents(root)
  around.setEnd(selected.startContainer, selected.startOffset)
  const before = around.toString().slice(-noteLimits.context)
  around.selectNodeContents(root)
  around.setStart(selected.endContainer, selected.endOffset)
  return { quote, before, after: around.toString().slice(0, noteLimits.context) }
}
