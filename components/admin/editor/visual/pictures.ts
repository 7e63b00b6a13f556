import { Selection } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { Picture } from './figure.ts'

function createFigure({ state: { schema } }: EditorView, { src, alt, caption }: Picture) {
  const text = caption.replace(/\s+/g, ' ').trim()
  return schema.nodes['figure']?.create({ src, alt: alt.trim() }, text ? schema.text(text) : null)
}

/** Fills an empty paragraph; otherwise inserts after the block at this position. Returns the position after the picture. */
export function insertPicture(view: EditorView, at: number, picture: Picture): number | null {
  const { tr: transaction, doc, selection, schema } = view.state
  const { image, paragraph } = schema.nodes
  const figure = createFigure(view, picture)
  const place = doc.resolve(at)
  if (!image || !figure) return null
  const isTop = place.depth < 2
  const isEmpty =
    place.parent.type === paragraph && place.parent.children.every(({ type }) => !isTop && type === image)
  const isInline = isEmpty && !isTop
  const after = place.depth === 0 ? at : place.after(1)
  const start = isInline ? at : isEmpty ? place.before(1) : after
  const { src, alt, caption } = picture
  const node = isInline ? image.create({ src, alt, title: caption || null }) : figure
  transaction.replaceWith(start, isInline ? at : after, node)
  if (selection.head === at) {
    const next = isInline ? at + 1 : start + 1 + figure.content.size
    transaction.setSelection(Selection.near(transaction.doc.resolve(next), -1))
  }
  view.dispatch(transaction.scrollIntoView())
  return start + node.nodeSize
}

/** Only an image alone in its paragraph has a caption, so an image within text is moved below its block. */
export function savePicture(view: EditorView, pos: number, picture: Picture) {
  const { tr: transaction, doc } = view.state
  const node = doc.nodeAt(pos)
  const figure = createFigure(view, picture)
  if (!node || !figure) return
  const end = pos + node.nodeSize
  const place = doc.resolve(pos)
  const attrs = { ...node.attrs, alt: picture.alt.trim(), title: picture.caption.trim() || null }
  const isAlone = place.parent.childCount === 1
  const isNew = attrs.title !== null && attrs.title !== node.attrs['title']
  if (node.type === figure.type) {
    transaction.setNodeAttribute(pos, 'alt', attrs.alt)
    if (!figure.content.eq(node.content)) transaction.replaceWith(pos + 1, end - 1, figure.content)
  } else if (!node.isInline) transaction.replaceWith(pos, end, figure)
  else if (isAlone && place.depth === 1) transaction.replaceWith(place.before(), place.after(), figure)
  else if (isAlone || !isNew) transaction.setNodeMarkup(pos, null, attrs)
  else transaction.delete(pos, end).insert(place.after(1) - node.nodeSize, figure)
  view.dispatch(transaction.scrollIntoView())
}
