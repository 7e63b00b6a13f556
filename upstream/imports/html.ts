import TurndownService from 'turndown'
import { MAX_CONTENT_BYTES } from '#contract/limits.ts'
import { isTooDeep } from '#contract/markup.ts'

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  // Underscores within a word are not emphasis.
  emDelimiter: '*',
})

const escapeText = service.escape.bind(service)

/** Bare URLs and e-mail addresses, which become links. */
const addresses = /(?:https?:\/\/|www\.)[^\s<>]+|(?<![\w.%+\\-])[\w.%+\\-]{1,100}@[\w.\\-]{1,300}/gi

/** Escapes text that looks like HTML, and leaves addresses as they are. */
service.escape = (text) =>
  escapeText(text)
    .replace(addresses, (address) => address.replace(/\\([_*])/g, '$1'))
    .replace(/<(?=[a-z/!])|&(?=#?\w+;)/gi, '\\$&')

/** Elements that articles may contain and Markdown cannot express. */
service.keep(['table', 'iframe', 'video', 'audio', 'details', 'sup', 'sub'])
service.remove(['script', 'style', 'noscript'])

export function fenceAround(code: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/^`+/gm)].map(([run]) => run.length + 1)))
  return `${fence}${language}\n${code}\n${fence}`
}

service.addRule('code block', {
  filter: (node) => node.nodeName === 'PRE' && node.firstChild?.nodeName !== 'CODE',
  replacement: (_content, node) => {
    const text = (node.textContent ?? '').replace(/^\n|\n$/g, '')
    return `\n\n${fenceAround(text)}\n\n`
  },
})

service.addRule('strikethrough', {
  filter: (node) => /^(DEL|S|STRIKE)$/.test(node.nodeName),
  replacement: (content) => `~~${content}~~`,
})

const textOf = (node: { textContent: string | null } | null) =>
  (node?.textContent ?? '').replace(/\s+/g, ' ').trim()

/** An image with a caption without links, which may itself be a link. */
function isCaptioned(figure: HTMLElement): boolean {
  const caption = figure.querySelector('figcaption')
  const link = figure.querySelector('a')
  return (
    figure.querySelectorAll('img').length === 1 &&
    textOf(caption) !== '' &&
    textOf(caption) === textOf(figure) &&
    !caption?.querySelector('a') &&
    !figure.querySelector('table, iframe, video, audio, pre') &&
    (!link || link.querySelector('img') !== null)
  )
}

/** Spaces and parentheses would end the target of a Markdown link. */
export const encodeTarget = (href: string) =>
  href.replace(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

service.addRule('caption', {
  filter: (node) => node.nodeName === 'FIGURE' && isCaptioned(node),
  replacement: (content, node) => {
    const image = 'querySelector' in node ? node.querySelector('img') : null
    if (!image) return content
    const alone = image.ownerDocument.createElement('div')
    const href = image.closest('a')?.getAttribute('href')
    alone.appendChild(image)
    image.setAttribute('title', textOf('querySelector' in node ? node.querySelector('figcaption') : null))
    const markdown = service.turndown(alone)
    return `\n\n${href ? `[${markdown}](${encodeTarget(href)})` : markdown}\n\n`
  },
})

const hasBlocks = (link: HTMLElement) =>
  Boolean(link.querySelector('p, div, figure, ul, ol, h1, h2, h3, h4, h5, h6'))

/** The text of a link in Markdown cannot have several blocks. */
service.addRule('link around blocks', {
  filter: (node) => node.nodeName === 'A' && hasBlocks(node),
  replacement: (content, node) => {
    if (!('querySelector' in node)) return content
    const title = service.escape(textOf(node.querySelector('.kg-bookmark-title')))
    const text =
      title ||
      content
        .trim()
        .replace(/^#{1,6} /gm, '')
        .replace(/\s*\n\s*/g, ' ')
    const description = service.escape(textOf(node.querySelector('.kg-bookmark-description')))
    const url = node.getAttribute('href') ?? ''
    return text === '' || url === '' ? content : `\n\n[${text}](${url})\n\n${description}\n\n`
  },
})

const MAX_LENGTH = 2 * MAX_CONTENT_BYTES

/** Returns null when the HTML is too long or nested too deeply. */
export const htmlToMarkdown = (html: string): string | null =>
  html.length > MAX_LENGTH || isTooDeep(html)
    ? null
    : service
        .turndown(html)
        .replace(/\n{3,}/g, '\n\n')
        .trim()
