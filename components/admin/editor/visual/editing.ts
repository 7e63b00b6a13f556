import type { Node, Schema } from '@milkdown/kit/prose/model'
import { Fragment, Slice } from '@milkdown/kit/prose/model'
import { type EditorState, NodeSelection, Plugin, Selection, TextSelection } from '@milkdown/kit/prose/state'
import { cellAround, isInTable } from '@milkdown/kit/prose/tables'
import { dropPoint } from '@milkdown/kit/prose/transform'
import type { EditorView } from '@milkdown/kit/prose/view'
import {
  copiedCode,
  copiedMarkdown,
  formattedText,
  imagesIn,
  preloadConverter,
  readMarkdown,
  type CopiedCode,
  type FormattedText,
} from '../clipboard-data.ts'
import { pasteInTable, toLine } from './table-paste.ts'

export interface EditingEvents {
  parse: (markdown: string) => Node
  /** Whether a document stays short enough for the editor with another text in it. */
  fits: (markdown: string, doc: Node) => boolean
  onTooLong: () => void
  onFiles: (files: File[], view: EditorView) => void
  onPostLink: () => void
  onEdit: () => void
}

const editable = new Set(['island', 'html', 'image', 'figure'])

/** Inline content continues the text at the cursor; blocks stay blocks. */
const toSlice = ({ childCount, firstChild, content }: Node) =>
  childCount === 1 && firstChild?.type.name === 'paragraph'
    ? Slice.maxOpen(content)
    : new Slice(content, 0, 0)

/** Code keeps its lines; a single one continues the text. */
function codeSlice({ code, language }: CopiedCode, schema: Schema, parse: EditingEvents['parse']): Slice {
  if (/^(markdown|plaintext)$/.test(language)) return toSlice(parse(code))
  const text = schema.text(code)
  const block = code.includes('\n') ? schema.nodes['code_block']?.create({ language }, text) : null
  return new Slice(Fragment.from(block ?? text), 0, 0)
}

function linkSelection(view: EditorView, href: string): boolean {
  const { selection, schema, tr: transaction } = view.state
  const link = schema.marks['link']
  const { $from, $to, from, to, empty } = selection
  if (!link || empty || !(selection instanceof TextSelection) || !/^https?:\/\/\S+$/.test(href)) return false
  if (!$from.sameParent($to) || !$from.parent.type.allowsMarkType(link)) return false
  view.dispatch(transaction.removeMark(from, to, link).addMark(from, to, link.create({ href })))
  return true
}

const withoutSelection = ({ tr: transaction }: EditorState) => transaction.deleteSelection().doc

/** Also text of other editors made with ProseMirror, which has its attributes. */
const isForeign = (html: string) => copiedMarkdown(html) === null

/** A list takes the place of the empty item that it is pasted into. */
function replaceEmptyItem(view: EditorView, { content, openStart }: Slice): boolean {
  const { tr: transaction, selection } = view.state
  const { $from, empty } = selection
  const item = $from.depth > 1 ? $from.node(-1) : null
  const [list, ...others] = content.content
  // A selected document that ends with a list has an empty paragraph behind it.
  const isAlone =
    openStart === 0 && others.every(({ isTextblock, childCount }) => isTextblock && childCount === 0)
  const items = isAlone ? list?.content : undefined
  const isEmpty = empty && item?.childCount === 1 && $from.parent.content.size === 0
  if (!items || !isEmpty || items.firstChild?.type !== item.type) return false
  const start = $from.before(-1)
  transaction.replaceWith(start, $from.after(-1), items)
  const end = Selection.near(transaction.doc.resolve(start + items.size), -1)
  view.dispatch(transaction.setSelection(end).scrollIntoView())
  return true
}

function paste(view: EditorView, event: ClipboardEvent, slice: Slice) {
  if (replaceEmptyItem(view, slice)) return
  if (isInTable(view.state)) pasteInTable(view, event, slice)
  else view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
}

/** Blocks go between other blocks, as the editor drops its own. */
function drop(view: EditorView, pos: number, slice: Slice) {
  const { doc, schema, tr: transaction } = view.state
  const inserted = cellAround(doc.resolve(pos)) ? toLine(slice.content, schema) : slice
  const place = dropPoint(doc, pos, inserted) ?? pos
  transaction.replaceRange(place, place, inserted)
  const end = Selection.near(transaction.doc.resolve(transaction.mapping.map(place)), -1)
  view.dispatch(transaction.setSelection(end).scrollIntoView())
}

