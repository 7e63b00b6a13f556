import TurndownService from 'turndown'
import { encodeTarget } from '#contract/markdown-links.ts'
import { address } from './clipboard-addresses.ts'
import { codeBlock, replaceOutsideCode } from './clipboard-code.ts'
import { rename } from './clipboard-elements.ts'
import { cleanHtml } from './clipboard-html.ts'
import { markRules, writeMarks } from './clipboard-marks.ts'

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  br: '\\',
})

const escapeText = service.escape.bind(service)

/** Also escapes text that looks like HTML. */
const escapeAll = (text: string) => escapeText(text).replace(/<(?=[a-z/!]|$)|&(?=#?\w+;)/gi, '\\$&')

/** Blocks do not begin after an address, and the page would link `\>` with it. */
const escapeAfterAddress = (text: string) => escapeAll(`a${text}`).slice(1).replace(/^>/, '&gt;')

service.escape = (text) => {
  const [start = '', ...rest] = text.split(address)
  return escapeAll(start) + rest.map((part, index) => (index % 2 ? escapeAfterAddress(part) : part)).join('')
}

const toText = (element: HTMLElement) => writeMarks(service.turndown(element))

const elementsIn = (node: Node) =>
  [...node.childNodes].filter((child): child is HTMLElement => child.nodeType === 1)

/** Numbered lists without a paragraph between them alternate, because Markdown would join them. */
function delimiterOf(list: Element): '.' | ')' {
  const { previousElementSibling: previous } = list
  return previous?.nodeName === 'OL' && delimiterOf(previous) === '.' ? ')' : '.'
}

service.addRule('code block', codeBlock)

service.addRule('item', {
  filter: 'li',
  replacement: (content, node) => {
    const parent = node.parentElement
    const items = parent ? elementsIn(parent).filter(({ nodeName }) => nodeName === 'LI') : []
    const index = items.findIndex((item) => item === node)
    const first = Number(parent && 'start' in parent ? parent.start : 1) || 1
    const mark = parent?.nodeName === 'OL' ? `${first + index}${delimiterOf(parent)} ` : '- '
    const text = content.trim().replace(/^\[([ x])\](?!\()\s*/, '[$1] ')
    const indented = replaceOutsideCode(text, /\n{2,}(?=\s*(?:[-*+]|\d+[.)]) )/, '\n')
    return `${mark}${indented.replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)}\n`
  },
})

service.addRule('checkbox', {
  filter: (node) => node.nodeName === 'INPUT' && node.getAttribute('type') === 'checkbox',
  replacement: (_content, node) => ('hasAttribute' in node && node.hasAttribute('checked') ? '[x]' : '[ ]'),
})

for (const [index, rule] of markRules.entries()) service.addRule(`mark ${index}`, rule)

/** Footnote marks of other pages are links. */
service.addRule('superscript and subscript', {
  filter: (node) =>
    /^(SUP|SUB)$/.test(node.nodeName) && !node.querySelector('a') && !node.closest('code,pre'),
  replacement: (content, { nodeName }) => `<${nodeName.toLowerCase()}>${content}</${nodeName.toLowerCase()}>`,
})

/** Google wraps the links of its documents and search results. */
function targetOf(href: string): string | null {
  if (!URL.canParse(href)) return null
  const { protocol, hostname, pathname, searchParams } = new URL(href)
  const wrapped = searchParams.get('q') ?? searchParams.get('url')
  if (/(^|\.)google\.com$/.test(hostname) && pathname === '/url' && wrapped) return targetOf(wrapped)
  return /^(https?|mailto|tel):$/.test(protocol) ? href : null
}

service.addRule('link', {
  filter: 'a',
  replacement: (content, node) => {
    const target = 'getAttribute' in node ? targetOf(node.getAttribute('href') ?? '') : null
    const text = content.trim()
    if (target === null || text === '') return content
    if (text === target) return target
    return `${/^\s/.test(content) ? ' ' : ''}[${text}](${encodeTarget(target)})${/\s$/.test(content) ? ' ' : ''}`
  },
})

function cellText(cell: Element): string {
  const content = cell.ownerDocument.createElement('div')
  content.append(...cell.cloneNode(true).childNodes)
  for (const block of content.querySelectorAll('h1,h2,h3,h4,h5,h6,blockquote')) rename(block, 'div')
  return toText(content)
    .replace(/\\?\n+/g, ' ')
    .replace(/\|/g, '\\|')
    .trim()
}

const MAX_COLUMNS_SPANNED = 20

/** A cell that spans several rows or columns has its text in the first of them. */
function toGrid(rows: HTMLTableRowElement[]): string[][] {
  const grid = rows.map((): string[] => [])
  rows.forEach(({ cells }, top) => {
    const texts = grid[top] ?? []
    for (const cell of cells) {
      let left = 0
      while (texts[left] !== undefined) left += 1
      const end = left + Math.min(cell.colSpan, MAX_COLUMNS_SPANNED)
      // A rowspan of 0 reaches to the last row.
      for (const spanned of grid.slice(top, cell.rowSpan ? top + cell.rowSpan : undefined))
        for (let column = left; column < end; column += 1) spanned[column] = ''
      texts[left] = cellText(cell)
    }
  })
  return grid
}

const isTable = (node: Node): node is HTMLTableElement => node.nodeName === 'TABLE'

service.addRule('table', {
  filter: 'table',
  replacement: (content, node) => {
    // Tables within tables are layout.
    if (!isTable(node) || node.querySelector('table')) return `\n\n${content}\n\n`
    const rows = toGrid([...node.rows])
    const width = Math.max(...rows.map((row) => row.length), 0)
    const [head, ...body] = rows.filter((row) => row.some((text) => text))
    if (!head || (width === 1 && body.length === 0)) return `\n\n${content}\n\n`
    const line = (texts: string[]) =>
      `| ${Array.from({ length: width }, (_, column) => texts[column] ?? '').join(' | ')} |`
    const rule = Array.from({ length: width }, () => '---')
    const caption = node.caption ? `${toText(node.caption)}\n\n` : ''
    return `\n\n${caption}${[head, rule, ...body].map(line).join('\n')}\n\n`
  },
})

export const htmlToMarkdown = (html: string): string =>
  replaceOutsideCode(toText(cleanHtml(html)), /\n(?:[ \t]*\n)+/, '\n\n').trim()
