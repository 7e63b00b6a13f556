'use client'

import { Menu, X } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import type { MouseEvent } from 'react'
import { Flag } from '#components/flags/flag.tsx'
import { useSite } from '#components/site/site-context.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { signalOf } from '#lib/flags.ts'
import { STAFF_HOME } from '#lib/auth/return-path.ts'
import { onEscape } from '../ui/on-escape.ts'
import { useOpenOnPage } from '../ui/use-open-on-page.ts'
import { Navigation } from './navigation.tsx'
import { SearchForm } from './search-form.tsx'

function Brand() {
  const { name } = useSite()
  return (
    <SiteLink href={STAFF_HOME} className="flex min-h-11 min-w-0 items-center gap-3 px-3">
      <Flag signal={signalOf(name, 1)} className="h-6 shrink-0 outline outline-ink" />
      <span className="text-lg leading-tight font-extrabold tracking-[-0.03em] wrap-anywhere">
        {name} <span className="font-normal text-muted">staff</span>
      </span>
    </SiteLink>
  )
}

export function Sidebar() {
  return (
    <Navigation label="Staff" className="staff-sidebar hidden lg:flex">
      <div className="flex min-h-16 items-center">
        <Brand />
      </div>
    </Navigation>
  )
}

export function Drawer() {
  const [isOpen, setOpen] = useOpenOnPage()
  /** Closes it for a link to the current page, which does not change the URL. */
  const onClick = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a') : null
    const { pathname, search } = window.location
    if (link?.pathname === pathname && link.search === search) setOpen(false)
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className="staff-icon-button lg:hidden">
        <Menu aria-hidden="true" className="size-5" />
        <span className="sr-only">Menu</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="staff-overlay lg:hidden" />
        <Dialog.Content
          className="staff-drawer lg:hidden"
          aria-describedby={undefined}
          onClick={onClick}
          onKeyDown={(event) => onEscape(event, () => setOpen(false))}
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Navigation label="Menu" className="flex grow">
            <div className="flex min-h-16 items-center justify-between">
              <Brand />
              <Dialog.Close className="staff-icon-button">
                <X aria-hidden="true" className="size-5" />
                <span className="sr-only">Close</span>
              </Dialog.Close>
            </div>
            <div className="pb-3">
              <SearchForm onSearch={() => setOpen(false)} />
            </div>
          </Navigation>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
