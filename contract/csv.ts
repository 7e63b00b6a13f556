export const MAX_CSV_BYTES = 5_000_000
export const CSV_TOO_LARGE = 'The file must be at most 5 MB.'

export const fitsCsvLimit = (csv: string) => new TextEncoder().encode(csv).length <= MAX_CSV_BYTES

/** Spreadsheets run a cell that starts with one of these characters as a formula, in some languages also the full-width ones. */
const formulaStart = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/

/** Spreadsheets that separate by semicolons or tabs start a cell after each of them, even inside quotes. */
const innerFormulaStart = /(?=[=+\-@\uff1d\uff0b\uff0d\uff20])(?<=[;\t\r\n][\s"]*)/g

type Cell = string | number | null

function guardFormulas(value: string): string {
  const text = value.replace(innerFormulaStart, "'")
  return formulaStart.test(text) ? `'${text}` : text
}

function toCell(value: Cell, isExact: boolean): string {
  if (typeof value !== 'string') return String(value ?? '')
  const text = isExact ? value : guardFormulas(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const withoutFormulaQuote = (cell: string) =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell

/** One line per row with CRLF, as RFC 4180 requires. Exact columns are not guarded against formulas. */
export const toCsv = (rows: readonly (readonly Cell[])[], exactColumns: readonly number[] = []): string =>
  rows
    .map((row) => `${row.map((cell, column) => toCell(cell, exactColumns.includes(column))).join(',')}\r\n`)
    .join('')

/** More columns than any export has; further cells are ignored. */
const MAX_CELLS = 1000

const delimiters = [',', ';', '\t', '|'] as const

const delimiterLine = /^"?sep=([^"\n])"?\n/i

function delimiterOf(text: string): string {
  const [firstLine = ''] = text.split('\n', 1)
  const counted = delimiters.map(
    (delimiter) => [firstLine.split(delimiter, MAX_CELLS).length, delimiter] as const,
  )
  return counted.reduce((best, next) => (next[0] > best[0] ? next : best))[1]
}

export interface CsvRow {
  line: number
  cells: string[]
}

function findClosingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** Takes less memory than `replaceAll`, which matters for millions of quotes. */
const unescapeQuotes = (cell: string) => cell.split('""').join('"')

/** Stops after `maxRows` rows, so that a file of short lines takes little memory. */
export function parseCsv(file: string, maxRows: number): CsvRow[] | null {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const [named = '', delimiter = delimiterOf(text)] = delimiterLine.exec(text) ?? []
  const rows: CsvRow[] = []
  let line = named === '' ? 1 : 2
  let row: CsvRow = { line, cells: [] }
  for (let at = named.length, end = 0; at <= text.length && rows.length < maxRows; at = end + 1) {
    const isQuoted = text[at] === '"'
    const close = isQuoted ? findClosingQuote(text, at + 1) : at
    if (close < 0) return null
    const quoted = isQuoted ? unescapeQuotes(text.slice(at + 1, close)) : ''
    const rest = isQuoted ? close + 1 : at
    end = rest
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1
    if (row.cells.length < MAX_CELLS) row.cells.push(quoted + text.slice(rest, end))
    if (isQuoted) line += quoted.split('\n').length - 1
    if (end < text.length && text[end] !== '\n') continue
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
    line += 1
    row = { line, cells: [] }
  }
  return rows
}
