'use client'

import { useLinkStatus } from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import { pageAt } from './sections.ts'

/** A page that takes its time to come is seen to be on its way. */
function Pending() {
  const { pending } = useLinkStatus()
  return <span aria-hidden="true" className="staff-pending" data-pending={pending || undefined} />
}

interface SectionLinkProps {
  href: string
  className?: string
  children: ReactNode
}

/** The page itself is marked as `page`; one below it, like a post that is edited, only as belonging here. */
export function SectionLink({ href, className, children }: SectionLinkProps) {
  const pathname = usePathname()
  const here = pathname === href ? 'page' : pageAt(pathname)?.href === href ? true : undefined
  return (
    <SiteLink href={href} aria-current={here} className={className ?? 'staff-link'}>
      {children}
      <Pending />
    </SiteLink>
  )
}
