import type { Node } from '@milkdown/kit/prose/model'
import { Plugin } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet } from '@milkdown/kit/prose/view'
import { directionOf, type Direction } from '#lib/text-direction.ts'

const directionIn = (node: Node) => (node.type.spec.code ? 'ltr' : directionOf(node.textContent))

function decorate(doc: Node): DecorationSet {
  const found: Decoration[] = []
  const mark = (parent: Node, start: number, inherited: Direction) =>
    parent.forEach((node, offset) => {
      if (node.isInline || node.isAtom) return
      const from = start + offset
      const direction = directionIn(node) ?? inherited
      if (direction !== inherited) found.push(Decoration.node(from, from + node.nodeSize, { dir: direction }))
      mark(node, from + 1, direction)
    })
  mark(doc, 0, 'ltr')
  return DecorationSet.create(doc, found)
}

export const textDirections = () =>
  new Plugin<DecorationSet>({
    state: {
      init: (_config, { doc }) => decorate(doc),
      apply: (transaction, shown) => (transaction.docChanged ? decorate(transaction.doc) : shown),
    },
    props: {
      decorations(state) {
        return this.getState(state)
      },
    },
  })
