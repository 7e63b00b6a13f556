import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
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

function insert(view: EditorView, markdown: string) {
  const { state } = view
  const { from, to } = state.selection.main
  const first = state.doc.lineAt(from)
  const last = state.doc.lineAt(to)
  const block = isBlock(markdown)
  const before = block && state.sliceDoc(first.from, from).trim() !== '' ? '\n\n' : ''
  const after = block && state.sliceDoc(to, last.to).trim() !== '' ? '\n\n' : ''
  view.dispatch({
    changes: { from, to, insert: `${before}${markdown}${after}` },
    selection: { anchor: from + before.length + markdown.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  })
}

export function pasteFormatted(data: DataTransfer | null, view: EditorView): boolean {
  const text = formattedText(data)
  if (!text || isInCode(view.state)) return false
  void readMarkdown(text).then((markdown) => insert(view, markdown))
  return true
}
