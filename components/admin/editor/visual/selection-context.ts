import type { Ctx } from '@milkdown/kit/ctx'
import { codeBlockSchema } from '@milkdown/kit/preset/commonmark'
import { tableSchema } from '@milkdown/kit/preset/gfm'
import type { Node } from '@milkdown/kit/prose/model'
import { NodeSelection, type Selection } from '@milkdown/kit/prose/state'
import { findParent, linkRange } from './commands.ts'
import { figureSchema, parseFigure, type Picture } from './figure.ts'

export type SelectionContext =
  | { kind: 'table'; canDelete: boolean }
  | { kind: 'code'; pos: number; language: string }
  | { kind: 'picture'; pos: number; picture: Picture }
  | { kind: 'source'; pos: number; source: string }
  | { kind: 'link'; href: string }

const figureContext = ({ attrs, textContent: caption }: Node, pos: number): SelectionContext => ({
  kind: 'picture',
  pos,
  picture: { src: String(attrs['src']), alt: String(attrs['alt']), caption },
})

export function selectionContext(ctx: Ctx, selection: Selection): SelectionContext | null {
  if (selection instanceof NodeSelection) {
    const { node, from: pos } = selection
    if (node.type.name === 'image') {
      const { src, alt, title } = node.attrs
      return {
        kind: 'picture',
        pos,
        picture: { src: String(src), alt: String(alt), caption: String(title ?? '') },
      }
    }
    if (node.type.name === 'figure') return figureContext(node, pos)
    if (node.type.name === 'island' || node.type.name === 'html') {
      const source = String(node.attrs['value'])
      const picture = node.type.name === 'island' ? parseFigure(source) : null
      return picture ? { kind: 'picture', pos, picture } : { kind: 'source', pos, source }
    }
  }
  const figure = findParent(selection, figureSchema.type(ctx))
  if (figure) return figureContext(figure.node, figure.pos)
  const { href } = linkRange(ctx, selection)
  if (href) return { kind: 'link', href }
  const code = findParent(selection, codeBlockSchema.type(ctx))
  if (code) return { kind: 'code', pos: code.pos, language: String(code.node.attrs['language']) }
  const table = findParent(selection, tableSchema.type(ctx))
  if (!table) return null
  const isHeader = selection.$from.index(selection.$from.sharedDepth(table.pos + 1)) === 0
  return { kind: 'table', canDelete: !isHeader && table.node.childCount > 2 }
}
