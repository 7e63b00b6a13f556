'use client'

import { usePathname } from 'next/navigation'
import { SiteLink } from '#components/ui/link.tsx'

interface NavLinkProps {
  href: string
  label: string
  className: string
}

/** A post belongs to Blog, so everything below a section marks the section. */
export function NavLink({ href, label, className }: NavLinkProps) {
  const pathname = usePathname()
  const here = href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
  return (
    <SiteLink href={href} className={className} aria-current={here ? 'page' : undefined}>
      {label}
    </SiteLink>
  )
}
