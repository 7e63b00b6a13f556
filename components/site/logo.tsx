import clsx from 'clsx'
import { SiteLink } from '#components/ui/link.tsx'

const MAX_SHORT_NAME = 12

export function Logo({ name }: { name: string }) {
  const isLong = name.length > MAX_SHORT_NAME
  return (
    <SiteLink
      href="/"
      className={clsx('flex min-h-11 min-w-0 items-center gap-3', isLong && 'max-w-max grow basis-32')}
    >
      <svg viewBox="0 0 40 44" className="h-9 w-auto shrink-0" aria-hidden="true">
        <path className="fill-ink" d="M0 0h3v44H0z" />
        <path className="fill-flag-paper stroke-ink" strokeWidth="1.5" d="M3 6.75h35.25v28.5H3z" />
        <path className="fill-flag-red" d="M21 6h18v30H21z" />
      </svg>
      <span
        className={clsx(
          'font-extrabold tracking-[-0.035em]',
          isLong ? 'text-base leading-tight wrap-anywhere lg:text-lg' : 'text-2xl',
        )}
      >
        {name}
      </span>
    </SiteLink>
  )
}
