import type { Element, ElementContent, Properties, Root } from 'hast'
import { toVideoUrl } from '#contract/videos.ts'
import { allowedAttributes, allowedTags, isFootnoteId } from './sanitize.ts'

const tags = new Set(allowedTags)
const attributes = new Set(allowedAttributes)
/** The names by which authors choose how code is highlighted; other classes are the pipeline's own. */
const codeClass = /^(lang(uage)?-[a-z0-9+#-]{1,30}|no-?highlight)$/i
/** Attributes that the pipeline adds itself. */
const replacedAttributes = new Set(['rel', 'loading', 'decoding'])
const tagsRemovedWithContent = new Set(
  'script style template svg math title noscript noembed noframes xmp textarea select audio video object'.split(
    ' ',
  ),
)

export const isHeading = ({ tagName }: Element) => /^h[1-6]$/.test(tagName)

function isAllowed(node: Element, name: string, value: Properties[string]): boolean {
  if (name === 'className') return true
  // The ids of headings are replaced later.
  if (name === 'id') return isHeading(node) || (/^(a|li)$/.test(node.tagName) && isFootnoteId(String(value)))
  return attributes.has(name.toLowerCase())
}

function attributeName(property: string): string {
  if (/^data[A-Z]/.test(property)) return 'data'
  return property.replace(/^aria(?=[A-Z])/, 'aria-').toLowerCase()
}

function forbiddenScheme(address: string): string | null {
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\s\p{Cc}]/gu, '')) ?? []
  return scheme === '' || /^(https?|mailto|tel)$/i.test(scheme) ? null : scheme.toLowerCase()
}

function checkboxAsText({ properties }: Element): ElementContent {
  const checked = properties['checked'] != null && properties['checked'] !== false
  return {
    type: 'element',
    tagName: 'span',
    properties: { role: 'img', ariaLabel: checked ? 'Done' : 'To do' },
    children: [{ type: 'text', value: checked ? '☑' : '☐' }],
  }
}

const allowedClasses = (tagName: string, names: (string | number)[]) =>
  names.map(String).filter((name) => codeClass.test(name) || (tagName === 'ol' && name === 'footnotes'))

function allowedProperties(node: Element, removed: Set<string>): Properties {
  const { tagName, properties } = node
  const allowed: Properties = {}
  for (const [name, value] of Object.entries(properties)) {
    if (isAllowed(node, name, value)) allowed[name] = value
    else if (!replacedAttributes.has(name)) removed.add(`${attributeName(name)} attributes`)
  }
  if (Array.isArray(allowed['className']))
    allowed['className'] = allowedClasses(tagName, allowed['className'])
  for (const name of ['href', 'src']) {
    const scheme = forbiddenScheme(String(allowed[name] ?? ''))
    if (scheme) removed.add(`${scheme}: ${tagName === 'img' ? 'images' : 'links'}`)
  }
  return allowed
}

function videoFrame(node: Element, removed: Set<string>): Element[] {
  const src = toVideoUrl(String(node.properties['src'] ?? ''))
  if (src === null) {
    removed.add('<iframe>')
    return []
  }
  const { width, height, title } = node.properties
  return [{ ...node, properties: { src, width, height, title }, children: [] }]
}

function keepAllowed(nodes: Root['children'], removed: Set<string>, inListItem = false): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [node]
    if (node.type !== 'element') return []
    const { tagName } = node
    if (tagName === 'iframe') return videoFrame(node, removed)
    if (tagName === 'input' && inListItem && node.properties['type'] === 'checkbox')
      return [checkboxAsText(node)]
    if (!tags.has(tagName)) removed.add(`<${tagName}>`)
    if (tagsRemovedWithContent.has(tagName)) return []
    const children = keepAllowed(node.children, removed, tagName === 'li' || (inListItem && tagName === 'p'))
    if (!tags.has(tagName)) return children
    return [{ ...node, properties: allowedProperties(node, removed), children }]
  })
}

/** Removes disallowed markup first, so that all attributes added later come from this pipeline. */
export const removeDisallowed = (removed: Set<string>) => (tree: Root) => {
  tree.children = keepAllowed(tree.children, removed)
}
