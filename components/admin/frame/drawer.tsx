'use client'

import { Menu, X } from 'lucide-react'
import { usePathname } from 'next/navigation'
import * as Dialog from 'radix-ui/dialog'
import { useState } from 'react'
import { Brand } from './brand.tsx'
import { Navigation } from './navigation.tsx'
import { SearchForm } from './search-form.tsx'

/** The sidebar on a phone. Opened on one page, it is closed on every other: a link in it closes it. */
export function Drawer() {
  const pathname = usePathname()
  const [openAt, setOpenAt] = useState<string>()
  const close = () => setOpenAt(undefined)
  return (
    <Dialog.Root open={openAt === pathname} onOpenChange={(open) => setOpenAt(open ? pathname : undefined)}>
      <Dialog.Trigger className="staff-icon-button lg:hidden">
        <Menu aria-hidden="true" className="size-5" />
        <span className="sr-only">Menu</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="staff-overlay lg:hidden" />
        <Dialog.Content className="staff-drawer lg:hidden" aria-describedby={undefined}>
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
              <SearchForm onSearch={close} />
            </div>
          </Navigation>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
