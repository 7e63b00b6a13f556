import clsx from 'clsx'

const looks = {
  published: 'bg-good text-paper',
  draft: 'bg-flag-yellow text-on-yellow',
  pending: 'bg-flag-blue text-on-blue',
} as const

export type Status = keyof typeof looks

/** The state of a thing, as a colour and as its word. */
export function StatusMark({ status, className }: { status: Status; className?: string }) {
  return (
    <span className={clsx('inline-block px-2 py-0.5 text-xs font-semibold', looks[status], className)}>
      {status}
    </span>
  )
}
