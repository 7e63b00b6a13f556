import type TurndownService from 'turndown'

/** The controls of players and forms, which are no text. */
const isControl = ({ nodeName, className }: HTMLElement) =>
  /^(BUTTON|SVG)$/i.test(nodeName) ||
  /(?:^|\s)kg-(?:(?:video|audio)-player|signup-card)(?:\s|$)/.test(className)

/** In the ids and links of Markdown cards, and of the generators that turn footnotes into HTML. */
const labelOf = (text: string | null | undefined) => /^#?fn:?([\w-]{1,50})$/.exec(text ?? '')?.[1] ?? ''

const isFootnote = (node: HTMLElement) =>
  node.nodeName === 'LI' && labelOf(node.id) !== '' && node.closest('.footnotes, .footnotes-list') !== null

/** Returns an empty text for a link to another part of the text. */
function referenceOf(node: HTMLElement): string {
  const address = node.querySelector('a')?.getAttribute('href')
  const target = address && node.ownerDocument.getElementById(address.slice(1))
  return target && isFootnote(target) ? labelOf(address) : ''
}

const isBackLink = (node: HTMLElement) =>
  (node.nodeName === 'A' && /^#fnref/.test(node.getAttribute('href') ?? '')) ||
  (node.nodeName === 'HR' && node.className === 'footnotes-sep')

export function addCardRules(service: TurndownService): void {
  service.remove(isControl)
  service.addRule('hidden image of a player', {
    filter: ({ nodeName, className }) =>
      nodeName === 'IMG' && /(?:^|\s)kg-audio-hide(?:\s|$)/.test(className),
    replacement: () => '',
  })
  service.addRule('footnote', {
    filter: isFootnote,
    replacement: (content, node) =>
      `[^${'id' in node ? labelOf(String(node.id)) : ''}]: ${content.trim().replace(/\n(?=[^\n])/g, '\n    ')}\n\n`,
  })
  service.addRule('link to a footnote', {
    filter: (node) => node.nodeName === 'SUP' && referenceOf(node) !== '',
    replacement: (content, node) => ('querySelector' in node ? `[^${referenceOf(node)}]` : content),
  })
  service.addRule('link back from a footnote', { filter: isBackLink, replacement: () => '' })
}
