/** Avoids a regular expression, which would take quadratic time on hostile input. */
export const removeComments = (html: string) =>
  html
    .split('<!--')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('-->') + 3)))
    .join('')

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const fromCodePoint = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

/** WordPress stores names and titles as HTML. */
export const toPlainText = (html: string) =>
  html.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (_entity, decimal?: string, hex?: string, name = '') =>
      decimal || hex
        ? fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16))
        : (characters[name.toLowerCase()] ?? ''),
  )

export const toPlainLine = (html: string) =>
  toPlainText(
    removeComments(html)
      .replace(/<\/?(?:p|br|div|li)\b[^<>]{0,1000}>/gi, ' ')
      .replace(/<\/?[a-z][^<>]{0,1000}>/gi, ''),
  )
    .replace(/\s+/g, ' ')
    .trim()
