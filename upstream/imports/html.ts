import TurndownService from 'turndown'
import { MAX_CONTENT_BYTES } from '#contract/limits.ts'
import { fenceAround } from '#contract/markdown-code.ts'
import { encodeTarget } from '#contract/markdown-links.ts'
import { isHtmlTooDeep, isTooDeep } from '#contract/markup.ts'
import { toVideoUrl } from '#contract/videos.ts'
import { addCardRules } from './html-cards.ts'
import { addEmphasisRules } from './html-emphasis.ts'
import { addHeadingRules, MAX_NAMES_LENGTH, withAnchors } from './html-headings.ts'
import type { SourcePost } from './source.ts'

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
})

const escapeText = service.escape.bind(service)

/** Bare URLs and e-mail addresses, which become links, and the bracket that follows a URL. */
const addresses =
  /((?:https?:\/\/|www\.)(?:[^\s<>[\]\\]|\\[^\s<>[\]])+)(?=(\\[[\]])?)|(?<![\w.%+\\-])[\w.%+\\-]{1,100}@[\w.\\-]{1,300}/gi

/** A bare URL would not end before an escaped bracket. */
function writeAddress(address: string, url = '', bracket = ''): string {
  if (bracket === '' || !/^http/i.test(url)) return address.replace(/\\([_*~])/g, '$1')
  const end = /(?<![.,:;!?'")])[.,:;!?'")]*$/.exec(url)?.index
  return `<${url.slice(0, end).replace(/\\(.)/g, '$1')}>${url.slice(end)}`
}

/** Escapes text that looks like HTML or is struck through, and leaves addresses as they are. */
service.escape = (text) =>
  escapeText(text)
    .replace(/^\\~/, '~')
    .replace(/~/g, '\\~')
    .replace(/<(?=[a-z/!])|&(?=#?\w+;)/gi, '\\$&')
    .replace(addresses, writeAddress)

service.remove(['style', 'noscript'])

service.addRule('elements that Markdown cannot express', {
  filter: ['table', 'iframe', 'details', 'sup', 'sub'],
  replacement: (_content, node) => {
    if (!('outerHTML' in node)) return ''
    // A blank line would end the HTML.
    const html = node.outerHTML.replace(/\n(?=[ \t]*\n)/g, '&#10;')
    return /^(TABLE|DETAILS)$/.test(node.nodeName) ? `\n\n${html}\n\n` : html
  },
})

/** The importer has set the numbers. */
service.addRule('reference to a footnote', {
  filter: (node) => node.nodeName === 'SUP' && /^\d+$/.test(node.getAttribute('data-fn') ?? ''),
  replacement: (_content, node) => ('getAttribute' in node ? `[^${node.getAttribute('data-fn')}]` : ''),
})

/** Where Prism, Enlighter, SyntaxHighlighter, Crayon and WP-Syntax note the language. */
const languageClass = /(?:^|\s)(?:lang(?:uage)?[-:]|brush:\s{0,9})([\w+#-]{1,40})/
const plainText = /^(?:generic|raw|plain|none|no-?highlight)$/i

export function toLanguage(name: string): string {
  if (!/^[\w+#-]{1,40}$/.test(name) || plainText.test(name)) return ''
  return name === 'jscript' ? 'javascript' : name
}

function languageOf(block: HTMLElement): string {
  const code = block.querySelector('code')
  const [, named = ''] = languageClass.exec(`${code?.className ?? ''} ${block.className}`) ?? []
  const given = block.getAttribute('data-enlighter-language') ?? block.getAttribute('lang') ?? ''
  return toLanguage(named || given)
}

service.addRule('code block', {
  filter: 'pre',
  replacement: (_content, node) => {
    if (!('querySelectorAll' in node)) return ''
    for (const lineBreak of Array.from(node.querySelectorAll('br'))) lineBreak.textContent = '\n'
    const text = (node.textContent ?? '').replace(/^\n|\n$/g, '')
    return `\n\n${fenceAround(text, languageOf(node))}\n\n`
  },
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
    return text === '' || url === '' ? content : `\n\n[${text}](${encodeTarget(url)})\n\n${description}\n\n`
  },
})

/** The script of a gist writes code into the page; those of other widgets have no address for readers. */
const gist = /^(https:\/\/gist\.github\.com\/[\w-]{1,100}\/\w{1,100})\.js(?=\?|$)/

function sourceOf(media: HTMLElement): string {
  if (media.nodeName === 'SCRIPT') return gist.exec(media.getAttribute('src') ?? '')?.[1] ?? ''
  const source = media.querySelector('source')?.getAttribute('src')
  const url = (media.getAttribute('src') ?? media.getAttribute('data') ?? source ?? '').trim()
  return /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(url) ? '' : url
}

const isVideo = (node: HTMLElement) =>
  node.nodeName === 'IFRAME' && toVideoUrl(node.getAttribute('src') ?? '') !== null

/** Turndown is synchronous, so this belongs to the post that is being converted. */
let media = { linked: 0, removed: 0, scripts: new Set<string>() }

service.addRule('media that pages cannot show', {
  filter: (node) => /^(VIDEO|AUDIO|EMBED|OBJECT|IFRAME|SCRIPT)$/.test(node.nodeName) && !isVideo(node),
  replacement: (_content, node) => {
    if (!('querySelector' in node)) return ''
    const url = sourceOf(node)
    if (url !== '') media.linked += 1
    else if (node.nodeName === 'SCRIPT') media.scripts.add(node.getAttribute('src') || 'without an address')
    else media.removed += 1
    if (url === '') return ''
    // A table is kept as HTML after its cells are converted.
    const link = node.ownerDocument.createElement('a')
    link.setAttribute('href', url)
    link.textContent = url
    node.parentNode?.replaceChild(link, node)
    return `\n\n[${service.escape(url)}](${encodeTarget(url)})\n\n`
  },
})

const describeMedia = ({ linked, removed, scripts }: typeof media) => [
  ...(linked > 0 ? [`Video, audio and embeds become links: ${linked}.`] : []),
  ...(removed > 0 ? [`Video, audio and embeds without an address are left out: ${removed}.`] : []),
  ...(scripts.size > 0
    ? [`Scripts are left out: ${[...scripts].join(', ').slice(0, MAX_NAMES_LENGTH)}`]
    : []),
]

/** Turndown takes quadratic time for each. */
const longGap = /(?:\s|&nbsp;|&#160;|<br\s{0,9}\/?>){1000,}/gi

export function convertPost(
  write: (convert: (html: string) => string) => string,
): Pick<SourcePost, 'content' | 'problems'> {
  media = { linked: 0, removed: 0, scripts: new Set() }
  const content = write((html) => service.turndown(html.replace(longGap, '<br><br>')))
  return { content, problems: describeMedia(media) }
}

addCardRules(service)
addEmphasisRules(service)
addHeadingRules(service)

export const MAX_HTML_LENGTH = 2 * MAX_CONTENT_BYTES
/** Each tag takes much time and memory to convert; a long article has a few thousand. */
const MAX_TAGS = 40_000

function hasTooManyTags(html: string): boolean {
  const tags = html.matchAll(/<\/?[a-z]/gi)
  return tags.drop(MAX_TAGS).next().done === false
}

function reasonToReject(html: string): string {
  if (html.length > MAX_HTML_LENGTH || isHtmlTooDeep(html) || isTooDeep(html))
    return 'The content is too long or nested more than 100 levels deep.'
  return hasTooManyTags(html) ? `The content has more than ${MAX_TAGS} tags.` : ''
}

/** Footnotes are numbered from 1. Those that the text does not refer to are left out. */
export function htmlToMarkdown(
  html: string,
  footnotes: string[] = [],
): Pick<SourcePost, 'content' | 'problems' | 'rejected' | 'anchors'> {
  const rejected = reasonToReject([html, ...footnotes].join('\n'))
  if (rejected !== '') return { content: '', problems: [], anchors: [], rejected }
  const write = (convert: (html: string) => string) => {
    const notes = footnotes.flatMap((note, index) => {
      const number = index + 1
      if (!html.includes(`data-fn="${number}"`)) return []
      return `[^${number}]: ${convert(note).trim().replace(/\n/g, '\n    ')}`
    })
    return [convert(html).trim(), ...notes].join('\n\n')
  }
  return { ...withAnchors(() => convertPost(write)), rejected }
}
