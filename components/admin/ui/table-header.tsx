import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'

export const TableHeader = ({ columns }: { columns: readonly string[] }) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
    </tr>
  </thead>
)

interface SortHeaderProps {
  label: string
  /** Empty when the list is sorted by something else. */
  order: 'asc' | 'desc' | ''
  onSort: () => void
}

const looks = {
  '': [ArrowUpDown, undefined],
  asc: [ArrowUp, 'ascending'],
  desc: [ArrowDown, 'descending'],
} as const

export function SortHeader({ label, order, onSort }: SortHeaderProps) {
  const [Icon, ariaSort] = looks[order]
  return (
    <th scope="col" aria-sort={ariaSort} className="list-sortable">
      <button type="button" className="list-sort" onClick={onSort}>
        {label}
        <Icon aria-hidden="true" className={order === '' ? 'size-3.5 opacity-60' : 'size-3.5'} />
      </button>
    </th>
  )
}
