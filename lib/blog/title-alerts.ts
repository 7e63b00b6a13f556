import type { Element, Root } from 'hast'
import { visit } from 'unist-util-visit'

const mark = /^\[!(note|tip|important|warning|caution)\][^\S\n]*(?:\n|$)/i

function titleAlert({ children }: Element) {
  const first = children.find(({ type }) => type === 'element')
  const text = first?.type === 'element' && first.tagName === 'p' ? first.children[0] : undefined
  if (first?.type !== 'element' || text?.type !== 'text') return
  const [start, name] = mark.exec(text.value) ?? []
  if (start === undefined || name === undefined) return
  const value = name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()
  text.value = text.value.slice(start.length)
  first.children.unshift(
    { type: 'element', tagName: 'strong', properties: {}, children: [{ type: 'text', value }] },
    { type: 'element', tagName: 'br', properties: {}, children: [] },
  )
}

/** `> [!NOTE]`, an alert of GitHub, becomes a quote with a title. */
export const titleAlerts = () => (tree: Root) => {
  visit(tree, { tagName: 'blockquote' }, titleAlert)
}
