'use client'

import clsx from 'clsx'
import { ExternalLink } from 'lucide-react'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import { isIn, sections, type Section } from './sections.ts'
import { NavigationGroup } from './navigation-group.tsx'
import { SectionLink } from './section-link.tsx'
import { useStats } from './use-stats.ts'

const nouns = { posts: 'posts', messages: 'unread messages' } as const

function Label({ section, count }: { section: Section; count: number | undefined }) {
  const Icon = section.icon
  return (
    <>
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      <span className="grow">{section.label}</span>
      {section.badge && !!count && (
        <span className="staff-badge">
          {count.toLocaleString('en-US')}
          <span className="sr-only"> {nouns[section.badge]}</span>
        </span>
      )}
    </>
  )
}

interface NavigationProps {
  label: string
  className: string
  /** What stands above the entries. */
  children: ReactNode
}

/** Every entry of the staff area; in the sidebar, and in the drawer on a phone. */
export function Navigation({ label, className, children }: NavigationProps) {
  const pathname = usePathname()
  const stats = useStats()
  const counts = { posts: stats?.posts.total, messages: stats?.messages.unread }
  const countOf = ({ badge }: Section) => badge && counts[badge]
  return (
    <nav aria-label={label} className={clsx('flex-col px-3 pb-4', className)}>
      {children}
      <ul className="grid gap-0.5">
        {sections.map((section) => (
          <li key={section.href}>
            {section.children ? (
              <NavigationGroup
                pages={section.children}
                holdsCurrent={isIn(section, pathname)}
                label={<Label section={section} count={countOf(section)} />}
              />
            ) : (
              <SectionLink href={section.href}>
                <Label section={section} count={countOf(section)} />
              </SectionLink>
            )}
          </li>
        ))}
      </ul>
      <SiteLink href="/" className="staff-link mt-auto">
        <ExternalLink aria-hidden="true" className="size-4.5 shrink-0" />
        View Website
      </SiteLink>
    </nav>
  )
}
