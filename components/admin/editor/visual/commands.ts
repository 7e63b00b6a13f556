import type { Ctx } from '@milkdown/kit/ctx'
import {
  blockquoteSchema,
  bulletListSchema,
  codeBlockSchema,
  emphasisSchema,
  headingSchema,
  hrSchema,
  inlineCodeSchema,
  linkSchema,
  listItemSchema,
  orderedListSchema,
  paragraphSchema,
  strongSchema,
} from '@milkdown/kit/preset/commonmark'
import { setBlockType, toggleMark, wrapIn } from '@milkdown/kit/prose/commands'
import type { MarkType, Node, NodeType } from '@milkdown/kit/prose/model'
import { liftListItem, splitListItem, wrapInList } from '@milkdown/kit/prose/schema-list'
import { type Command, NodeSelection, type Selection, TextSelection } from '@milkdown/kit/prose/state'
import { addRowAfter, findTable, goToNextCell, isInTable } from '@milkdown/kit/prose/tables'
import { liftTarget } from '@milkdown/kit/prose/transform'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { FormatName } from '../format-keys.ts'
import { inCaption } from './figure.ts'

export function findParent({ $from }: Selection, type: NodeType): { node: Node; pos: number } | null {
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type === type) return { node: $from.node(depth), pos: $from.before(depth) }
  return null
}

const toggleBlock =
  (paragraph: NodeType, type: NodeType, attrs: Record<string, unknown> = {}): Command =>
  (state, dispatch) => {
    const { parent } = state.selection.$from
    const isSet = parent.hasMarkup(type, { ...parent.attrs, ...attrs })
    return (isSet ? setBlockType(paragraph) : setBlockType(type, attrs))(state, dispatch)
  }

const toggleList =
  (type: NodeType, lists: NodeType[], item: NodeType): Command =>
  (state, dispatch) => {
    const list = lists
      .flatMap((candidate) => findParent(state.selection, candidate) ?? [])
      .reduce<ReturnType<typeof findParent>>(
        (inner, found) => (inner && inner.pos > found.pos ? inner : found),
        null,
      )
    if (list?.node.type === type) return liftListItem(item)(state, dispatch)
    if (!list) return wrapInList(type)(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup(list.pos, type))
    return true
  }

const toggleQuote =
  (quote: NodeType): Command =>
  (state, dispatch) => {
    const found = findParent(state.selection, quote)
    if (!found) return wrapIn(quote)(state, dispatch)
    const end = state.doc.resolve(found.pos + found.node.nodeSize - 1)
    const range = state.doc.resolve(found.pos + 1).blockRange(end)
    const target = range && liftTarget(range)
    if (!range || target === null) return false
    dispatch?.(state.tr.lift(range, target).scrollIntoView())
    return true
  }

/** Replaces an empty paragraph; otherwise inserts after the table or the block with the cursor. */
const insertBlock =
  (create: () => Node): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    const node = create()
    const table = findTable($from)
    const isEmpty = $from.parent.isTextblock && $from.parent.content.size === 0 && !inCaption(state) && !table
    const after = table ? table.pos + table.node.nodeSize : $from.depth === 0 ? $from.pos : $from.after()
    const from = isEmpty ? $from.before() : after
    const transaction = state.tr.replaceWith(from, after, node)
    const { $from: inside } = TextSelection.near(transaction.doc.resolve(from + 1))
    const selection = node.isAtom
      ? NodeSelection.create(transaction.doc, from)
      : TextSelection.create(transaction.doc, inside.start(), inside.end())
    dispatch?.(transaction.setSelection(selection).scrollIntoView())
    return true
  }

const outsideCaption =
  (command: Command): Command =>
  (state, dispatch, view) =>
    !inCaption(state) && command(state, dispatch, view)

const captionBreakers = ['Heading 2', 'Heading 3', 'Bulleted list', 'Numbered list', 'Code'] as const

export function createCommands(ctx: Ctx, parse: (markdown: string) => Node) {
  const paragraph = paragraphSchema.type(ctx)
  const item = listItemSchema.type(ctx)
  const bulletList = bulletListSchema.type(ctx)
  const orderedList = orderedListSchema.type(ctx)
  const lists = [bulletList, orderedList]
  const quote = blockquoteSchema.type(ctx)
  const codeBlock = codeBlockSchema.type(ctx)

  const code: Command = (state, dispatch) => {
    const { $from, $to, empty } = state.selection
    if (!empty && $from.sameParent($to) && $from.parent.type !== codeBlock)
      return toggleMark(inlineCodeSchema.type(ctx))(state, dispatch)
    return toggleBlock(paragraph, codeBlock)(state, dispatch)
  }
  const first = (markdown: string) => () => parse(markdown).child(0)
  const table = insertBlock(first('| Column 1 | Column 2 |\n| --- | --- |\n|  |  |'))
  const newTask = () =>
    bulletList.create(null, item.create({ checked: false, spread: false }, paragraph.create()))
  const taskList: Command = (state, dispatch) => {
    const found = findParent(state.selection, item)
    if (!found) return insertBlock(newTask)(state, dispatch)
    const checked = found.node.attrs['checked'] === null ? false : null
    dispatch?.(state.tr.setNodeAttribute(found.pos, 'checked', checked))
    return true
  }
  const toggleTask: Command = (state, dispatch) => {
    const found = findParent(state.selection, item)
    if (!found || found.node.attrs['checked'] === null) return false
    dispatch?.(state.tr.setNodeAttribute(found.pos, 'checked', !found.node.attrs['checked']))
    return true
  }

  const nextTask: Command = (state, dispatch) => {
    const found = findParent(state.selection, item)
    if (!found || found.node.attrs['checked'] === null) return false
    return splitListItem(item, { ...found.node.attrs, checked: false })(state, dispatch)
  }

  const formats: Record<Exclude<FormatName, 'Link'>, Command> = {
    Bold: toggleMark(strongSchema.type(ctx)),
    Italic: toggleMark(emphasisSchema.type(ctx)),
    'Heading 2': toggleBlock(paragraph, headingSchema.type(ctx), { level: 2 }),
    'Heading 3': toggleBlock(paragraph, headingSchema.type(ctx), { level: 3 }),
    'Bulleted list': toggleList(bulletList, lists, item),
    'Numbered list': toggleList(orderedList, lists, item),
    Quote: toggleQuote(quote),
    Code: code,
    Table: table,
  }
  for (const name of captionBreakers) formats[name] = outsideCaption(formats[name])
  return { formats, taskList, toggleTask, nextTask, divider: insertBlock(() => hrSchema.type(ctx).create()) }
}

