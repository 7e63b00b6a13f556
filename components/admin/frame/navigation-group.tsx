'use client'

import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { SectionLink } from './section-link.tsx'

interface NavigationGroupProps {
  label: ReactNode
  pages: { label: string; href: string }[]
  holdsCurrent: boolean
}

/** Open where the current page is, until somebody says otherwise. */
export function NavigationGroup({ label, pages, holdsCurrent }: NavigationGroupProps) {
  const [chosen, setChosen] = useState<boolean>()
  const open = chosen ?? holdsCurrent
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="staff-link w-full text-left"
        aria-expanded={open}
        aria-controls={id}
        data-current={holdsCurrent || undefined}
        onClick={() => setChosen(!open)}
      >
        {label}
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform in-aria-expanded:rotate-180"
        />
      </button>
      <ul id={id} hidden={!open} className="mt-0.5 mb-2 ml-5.25 border-l-[1.5px] border-line pl-2">
        {pages.map((page) => (
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
