import type { Element, ElementContent, Root } from 'hast'
import { visit } from 'unist-util-visit'
import { alertMark } from '#contract/plain-text.ts'

const lineBreak: ElementContent = { type: 'element', tagName: 'br', properties: {}, children: [] }

const isLineBreak = (node: ElementContent | undefined) => node?.type === 'element' && node.tagName === 'br'

function titleAlert({ children }: Element) {
  const first = children.find(({ type }) => type === 'element')
  const text = first?.type === 'element' && first.tagName === 'p' ? first.children[0] : undefined
  if (first?.type !== 'element' || text?.type !== 'text') return
  const [line = '', ...lines] = text.value.split('\n')
  const name = alertMark.exec(line)?.[1]
  const endsLine = lines.length > 0 || first.children.length === 1 || isLineBreak(first.children[1])
  if (name === undefined || !endsLine) return
  const value = name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()
  const title: Element = {
    type: 'element',
    tagName: 'strong',
    properties: {},
    children: [{ type: 'text', value }],
  }
  text.value = lines.join('\n')
  first.children.unshift(...(lines.length > 0 ? [title, lineBreak] : [title]))
}

/** `> [!NOTE]`, an alert of GitHub, becomes a quote with a title. */
export const titleAlerts = () => (tree: Root) => {
  visit(tree, { tagName: 'blockquote' }, titleAlert)
}
