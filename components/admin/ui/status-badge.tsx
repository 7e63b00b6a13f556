import clsx from 'clsx'

const statuses = {
  published: { label: 'published', look: 'bg-good text-paper' },
  draft: { label: 'draft', look: 'bg-flag-yellow text-on-yellow' },
  scheduled: { label: 'scheduled', look: 'bg-flag-blue text-on-blue' },
  archived: { label: 'archived', look: 'bg-ink text-paper' },
  trash: { label: 'trash', look: 'border-[1.5px] border-ink' },
  pending: { label: 'New', look: 'bg-flag-blue text-on-blue' },
} as const

type Status = keyof typeof statuses

/** Browsers print grounds only when asked to. */
const printed = 'print:border-[1.5px] print:border-ink print:bg-transparent print:text-ink'

export function StatusBadge({ status, className }: { status: Status; className?: string }) {
  const { label, look } = statuses[status]
  return (
    <span className={clsx('inline-block px-2 py-0.5 text-xs font-semibold', look, printed, className)}>
      {label}
    </span>
  )
}

export function SampleBadge({ className }: { className?: string }) {
  return (
    <p
      className={clsx(
        'w-fit bg-flag-yellow px-2 py-0.5 text-sm font-semibold text-on-yellow',
        printed,
        className,
      )}
    >
      Sample data
    </p>
  )
}
