import { readSelectedText } from '#components/notes/page-text.ts'
import type { Anchor } from '#contract/note-anchor.ts'
import { noteLimits } from '#contract/notes.ts'

export async function readSelection(): Promise<Anchor | null> {
  const visual = document.querySelector('.visual .ProseMirror')
  if (visual) return readSelectedText(visual)
  const { EditorView } = await import('@codemirror/view')
  const element = document.querySelector<HTMLElement>('.editor-text .cm-editor')
  const view = element && EditorView.findFromDOM(element)
  if (!view) return null
  const { from, to } = view.state.selection.main
  const selected = view.state.sliceDoc(from, Math.min(to, from + noteLimits.quote))
  const quote = selected.trim()
  if (quote === '') return null
  const start = from + selected.indexOf(quote)
  const end = start + quote.length
  return {
    quote,
    before: view.state.sliceDoc(Math.max(0, start - noteLimits.context), start),
    after: view.state.sliceDoc(end, end + noteLimits.context),
  }
}
