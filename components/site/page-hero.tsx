import type { ReactNode } from 'react'
import { Flag } from '#components/flags/flag.tsx'

interface PageHeroProps {
  /** The page's flag: its initial, or what the page means to say. */
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
