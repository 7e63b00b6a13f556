import type { Element, Nodes, Root } from 'hast'
import type { Plugin } from 'unified'
import { visit } from 'unist-util-visit'
import { createHeadingIds, decodeFragment } from '#contract/heading-ids.ts'
import { isHeading } from './remove-disallowed.ts'
import { isFootnoteId } from './sanitize.ts'

export interface Heading {
  id: string
  text: string
  level: 2 | 3
}

const anchorLink = (id: string, text: string): Element => ({
  type: 'element',
  tagName: 'a',
  properties: { href: `#${id}`, className: ['anchor'], ariaLabel: `Link to “${text}”` },
  children: [{ type: 'text', value: '#' }],
})

const headingLevels: Record<string, number> = { h1: 2, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 }

const isFootnoteLink = ({ tagName, properties }: Element) =>
  tagName === 'a' && String(properties['href']).startsWith('#footnote-')

/** Includes the alternative text of images, and leaves out the numbers of footnotes. */
function headingText(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  if (node.tagName === 'img') return String(node.properties['alt'] ?? '')
  return isFootnoteLink(node) ? '' : node.children.map(headingText).join('')
}

export const anchorHeadings: Plugin<[{ headings: Heading[]; links: boolean }], Root> =
  ({ headings, links }) =>
  (tree) => {
    const ids = createHeadingIds()
    visit(tree, 'element', (node) => {
      const level = headingLevels[node.tagName]
      const { id: authorId, ...properties } = node.properties
      if (isHeading(node)) node.properties = properties
      if (level === undefined) return
      node.tagName = `h${level}`
      const text = headingText(node).trim()
      if (text === '') {
        // Without a text it would be a heading without a name.
        node.tagName = 'p'
        return
      }
      const id = ids.add(text, authorId ? String(authorId) : undefined)
      node.properties['id'] = id
      if (level === 2 || level === 3) headings.push({ id, text, level })
      if (!links) return
      // Without its own name, the heading would be read with the name of the link.
      node.properties['ariaLabel'] = text
      node.children.push({ type: 'text', value: ' ' }, anchorLink(id, text))
    })
    visit(tree, 'element', ({ tagName, properties }) => {
      const href = tagName === 'a' ? String(properties['href']) : ''
      const fragment = href.startsWith('#') ? decodeFragment(href) : ''
      const id = fragment === '' || isFootnoteId(fragment) ? undefined : ids.find(fragment)
      if (id) properties['href'] = `#${id}`
    })
  }
