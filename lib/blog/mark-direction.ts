import type { Element, Root } from 'hast'
import { toString } from 'hast-util-to-string'
import { directionOf, hasRightToLeft, type Direction } from '../text-direction.ts'

const blocks = new Set(
  'p div h1 h2 h3 h4 h5 h6 blockquote ul ol li dl dt dd table caption th td figcaption details summary'.split(
    ' ',
  ),
)

function ownDirection(node: Element): Direction | undefined {
  const { dir } = node.properties
  if (dir === 'rtl' || dir === 'ltr') return dir
  if (node.tagName === 'pre') return 'ltr'
  return blocks.has(node.tagName) ? directionOf(toString(node)) : undefined
}

function mark(parent: Root | Element, inherited: Direction) {
  for (const node of parent.children) {
    if (node.type !== 'element') continue
    const direction = ownDirection(node) ?? inherited
    if (direction !== inherited && node.properties['dir'] === undefined) node.properties['dir'] = direction
    mark(node, direction)
  }
}

/** Gives `dir` to each block whose first letter runs against the block around it. */
export const markDirection = () => (tree: Root) => {
  if (hasRightToLeft(toString(tree))) mark(tree, 'ltr')
}