interface Range {
  from: number
  to: number
}

const linkRanges = ({ empty, ranges }: Selection, around: Range): Range[] =>
  empty ? [around] : ranges.map(({ $from, $to }) => ({ from: $from.pos, to: $to.pos }))

function allowsMark(doc: Node, { from, to }: Range, mark: MarkType): boolean {
  let allowed = false
  doc.nodesBetween(from, to, ({ inlineContent, type }) => {
    allowed ||= inlineContent && type.allowsMarkType(mark)
  })
  return allowed
}

export const setLink =
  (ctx: Ctx, href: string, text: string): Command =>
  (state, dispatch) => {
    const { from, to, empty, attrs } = linkRange(ctx, state.selection)
    const mark = linkSchema.type(ctx).create({ ...attrs, href })
    const ranges = linkRanges(state.selection, { from, to })
    if (!ranges.some((range) => allowsMark(state.doc, range, mark.type))) return false
    const transaction = state.tr
    if (empty) transaction.insert(from, state.schema.text(text || href, [mark]))
    else
      for (const range of ranges)
        transaction.removeMark(range.from, range.to, mark.type).addMark(range.from, range.to, mark)
    dispatch?.(transaction.removeStoredMark(mark.type).scrollIntoView())
    return true
  }

export function insertPostLink({ ctx, view }: { ctx: Ctx; view: EditorView }, href: string, title: string) {
  const { $from } = view.state.selection
  if ($from.parent.textBetween(0, $from.parentOffset, undefined, ' ').endsWith('[['))
    view.dispatch(view.state.tr.delete($from.pos - 2, $from.pos))
  setLink(ctx, href, title)(view.state, view.dispatch)
}

export const removeLink =
  (ctx: Ctx): Command =>
  (state, dispatch) => {
    const transaction = state.tr
    for (const { from, to } of linkRanges(state.selection, linkRange(ctx, state.selection)))
      transaction.removeMark(from, to, linkSchema.type(ctx))
    dispatch?.(transaction)
    return true
  }

export function linkRange(ctx: Ctx, { $from, from, to, empty }: Selection) {
  const type = linkSchema.type(ctx)
  const mark = type.isInSet($from.marks())
  if (!empty || !mark) {
    const attrs = empty ? undefined : type.isInSet($from.nodeAfter?.marks ?? [])?.attrs
    return { from, to, empty, attrs, href: String(attrs?.['href'] ?? '') }
  }
  const { parent } = $from
  const hasMark = (index: number) => mark.isInSet(parent.maybeChild(index)?.marks ?? [])
  let index = $from.index()
  if (!hasMark(index)) index -= 1
  let first = index
  let last = index
  while (first > 0 && hasMark(first - 1)) first -= 1
  while (last + 1 < parent.childCount && hasMark(last + 1)) last += 1
  const offset = (end: number) =>
    parent.children.slice(0, end).reduce((size, child) => size + child.nodeSize, $from.start())
  const { attrs } = mark
  return { from: offset(first), to: offset(last + 1), empty: false, attrs, href: String(attrs['href']) }
}

export const nextRow: Command = (state, dispatch, view) => {
  if (!isInTable(state) || goToNextCell(1)(state)) return false
  addRowAfter(state, dispatch)
  if (view) goToNextCell(1)(view.state, view.dispatch)
  return true
}

interface SourceEditor {
  view: EditorView
  parseBlocks: (source: string, doc: Node) => Node[]
}

export function replaceSource({ view, parseBlocks }: SourceEditor, pos: number, source: string) {
  const { tr: transaction, doc } = view.state
  const node = doc.nodeAt(pos)
  if (!node) return
  const end = pos + node.nodeSize
  if (source.trim() === '') transaction.delete(pos, end)
  else if (node.isInline) transaction.setNodeAttribute(pos, 'value', source.trim())
  else transaction.replaceWith(pos, end, parseBlocks(source.trim(), doc))
  view.dispatch(transaction.scrollIntoView())
}
