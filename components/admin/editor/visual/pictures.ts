import { Selection, type Transaction } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { toFigure, type Picture } from './figure.ts'

/** Fills an empty paragraph, or else follows the block at this place. */
export function insertPicture(view: EditorView, at: number, { src, alt, caption: title }: Picture) {
  const { image, paragraph } = view.state.schema.nodes
  const { tr: transaction, doc, selection } = view.state
  const place = doc.resolve(at)
  if (!image || !paragraph) return
  const node = image.create({ src, alt, title })
  const isEmpty = place.parent.type === paragraph && place.parent.content.size === 0
  const from = isEmpty || place.depth === 0 ? at : place.after(1)
  const end = from + (isEmpty ? 1 : 3)
  transaction.insert(from, isEmpty ? node : paragraph.create(null, node))
  if (selection.head === at) transaction.setSelection(Selection.near(transaction.doc.resolve(end), -1))
  view.dispatch(transaction.scrollIntoView())
}

function withCaption(view: EditorView, pos: number, picture: Picture): Transaction {
  const { tr: transaction, doc, schema } = view.state
  const figure = schema.nodes['island']?.create({ value: toFigure(picture) })
  const node = doc.nodeAt(pos)
  if (!figure || !node) return transaction
  if (!node.isInline) return transaction.replaceWith(pos, pos + node.nodeSize, figure)
  const place = doc.resolve(pos)
  if (place.depth === 1 && place.parent.childCount === 1)
    return transaction.replaceWith(place.before(), place.after(), figure)
  return transaction.delete(pos, pos + node.nodeSize).insert(place.after(1) - node.nodeSize, figure)
}

/** An image with a caption is HTML, and one without is Markdown. */
export function savePicture(view: EditorView, pos: number, picture: Picture) {
  const { tr: transaction, doc, schema } = view.state
  const node = doc.nodeAt(pos)
  const { image, paragraph } = schema.nodes
  if (!node || !image) return
  const { src, alt, caption } = picture
  if (caption.trim()) view.dispatch(withCaption(view, pos, picture))
  else if (node.isInline) view.dispatch(transaction.setNodeAttribute(pos, 'alt', alt.trim()))
  else if (paragraph)
    view.dispatch(
      transaction.replaceWith(pos, pos + node.nodeSize, paragraph.create(null, image.create({ src, alt }))),
    )
}
