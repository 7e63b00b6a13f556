import { readFileSync } from 'node:fs'

const sheet = /<link rel="stylesheet" href="\/_next\/(static\/[^"]+\.css)" data-precedence="next"\/>/g
const files = new Map<string, string>()

function readStyles(file: string): string {
  const known = files.get(file)
  if (known !== undefined) return known
  const styles = readFileSync(`.next/${file}`, 'utf8').replaceAll('url(../', 'url(/_next/static/')
  files.set(file, styles)
  return styles
}

// React treats a disabled link as a loaded sheet, and browsers do not request it; see docs/decisions/0051.
// The styles end the head, because services that show links read the title and the image from the first kilobytes.
export function inlineStyles(html: string): string {
  let styles = ''
  const rest = html.replace(sheet, (link, file: string) => {
    styles += `<style data-precedence="next">${readStyles(file)}</style>${link.replace('/>', ' disabled=""/>')}`
    return ''
  })
  return rest.replace('</head>', (end) => styles + end)
}

export const withoutStylePreloads = (link: string) =>
  link
    .split(/, (?=<)/)
    .filter((part) => !part.includes('as="style"'))
    .join(', ')
