import type TurndownService from 'turndown'

const kinds = [
  { names: /^(STRONG|B)$/, delimiter: '**', tag: 'strong' },
  { names: /^(EM|I)$/, delimiter: '*', tag: 'em' },
  { names: /^(DEL|S|STRIKE)$/, delimiter: '~~', tag: 'del' },
]
type Kind = (typeof kinds)[number]

/** Google Docs wraps whatever is copied from it in such an element. */
const isNormal = (node: Node) =>
  'getAttribute' in node &&
  typeof node.getAttribute === 'function' &&
  /font-weight:\s*(?:normal|400)\b/i.test(String(node.getAttribute('style')))

const blocks = 'ul, ol, dl, pre, table, blockquote, figure, hr, details, h1, h2, h3, h4, h5, h6'

/** WordPress writes colored text as marks, which pages would highlight. */
const isColored = (node: Node) =>
  node.nodeName === 'MARK' &&
  'getAttribute' in node &&
  typeof node.getAttribute === 'function' &&
  /background-color:\s*rgba\(0,\s*0,\s*0,\s*0\)/.test(String(node.getAttribute('style')))

const isWrapper = (node: Node) => /^(SPAN|FONT)$/.test(node.nodeName) || isColored(node)

type Side = 'previousSibling' | 'nextSibling'

/** Returns null where a line, or the text of a link, starts or ends. */
function nodeBeside(node: Node, side: Side): Node | null {
  let inner = node
  while (!inner[side]) {
    if (!inner.parentNode || !isWrapper(inner.parentNode)) return null
    inner = inner.parentNode
  }
  let beside: Node | null = inner[side]
  while (beside && isWrapper(beside)) beside = side === 'nextSibling' ? beside.firstChild : beside.lastChild
  return beside
}

const isPunctuation = (character = '') => /[\p{P}\p{S}]/u.test(character)
const isLetter = (character = '') => /[^\s\p{P}\p{S}]/u.test(character)

/** Markdown does not read `**Note:**text` and `**a****b**` as two words in bold. */
function isDelimited(node: Node, side: Side, edge: string | undefined, { names }: Kind): boolean {
  const beside = nodeBeside(node, side)
  if (beside === null || names.test(beside.nodeName)) return beside === null
  if (!isPunctuation(edge)) return true
  if (beside.nodeName === '#text') return !isLetter(beside.textContent?.at(side === 'nextSibling' ? 0 : -1))
  return !kinds.some((kind) => kind.names.test(beside.nodeName))
}

function write(text: string, content: string, node: Node, kind: Kind): string {
  const isReadable =
    (!content.startsWith(text) || isDelimited(node, 'previousSibling', text.at(0), kind)) &&
    (!content.endsWith(text) || isDelimited(node, 'nextSibling', text.at(-1), kind))
  return isReadable ? `${kind.delimiter}${text}${kind.delimiter}` : `<${kind.tag}>${text}</${kind.tag}>`
}

const isWithin = (node: Node, names: RegExp): boolean =>
  node.parentNode !== null &&
  ((names.test(node.parentNode.nodeName) && !isNormal(node.parentNode)) || isWithin(node.parentNode, names))

/** Delimiters and tags must be beside the text and within its paragraph. */
function wrap(content: string, node: TurndownService.Node, wrapText: (text: string) => string): string {
  if (node.textContent?.trim() === '' || node.querySelector(blocks)) return content
  return content
    .split(/(\n\s*\n)/)
    .map((part) => {
      const text = part.trim()
      return text === '' ? part : part.replace(text, () => wrapText(text))
    })
    .join('')
}

const emphasize = (content: string, node: TurndownService.Node, kind: Kind) =>
  isWithin(node, kind.names) ? content : wrap(content, node, (text) => write(text, content, node, kind))

/** These stay HTML, whose text is Markdown. */
const shown = /^(KBD|SAMP|VAR|Q|CITE|MARK|U|INS|SMALL|ABBR)$/
const keptAttributes = ['title', 'lang', 'dir', 'cite', 'datetime']

function openingTag(element: HTMLElement): string {
  const attributes = keptAttributes.flatMap((name) => {
    const value = element.getAttribute(name)?.replace(/\s+/g, ' ')
    return value === undefined ? [] : ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
  })
  return `<${element.nodeName.toLowerCase()}${attributes.join('')}>`
}

export function addEmphasisRules(service: TurndownService): void {
  for (const kind of kinds)
    service.addRule(kind.tag, {
      filter: ({ nodeName }) => kind.names.test(nodeName),
      replacement: (content, node) => (isNormal(node) ? content : emphasize(content, node, kind)),
    })
  service.addRule('elements that pages can show', {
    filter: ({ nodeName }) => shown.test(nodeName),
    replacement: (content, node) => {
      if (!('getAttribute' in node) || isColored(node) || isWithin(node, /^CODE$/)) return content
      const tag = openingTag(node)
      return wrap(content, node, (text) => `${tag}${text}</${node.nodeName.toLowerCase()}>`)
    },
  })
}
