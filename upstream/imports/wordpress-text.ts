import { toString } from 'hast-util-to-string'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'

/** Avoids a regular expression, which would take quadratic time on hostile input. */
export const replaceComments = (html: string, replace: (comment: string) => string) =>
  html
    .split('<!--')
    .map((part, index) => {
      const end = part.indexOf('-->')
      return index === 0 || end === -1 ? part : replace(part.slice(0, end).trim()) + part.slice(end + 3)
    })
    .join('')

const parser = unified().use(rehypeParse, { fragment: true })

/** Longer than any name, title or excerpt may be. */
const MAX_LENGTH = 20_000

/** WordPress stores names and titles as HTML. Tags stay as they are. */
export function toPlainText(text: string): string {
  const html = text.slice(0, MAX_LENGTH)
  if (!html.includes('&')) return html
  return toString(parser.parse(html.replaceAll('<', '&lt;'))).replaceAll('\u00a0', ' ')
}

export const toPlainLine = (html: string) =>
  toPlainText(
    replaceComments(html, () => '')
      .replace(/<\/?(?:p|br|div|li)\b[^<>]{0,1000}>/gi, ' ')
      .replace(/<\/?[a-z][^<>]{0,1000}>/gi, ''),
  )
    .replace(/\s+/g, ' ')
    .trim()

const MAX_NICENAME = 50

/** The slug that WordPress makes of a login, which the file does not have; empty for characters that it would encode. */
export function toNicename(login: string): string {
  const plain = [...login].slice(0, MAX_NICENAME).join('').normalize('NFD').replace(/\p{M}/gu, '')
  if (/[^ -~]/.test(plain)) return ''
  return plain
    .toLowerCase()
    .replace(/[./]/g, '-')
    .replace(/[^a-z0-9 _-]/g, '')
    .replace(/[ -]+/g, '-')
    .replace(/^-|-$/g, '')
}
