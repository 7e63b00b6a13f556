'use client'

import * as DropdownMenu from 'radix-ui/dropdown-menu'
import { useState, type ReactNode } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import { useCloseOnBack } from './use-open-on-page.ts'

interface MenuProps {
  trigger: ReactNode
  label: string
  children: ReactNode
}

/** Not portaled, so that it belongs to the landmark of its button. */
export function Menu({ trigger, label, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  useCloseOnBack(isOpen, () => setOpen(false))
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        className="staff-menu"
        aria-label={label}
        align="end"
        sideOffset={6}
        collisionPadding={12}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild>
      <SiteLink href={href} className="staff-menu-item">
        {children}
      </SiteLink>
    </DropdownMenu.Item>
  )
}

interface MenuActionProps {
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuAction({ disabled = false, onSelect, children }: MenuActionProps) {
  return (
    <DropdownMenu.Item className="staff-menu-item" disabled={disabled} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  )
}
