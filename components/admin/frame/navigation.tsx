'use client'

import clsx from 'clsx'
import { ChevronDown, ExternalLink } from 'lucide-react'
import Link, { useLinkStatus } from 'next/link'
import { usePathname } from 'next/navigation'
import { useId, useState, type ReactNode } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import { formatCount } from '#lib/counts.ts'
import { useAllowed } from './role.tsx'
import { isWithin, pageAt, sections, type Page, type Section } from './sections.ts'
import { useStats } from './use-stats.ts'

const badgeNouns = { posts: ['post', 'posts'], messages: ['unread message', 'unread messages'] } as const

interface NavigationProps {
  label: string
  className: string
  children: ReactNode
}

export function Navigation({ label, className, children }: NavigationProps) {
  const pathname = usePathname()
  const stats = useStats()
  const allowed = useAllowed(sections)
  const counts = { posts: stats?.posts.total, messages: stats?.messages?.unread }
  return (
    <nav aria-label={label} className={clsx('flex-col px-3 pb-4', className)}>
      {children}
      <ul className="grid gap-0.5">
        {allowed.map((section) => {
          const sectionLabel = (
            <SectionLabel section={section} count={section.badge && counts[section.badge]} />
          )
          return (
            <li key={section.href}>
              {section.children ? (
                <SectionGroup
                  label={sectionLabel}
                  pages={section.children}
                  isCurrent={section.children.some(({ href }) => isWithin(href, pathname))}
                />
              ) : (
                <SectionLink href={section.href} className="staff-link">
                  {sectionLabel}
                </SectionLink>
              )}
            </li>
          )
        })}
      </ul>
      <SiteLink href="/" className="staff-link mt-auto">
        <ExternalLink aria-hidden="true" className="size-4.5 shrink-0" />
        View Website
      </SiteLink>
    </nav>
  )
}

function SectionLabel({ section, count }: { section: Section; count: number | undefined }) {
  const Icon = section.icon
  return (
    <>
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      <span className="grow">{section.label}</span>
      {section.badge && !!count && (
        <span className="staff-badge">
          {formatCount(count)}
          <span className="sr-only"> {badgeNouns[section.badge][count === 1 ? 0 : 1]}</span>
        </span>
      )}
    </>
  )
}

function SectionGroup({ label, pages, isCurrent }: { label: ReactNode; pages: Page[]; isCurrent: boolean }) {
  const [toggled, setToggled] = useState<boolean>()
  const open = toggled ?? isCurrent
  const id = useId()
  const allowed = useAllowed(pages)
  return (
    <>
      <button
        type="button"
        className="staff-link w-full text-left"
        aria-expanded={open}
        aria-controls={id}
        data-current={isCurrent || undefined}
        onClick={() => setToggled(!open)}
      >
        {label}
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform in-aria-expanded:rotate-180"
        />
      </button>
      <ul id={id} hidden={!open} className="mt-0.5 mb-2 ml-5.25 border-l-[1.5px] border-line pl-2">
        {allowed.map((page) => (
          <li key={page.href}>
            <SectionLink href={page.href} className="staff-link staff-sublink">
              {page.label}
            </SectionLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** `aria-current` is "page" on the page itself and "true" on the pages below it. */
function SectionLink({
  href,
  className,
  children,
}: {
  href: string
  className: string
  children: ReactNode
}) {
  const pathname = usePathname()
  const current = pathname === href ? 'page' : pageAt(pathname)?.href === href ? true : undefined
  return (
    <Link prefetch={false} href={href} aria-current={current} className={className}>
      {children}
      <PendingMark />
    </Link>
  )
}

function PendingMark() {
  const { pending } = useLinkStatus()
  return <span aria-hidden="true" className="staff-pending" data-pending={pending || undefined} />
}
