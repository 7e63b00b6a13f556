import { syntaxTree } from '@codemirror/language'
import { EditorSelection } from '@codemirror/state'
import type { ChangeSpec, EditorState, SelectionRange, StateCommand } from '@codemirror/state'

interface Mark {
  text: string
  node: string
}

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

interface RangeChange {
  changes: ChangeSpec[]
  range: SelectionRange
}

const { cursor, range } = EditorSelection

function removeAround(from: number, to: number, { length }: string): RangeChange {
  return {
    changes: [
      { from: from - length, to: from },
      { from: to, to: to + length },
    ],
    range: range(from - length, to - length),
  }
}

/** Moves the space in `**words |**` to get `**words** |`, because a mark after a space closes nothing. */
function leaveOpenMark(state: EditorState, at: number, mark: string): RangeChange | null {
  const line = state.doc.lineAt(at)
  const before = line.text.slice(0, at - line.from)
  const opening = before.lastIndexOf(mark)
  const inside = before.slice(opening + mark.length)
  if (opening === -1 || !/^\S/.test(inside) || state.sliceDoc(at, at + mark.length) !== mark) return null
  const spaces = /\s*$/.exec(inside)?.[0] ?? ''
  return {
    changes: [
      { from: at - spaces.length, to: at },
      { from: at + mark.length, insert: spaces },
    ],
    range: cursor(at + mark.length),
  }
}

function leaveNode(state: EditorState, at: number, { text, node: name }: Mark): RangeChange | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1)
  while (node && !(node.name === name && node.from < at && at < node.to)) node = node.parent
  if (!node) return null
  if (/^[*_`]+$/.test(state.sliceDoc(at, node.to))) return { changes: [], range: cursor(node.to) }
  const { changes } = removeAround(node.from + text.length, node.to - text.length, text)
  return { changes, range: cursor(at - text.length) }
}

function toggleRange(state: EditorState, selected: SelectionRange, mark: Mark): RangeChange {
  const { text } = mark
  const { length } = text
  const words = state.sliceDoc(selected.from, selected.to)
  const from = selected.to - words.trimStart().length
  const to = Math.max(from, selected.from + words.trimEnd().length)
  if (state.sliceDoc(from - length, from) === text && state.sliceDoc(to, to + length) === text)
    return removeAround(from, to, text)
  const trimmed = words.trim()
  if (trimmed.length > 2 * length && trimmed.startsWith(text) && trimmed.endsWith(text))
    return removeAround(from + length, to - length, text)
  const left = selected.empty && (leaveOpenMark(state, from, text) ?? leaveNode(state, from, mark))
  return (
    left || {
      changes: [
        { from, insert: text },
        { from: to, insert: text },
      ],
      range: range(from + length, to + length),
    }
  )
}

export const toggleMark =
  (mark: Mark): StateCommand =>
  ({ state, dispatch }) => {
    const change = state.changeByRange((selected) => toggleRange(state, selected, mark))
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.format' }))
    return true
  }
