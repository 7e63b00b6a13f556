import { closesFence, openingFence } from '#contract/markdown-code.ts'

export interface Paragraph {
  text: string
  /** The line breaks before the next paragraph; undefined for the last one. */
  gap?: string | undefined
}

interface Paragraphs {
  start: string
  paragraphs: Paragraph[]
  end: string
}

function openFenceAfter(line: string, open: string): string {
  const text = line.replace(/^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*/, '').trimEnd()
  if (open === '') return openingFence(text)
  return closesFence(text, open) ? '' : open
}

const isBlank = (line: string) => line.trim() === ''

function groupLines(text: string): { lines: string; blank: string }[] {
  const groups = [{ lines: '', blank: '' }]
  let fence = ''
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const group = groups.at(-1)
    if (!group) continue
    if (fence === '' && isBlank(line)) {
      group.blank += line
      continue
    }
    fence = openFenceAfter(line, fence)
    if (group.blank === '') group.lines += line
    else groups.push({ lines: line, blank: '' })
  }
  return groups
}

/** Blank lines separate paragraphs, except within fenced code. */
export function splitParagraphs(text: string): Paragraphs {
  const groups = groupLines(text)
  const start = groups[0]?.lines === '' ? (groups.shift()?.blank ?? '') : ''
  const paragraphs = groups.map(({ lines, blank }): Required<Paragraph> => {
    const [lineBreak = ''] = /(?:\r?\n)?$/.exec(lines) ?? []
    return { text: lines.slice(0, lines.length - lineBreak.length), gap: lineBreak + blank }
  })
  const last = paragraphs.pop()
  return { start, paragraphs: last ? [...paragraphs, { text: last.text }] : [], end: last?.gap ?? '' }
}

export function joinParagraphs({ start, paragraphs, end }: Paragraphs, lineBreak = '\n'): string {
  const texts = paragraphs.map(
    ({ text, gap = lineBreak.repeat(2) }, index) => text + (index < paragraphs.length - 1 ? gap : ''),
  )
  return start + texts.join('') + end
}
