import { Fragment, type Node, type Schema, Slice } from '@milkdown/kit/prose/model'
import { Selection } from '@milkdown/kit/prose/state'
import { handlePaste, selectedRect } from '@milkdown/kit/prose/tables'
import type { EditorView } from '@milkdown/kit/prose/view'

const hasRole = (role: string) => (node: Node) => node.type.spec['tableRole'] === role

const inOneLine = (text: unknown) => String(text).replace(/\s+/g, ' ')

function toInline(node: Node, schema: Schema): Node | null {
  const { attrs, marks, textContent, type } = node
  switch (type.name) {
    case 'text':
      return schema.text(inOneLine(textContent), marks)
    case 'figure':
      return schema.nodes['image']?.create({ ...attrs, title: textContent || null }) ?? null
    case 'island':
      return schema.text(inOneLine(attrs['value']))
    case 'html':
      return type.create({ value: inOneLine(attrs['value']) })
    default:
      return node.isInline && type.name !== 'hardbreak' ? node : null
  }
}

export function toLine(content: Fragment, schema: Schema): Slice {
  const lines: Node[][] = [[]]
  content.descendants((node) => {
    if (node.isBlock || node.type.name === 'hardbreak') lines.push([])
    const inline = toInline(node, schema)
    if (inline) lines.at(-1)?.push(inline)
    return node.type.name !== 'figure'
  })
  const line = lines
    .filter(({ length }) => length > 0)
    .flatMap((nodes, index) => (index === 0 ? nodes : [schema.text(' '), ...nodes]))
  return Slice.maxOpen(Fragment.from(schema.nodes['paragraph']?.create(null, line)))
}

/** The rows of a copied table, with header cells only where they end up in the header. */
function toRows({ content }: Slice, firstRow: number, { nodes }: Schema): Slice | null {
  const { firstChild: first, childCount } = content
  const copied = first && childCount === 1 && hasRole('table')(first) ? first.content : content
  const rows = copied.content.filter((row) => row.childCount > 0)
  const { table_row: row, table_header: header, table_cell: cell } = nodes
  if (rows.length === 0 || !rows.every(hasRole('row')) || !row || !header || !cell) return null
  const fitted = rows.map(({ children }, index) => {
    const type = firstRow + index === 0 ? header : cell
    return row.create(
      null,
      children.map(({ attrs, content }) => type.create(attrs, content)),
    )
  })
  return new Slice(Fragment.from(fitted), 0, 0)
}

/** Copied cells replace the cells from the cursor on; everything else becomes text of one cell. */
export function pasteInTable(view: EditorView, event: ClipboardEvent, slice: Slice) {
  const { doc, schema, tr: transaction } = view.state
  const { top, left, map, table, tableStart } = selectedRect(view.state)
  const rows = toRows(slice, top, schema)
  if (rows) {
    // With selected cells, `handlePaste` would leave out what does not fit into them.
    const start = doc.resolve(tableStart + map.positionAt(top, left, table) + 1)
    view.dispatch(transaction.setSelection(Selection.near(start)))
    handlePaste(view, event, rows)
  } else view.dispatch(transaction.replaceSelection(toLine(slice.content, schema)).scrollIntoView())
}
