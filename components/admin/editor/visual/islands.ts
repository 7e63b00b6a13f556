import type { MilkdownPlugin } from '@milkdown/kit/ctx'
import { $nodeSchema, $remark } from '@milkdown/kit/utils'

interface MarkdownNode {
  type: string
  value?: unknown
  children?: MarkdownNode[]
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined
}

const blocks = new Set(
  'paragraph heading thematicBreak blockquote list listItem code table tableRow tableCell'.split(' '),
)
const texts = new Set('text emphasis strong delete inlineCode break link image'.split(' '))
const references = new Set(['linkReference', 'imageReference', 'footnoteReference'])
const textBlocks = new Set(['paragraph', 'heading', 'tableCell'])
const voidTag = /^<(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b|\/>$|^<[!?]/i

const tagName = (node: MarkdownNode | undefined) =>
  /^<\/?([a-z][a-z0-9-]*)/i.exec(String(node?.value ?? ''))?.[1]?.toLowerCase()
const isClosing = (node: MarkdownNode) => String(node.value).startsWith('</')

const sourceOf = (source: string, first: MarkdownNode, last = first) =>
  source.slice(first.position?.start.offset ?? 0, last.position?.end.offset ?? 0)

function closingIndex(nodes: MarkdownNode[], opening: number): number {
  const name = tagName(nodes[opening])
  let depth = 0
  return nodes.findIndex((node, index) => {
    if (index < opening || node.type !== 'html' || tagName(node) !== name) return false
    depth += isClosing(node) ? -1 : 1
    return depth === 0
  })
}

/** Turns each inline element and reference into one node with its source; null when a tag is not closed. */
function joinInline(nodes: MarkdownNode[], source: string): MarkdownNode[] | null {
  const joined: MarkdownNode[] = []
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index]
    if (!node) break
    if (node.type === 'html' && !voidTag.test(String(node.value))) {
      const end = isClosing(node) ? -1 : closingIndex(nodes, index)
      if (end === -1) return null
      joined.push({ type: 'html', value: sourceOf(source, node, nodes[end]) })
      index = end
    } else if (node.type === 'html') joined.push(node)
    else if (references.has(node.type)) joined.push({ type: 'html', value: sourceOf(source, node) })
    else {
      const editable = texts.has(node.type) ? toEditable(node, source, true) : null
      if (!editable) return null
      joined.push(editable)
    }
  }
  return joined
}

function toEditable(node: MarkdownNode, source: string, inText = false): MarkdownNode | null {
  if (!inText && !blocks.has(node.type)) return null
  if (!node.children) return node
  if (inText || textBlocks.has(node.type)) {
    const children = joinInline(node.children, source)
    return children && { ...node, children }
  }
  const children = node.children.flatMap((child) => toEditable(child, source) ?? [])
  return children.length === node.children.length ? { ...node, children } : null
}

function toFigure(node: MarkdownNode): MarkdownNode {
  const [image, ...others] = node.children ?? []
  const isAlone = node.type === 'paragraph' && image?.type === 'image' && others.length === 0
  return isAlone ? { ...image, type: 'figure', position: node.position } : node
}

/** Blocks that the schema does not know keep their source: HTML, definitions, footnotes. */
const remarkIslands = $remark('remarkIslands', () => () => (tree: MarkdownNode, file) => {
  const source = String(file)
  tree.children = tree.children?.map((node) => {
    const editable = toEditable(node, source)
    if (editable) return toFigure(editable)
    return { type: 'island', value: sourceOf(source, node), position: node.position }
  })
})

const islandSchema = $nodeSchema('island', () => ({
  group: 'block',
  atom: true,
  selectable: true,
  attrs: { value: { default: '', validate: 'string' } },
  parseDOM: [{ tag: 'div[data-island]', getAttrs: (dom) => ({ value: dom.dataset['island'] ?? '' }) }],
  toDOM: (node) => ['div', { 'data-island': node.attrs['value'] }],
  parseMarkdown: {
    match: ({ type }) => type === 'island',
    runner: (state, node, type) => {
      state.addNode(type, { value: String(node.value) })
    },
  },
  toMarkdown: {
    match: ({ type }) => type.name === 'island',
    runner: (state, node) => {
      state.addNode('html', undefined, String(node.attrs['value']))
    },
  },
}))

export const islands: MilkdownPlugin[] = [remarkIslands, islandSchema].flat()
