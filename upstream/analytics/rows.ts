export type Rows<Row> = Map<string, Row>

export function addTo<Row extends object, Column extends string>(
  rows: Rows<Row & Record<Column, number>>,
  row: Row & Record<Column, number>,
  columns: readonly Column[],
): void {
  const key = JSON.stringify(
    Object.entries(row).filter(([name]) => !columns.some((column) => column === name)),
  )
  const known = rows.get(key)
  if (!known) {
    rows.set(key, row)
    return
  }
  const sums = columns.map((column) => [column, known[column] + row[column]])
  rows.set(key, { ...known, ...Object.fromEntries(sums) })
}
