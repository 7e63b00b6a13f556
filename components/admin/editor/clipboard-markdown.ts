import TurndownService from 'turndown'
import { cleanHtml } from './clipboard-html.ts'

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '_',
  br: '\\',
})

const escapeText = service.escape.bind(service)

/** Also escapes text that looks like HTML, and leaves URLs as they are. */
service.escape = (text) =>
  text
    .split(/(https?:\/\/[^\s<>]+)/)
    .map((part, index) =>
      index % 2 === 1 ? part : escapeText(part).replace(/<(?=[a-z/!])|&(?=#?\w+;)/gi, '\\$&'),
    )
    .join('')

const elementsIn = (node: Node) =>
  [...node.childNodes].filter((child): child is HTMLElement => child.nodeType === 1)

service.addRule('item', {
  filter: 'li',
  replacement: (content, node) => {
    const parent = node.parentNode
    const items = parent ? elementsIn(parent).filter(({ nodeName }) => nodeName === 'LI') : []
    const index = items.findIndex((item) => item === node)
    const first = Number(parent && 'start' in parent ? parent.start : 1) || 1
    const mark = parent?.nodeName === 'OL' ? `${first + index}. ` : '- '
    const indented = content
      .trim()
      .replace(/^\[([ x])\]\s*/, '[$1] ')
      .replace(/\n{2,}(?=\s*(?:[-*+]|\d+[.)]) )/g, '\n')
    return `${mark}${indented.replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)}\n`
  },
})

service.addRule('checkbox', {
  filter: (node) => node.nodeName === 'INPUT' && node.getAttribute('type') === 'checkbox',
  replacement: (_content, node) => ('hasAttribute' in node && node.hasAttribute('checked') ? '[x]' : '[ ]'),
})

service.addRule('strikethrough', {
  filter: (node) => /^(DEL|S|STRIKE)$/.test(node.nodeName),
  replacement: (content) => `~~${content}~~`,
})

function targetOf(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  if (/(^|\.)google\.com$/.test(url.hostname) && url.pathname === '/url') return url.searchParams.get('q')
  return /^(https?|mailto|tel):$/.test(url.protocol) ? href : null
}

service.addRule('link', {
  filter: 'a',
  replacement: (content, node) => {
    const target = 'getAttribute' in node ? targetOf(node.getAttribute('href') ?? '') : null
    const text = content.trim()
    if (target === null || text === '') return content
    if (text === target) return target
    const url = target.replace(/[\s()<>]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
    return `${/^\s/.test(content) ? ' ' : ''}[${text}](${url})${/\s$/.test(content) ? ' ' : ''}`
  },
})

function cellText(cell: Element): string {
  const content = cell.ownerDocument.createElement('div')
  content.append(...cell.cloneNode(true).childNodes)
  return service
    .turndown(content)
    .replace(/\\?\n+/g, ' ')
    .replace(/\|/g, '\\|')
    .trim()
}

service.addRule('table', {
  filter: 'table',
  replacement: (content, node) => {
    if (!('querySelectorAll' in node)) return content
    const rows = [...node.querySelectorAll('tr')].map((row) =>
      [...row.children].flatMap((cell) => {
        const span = Math.min(Number(cell.getAttribute('colspan') ?? 1) || 1, 20)
        return [cellText(cell), ...Array<string>(span - 1).fill('')]
      }),
    )
    const width = Math.max(...rows.map((row) => row.length), 0)
    const [head, ...body] = rows.filter((row) => row.some((text) => text !== ''))
    if (!head) return ''
    if (width === 1 && body.length === 0) return `\n\n${head.join('')}\n\n`
    const line = (texts: string[]) =>
      `| ${Array.from({ length: width }, (_, column) => texts[column] ?? '').join(' | ')} |`
    const rule = Array.from({ length: width }, () => '---')
    return `\n\n${[head, rule, ...body].map(line).join('\n')}\n\n`
  },
})

export const toMarkdown = (html: string): string =>
  service
    .turndown(cleanHtml(html))
    .replace(/^[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
