import anyAscii from 'any-ascii'
import type { Element, Nodes, Root } from 'hast'
import type { Plugin } from 'unified'
import { visit } from 'unist-util-visit'
import { isHeading } from './remove-disallowed.ts'
import { isFootnoteId } from './sanitize.ts'

export interface Heading {
  id: string
  text: string
  level: 2 | 3
}

const slugify = (text: string) =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'part'

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

/** Other programs derive ids from headings with different characters between the words. */
const fragmentKey = (text: string) => slugify(text).replaceAll('-', '')

function decodeFragment(href: unknown): string {
  const [, fragment = ''] = /^#(.+)/.exec(String(href)) ?? []
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

export const anchorHeadings: Plugin<[{ headings: Heading[]; links: boolean }], Root> =
  ({ headings, links }) =>
  (tree) => {
    const counts = new Map<string, number>()
    const ids = new Set<string>()
    const byFragment = new Map<string, string>()
    const byRepetition = new Map<string, string>()
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
      const slug = slugify(text)
      let count = counts.get(slug) ?? 0
      let id: string
      do {
        count += 1
        id = `section-${slug}${count > 1 ? `-${count}` : ''}`
      } while (ids.has(id))
      // The first repetition has the number 1 in ids of other programs.
      if (count > 1) byRepetition.set(fragmentKey(`${text} ${count - 1}`), id)
      counts.set(slug, count)
      ids.add(id)
      node.properties['id'] = id
      for (const fragment of [fragmentKey(text), ...(authorId ? [`#${String(authorId)}`] : [])])
        if (!byFragment.has(fragment)) byFragment.set(fragment, id)
      if (level === 2 || level === 3) headings.push({ id, text, level })
      if (!links) return
      // Without its own name, the heading would be read with the name of the link.
      node.properties['ariaLabel'] = text
      node.children.push({ type: 'text', value: ' ' }, anchorLink(id, text))
    })
    visit(tree, 'element', ({ tagName, properties }) => {
      const fragment = tagName === 'a' ? decodeFragment(properties['href']) : ''
      if (fragment === '' || ids.has(fragment) || isFootnoteId(fragment)) return
      const key = fragmentKey(fragment)
      const id = byFragment.get(`#${fragment}`) ?? byFragment.get(key) ?? byRepetition.get(key)
      if (id) properties['href'] = `#${id}`
    })
  }
