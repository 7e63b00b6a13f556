import TurndownService from 'turndown'
import { MAX_CONTENT_BYTES } from '#contract/limits.ts'
import { isTooDeep } from '#contract/markup.ts'

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '_',
})

const escapeText = service.escape.bind(service)

/** Escapes text that looks like HTML. */
service.escape = (text) => escapeText(text).replace(/<(?=[a-z/!])|&(?=#?\w+;)/gi, '\\$&')

/** Elements that articles may contain and Markdown cannot express. */
service.keep(['table', 'iframe', 'video', 'audio', 'details', 'sup', 'sub'])
service.remove(['script', 'style', 'noscript'])

service.addRule('code block', {
  filter: (node) => node.nodeName === 'PRE' && node.firstChild?.nodeName !== 'CODE',
  replacement: (_content, node) => {
    const text = (node.textContent ?? '').replace(/^\n|\n$/g, '')
    const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/^`+/gm)].map(([run]) => run.length + 1)))
    return `\n\n${fence}\n${text}\n${fence}\n\n`
  },
})

service.addRule('strikethrough', {
  filter: (node) => /^(DEL|S|STRIKE)$/.test(node.nodeName),
  replacement: (content) => `~~${content}~~`,
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
