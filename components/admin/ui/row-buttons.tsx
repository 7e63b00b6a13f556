import { ArrowDown, ArrowUp, type LucideIcon } from 'lucide-react'
import type { RowPlace } from './sortable-list.tsx'

interface RowButtonProps {
  label: string
  name: string
  icon: LucideIcon
  busy?: boolean
  onClick: () => void
}

export const RowButton = ({ label, name, icon: Icon, busy = false, onClick }: RowButtonProps) => (
  <button
    type="button"
    className="staff-icon-button"
    title={label}
    aria-disabled={busy || undefined}
    onClick={() => !busy && onClick()}
  >
    <Icon className="size-5" aria-hidden="true" />
    <span className="sr-only">
      {label} {name}
    </span>
  </button>
)

export function MoveButtons({ name, place }: { name: string; place: RowPlace }) {
  const { position, count, moveTo } = place
  return (
    <span className="inline-flex">
      {(['up', 'down'] as const).map((direction) => {
        const isEnd = position === (direction === 'up' ? 0 : count - 1)
        const Icon = direction === 'up' ? ArrowUp : ArrowDown
        return (
          <button
            key={direction}
            type="button"
            className="staff-icon-button sortable-button"
            title={`Move ${direction}`}
            data-control={direction}
            aria-disabled={isEnd || undefined}
            onClick={() => moveTo(direction === 'up' ? position - 1 : position + 1)}
          >
            <Icon className="size-5" aria-hidden="true" />
            <span className="sr-only">
              Move {name} {direction}
            </span>
          </button>
        )
      })}
    </span>
  )
}
