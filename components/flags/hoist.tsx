import clsx from 'clsx'
import { Flag } from './flag.tsx'

interface HoistProps {
  signal: string
  /** What the flags spell, for those who cannot see them. */
  title: string
  className?: string
}

/** Flags bent on to one line: it runs across on a phone and down where there is height. */
export function Hoist({ signal, title, className }: HoistProps) {
  return (
    <div role="img" aria-label={title} className={clsx('hoist', className)}>
      {[...signal].map((letter, index) => (
        <Flag key={index} signal={letter} className="hoist-flag" />
      ))}
    </div>
  )
}
