/** Spreadsheets run a cell that starts with one of these characters as a formula. */
const formulaStart = /^\s*[=+\-@\t\r]/

type Cell = string | number | null

function toCell(value: Cell): string {
  if (typeof value !== 'string') return String(value ?? '')
  const text = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const withoutFormulaQuote = (cell: string) =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell

/** One line per row with CRLF, as RFC 4180 requires. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')

const delimiters = [',', ';', '\t'] as const

function delimiterOf(text: string): string {
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const counted = delimiters.map((delimiter) => [firstLine.split(delimiter).length, delimiter] as const)
  return counted.reduce((best, next) => (next[0] > best[0] ? next : best))[1]
}

export interface CsvRow {
  line: number
  cells: string[]
}

export function parseCsv(file: string): CsvRow[] | null {
  const text = file.replace(/^\uFEFF/, '')
  const separator = delimiterOf(text)
  const rows: CsvRow[] = []
  let line = 1
  let row: CsvRow = { line, cells: [] }
  let cell = ''
  let quoted = false
  const endRow = () => {
    row.cells.push(cell)
    if (row.cells.some((value) => value.trim() !== '')) rows.push(row)
    cell = ''
    row = { line, cells: [] }
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '\n') line += 1
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[(at += 1)]
      else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === separator) {
      row.cells.push(cell)
      cell = ''
    } else if (character === '\n') endRow()
    else if (character !== '\r') cell += character
  }
  if (quoted) return null
  endRow()
  return rows
}
