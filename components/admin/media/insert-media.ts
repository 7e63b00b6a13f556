import type { EditorView } from '@codemirror/view'
import { escapeLinkText } from '#contract/markdown-links.ts'
import type { MediaItem } from '#contract/media.ts'

export function imageMarkdown({ url, alt, caption }: Pick<MediaItem, 'url' | 'alt' | 'caption'>): string {
  const text = escapeLinkText(alt.replace(/\s+/g, ' '))
  const title = caption.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')
  return `![${text}](${url}${title && ` "${title}"`})`
}

/** Inserts the image on its own line, so that its caption is shown. */
export function insertMedia(view: EditorView, item: MediaItem): void {
  const { state } = view
  const { from, to } = state.selection.main
  const before = state.sliceDoc(state.doc.lineAt(from).from, from).trim() === '' ? '' : '\n\n'
  const after = state.sliceDoc(to, state.doc.lineAt(to).to).trim() === '' ? '\n' : '\n\n'
  const insert = `${before}${imageMarkdown(item)}${after}`
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.image',
  })
}
