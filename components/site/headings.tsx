import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Flag } from '#components/flags/flag.tsx'

interface PageHeroProps {
  signal: string
  title: string
  children: ReactNode
}

export function PageHero({ signal, title, children }: PageHeroProps) {
  return (
    <div className="frame page-hero">
      <div className="page-hero-flag">
        <Flag signal={signal} ratio={1.25} />
      </div>
      <h1 className="text-hero">{title}</h1>
      <div className="page-hero-text font-reading text-lead">{children}</div>
    </div>
  )
}

interface SectionHeadProps {
  id: string
  signal: string
  title: string
  children?: ReactNode
  className?: string
}

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
