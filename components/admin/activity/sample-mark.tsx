import clsx from 'clsx'

/** Nobody must take a sample for the truth. */
export function SampleMark({ className }: { className?: string }) {
  return (
    <p className={clsx('w-fit bg-flag-yellow px-2 py-0.5 text-sm font-semibold text-on-yellow', className)}>
      Sample data
    </p>
  )
}