export function editing({ parse, fits, onTooLong, onFiles, onPostLink, onEdit }: EditingEvents): Plugin {
  let isLeaving = false
  const takeFiles = (view: EditorView, event: Event, data: DataTransfer | null) => {
    const files = imagesIn(data)
    if (files.length === 0) return false
    event.preventDefault()
    onFiles(files, view)
    return true
  }
  const isTooLong = (text: string, doc: Node) => {
    const fitting = fits(text, doc)
    if (!fitting) onTooLong()
    return !fitting
  }
  const insertFormatted = (text: FormattedText, getDocument: () => Node, insert: (slice: Slice) => void) =>
    void readMarkdown(text).then((markdown) => {
      if (!isTooLong(markdown, getDocument())) insert(toSlice(parse(markdown)))
    })
  const isSelected = ({ state: { selection } }: EditorView) =>
    selection instanceof NodeSelection && editable.has(selection.node.type.name)
  const editsSelected = (view: EditorView) => {
    if (!view.editable || !isSelected(view)) return false
    onEdit()
    return true
  }
  return new Plugin({
    props: {
      clipboardTextParser: (text, _context, _plain, { state }) =>
        fits(text, withoutSelection(state)) ? toSlice(parse(text)) : Slice.empty,
      handlePaste: (view, event, slice) => {
        const data = event.clipboardData
        const text = formattedText(data)
        const { parent } = view.state.selection.$from
        const plain = data?.getData('text/plain').trim() ?? ''
        const withoutSelected = () => withoutSelection(view.state)
        if (isTooLong(plain, withoutSelected())) return true
        if (parent.type.spec.code)
          return !plain && parent.type.name === 'figure' && takeFiles(view, event, data)
        if (linkSelection(view, plain)) return true
        if (!text && takeFiles(view, event, data)) return true
        const code = copiedCode(data)
        if (code) paste(view, event, codeSlice(code, view.state.schema, parse))
        else if (text && isForeign(text.html))
          insertFormatted(text, withoutSelected, (inserted) => paste(view, event, inserted))
        else if (isInTable(view.state) && slice.size > 0) pasteInTable(view, event, slice)
        else return replaceEmptyItem(view, slice)
        return true
      },
      handleDrop: (view, event, _slice, isMoved) => {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        const { doc } = view.state
        const place = at && doc.resolve(at.pos)
        const text = place?.parent.type.spec.code ? null : formattedText(event.dataTransfer)
        const dropped = text && isForeign(text.html) ? text : null
        const plain = event.dataTransfer?.getData('text/plain') ?? ''
        if (!isMoved && isTooLong(plain, doc)) return true
        if (!dropped && imagesIn(event.dataTransfer).length === 0) return false
        if (place) view.dispatch(view.state.tr.setSelection(Selection.near(place)))
        if (!dropped || !at) return takeFiles(view, event, event.dataTransfer)
        view.focus()
        insertFormatted(
          dropped,
          () => view.state.doc,
          (slice) => drop(view, view.state.doc === doc ? at.pos : view.state.selection.from, slice),
        )
        return true
      },
      handleTextInput: (view, from, to, text) => {
        const { doc, selection } = view.state
        const isSecond = text === '[' && doc.textBetween(Math.max(0, from - 1), from) === '['
        if (!isSecond || selection.$from.parent.type.spec.code) return false
        view.dispatch(view.state.tr.insertText(text, from, to))
        onPostLink()
        return true
      },
      handleClickOn: (view, _pos, node, pos, { target }) => {
        if (node.type.name !== 'figure' || !(target instanceof HTMLImageElement)) return false
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
        return true
      },
      // Keeps the node selected until `dblclick`, because ProseMirror's own handler has a limit of 500 ms.
      handleDoubleClick: isSelected,
      handleKeyDown: (view, { key }) => key === 'Enter' && editsSelected(view),
      handleDOMEvents: {
        focus: preloadConverter,
        dblclick: editsSelected,
        // Returning true leaves the key to the page: ProseMirror would select the block, which typing replaces.
        keydown: (_view, { key }) => {
          const leaves = key === 'Escape' || (isLeaving && key === 'Tab')
          isLeaving = key === 'Escape' || (isLeaving && key === 'Shift')
          return leaves
        },
      },
    },
  })
}
