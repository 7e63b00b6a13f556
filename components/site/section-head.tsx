import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Flag } from '#components/flags/flag.tsx'

interface SectionHeadProps {
  id: string
  signal: string
  title: string
  children?: ReactNode
  className?: string
}

/** A section's heading below the line its flag hangs from. */
export function SectionHead({ id, signal, title, children, className }: SectionHeadProps) {
  return (
    <div className={clsx('section-head', className)}>
      <Flag signal={signal} className="section-flag" />
      <h2 id={id} className="section-title">
        {title}
      </h2>
      {children}
    </div>
  )
}
