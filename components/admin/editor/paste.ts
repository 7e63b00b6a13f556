import { syntaxTree } from '@codemirror/language'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { formattedText, readMarkdown } from './clipboard-data.ts'

function isInCode(state: EditorState): boolean {
  let node: ReturnType<ReturnType<typeof syntaxTree>['resolveInner']> | null = syntaxTree(state).resolveInner(
    state.selection.main.from,
    -1,
  )
  while (node && !/Code/.test(node.name)) node = node.parent
  return node !== null
}

const isBlock = (markdown: string) => /\n|^(#{1,6} |[-*+] |\d+\. |> |\||```)/.test(markdown)

const isList = (markdown: string) => /^([-*+]|\d+[.)]) /.test(markdown)

/** The indentation of the empty list item before the cursor. */
const emptyItem = /^(\s*)(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s*)?$/i

export function pasteMarkdown(state: EditorState, markdown: string): TransactionSpec {
  const { from, to } = state.selection.main
  const first = state.doc.lineAt(from)
  const last = state.doc.lineAt(to)
  const start = state.sliceDoc(first.from, from)
  const rest = state.sliceDoc(to, last.to)
  const block = isBlock(markdown)
  const [item = '', indent] = (isList(markdown) && !rest.trim() && emptyItem.exec(start)) || []
  const before = block && indent === undefined && start.trim() !== '' ? '\n\n' : ''
  const after = block && rest.trim() !== '' ? '\n\n' : ''
  const text = indent === undefined ? before + markdown : markdown.replace(/^(?=.)/gm, indent)
  const at = from - item.length
  return {
    changes: { from: at, to, insert: text + after },
    selection: { anchor: at + text.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  }
}

export function pasteFormatted(data: DataTransfer | null, view: EditorView): boolean {
  const text = formattedText(data)
  if (!text || isInCode(view.state)) return false
  void readMarkdown(text).then((markdown) => view.dispatch(pasteMarkdown(view.state, markdown)))
  return true
}
