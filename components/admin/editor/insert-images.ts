import type { EditorView } from '@codemirror/view'
import { imageFault, uploadImage } from './image-file.ts'

let uploads = 0

function replaceText(view: EditorView, text: string, insert: string): number | null {
  const from = view.state.doc.toString().indexOf(text)
  if (from === -1) return null
  view.dispatch({ changes: { from, to: from + text.length, insert }, userEvent: 'input.image' })
  return from
}

/**
 * Uploads an image and puts it where the cursor is, as HTML, because Markdown has no place for its size. A line holds
 * its place meanwhile, wherever the text around it goes. Throws an error in words.
 */
export async function insertImage(view: EditorView, file: File): Promise<void> {
  const fault = imageFault(file)
  if (fault) throw new Error(fault)
  uploads += 1
  const name = file.name.replace(/[^\w. -]/g, '').slice(0, 60) || 'image'
  const waiting = `[Uploading ${name} (${uploads}) …]`
  const { from, to } = view.state.selection.main
  const line = view.state.doc.lineAt(from)
  const before = line.text.slice(0, from - line.from).trim() === '' ? '' : '\n\n'
  const inserted = `${before}${waiting}\n\n`
  view.dispatch({
    changes: { from, to, insert: inserted },
    selection: { anchor: from + inserted.length },
    scrollIntoView: true,
    userEvent: 'input.image',
  })
  const cursor = view.state.selection.main.head
  try {
    const { url, width, height } = await uploadImage(file)
    const start = `<img src="${url}" width="${width}" height="${height}" alt="`
    const stayed = view.state.selection.main.empty && view.state.selection.main.head === cursor
    const at = replaceText(view, waiting, `${start}">`)
    // Whoever waits for the image describes it next.
    if (at !== null && stayed)
      view.dispatch({ selection: { anchor: at + start.length }, scrollIntoView: true })
  } catch (error) {
    replaceText(view, waiting, '')
    throw error
  }
}
