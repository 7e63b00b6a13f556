'use client'

import clsx from 'clsx'
import { usePathname } from 'next/navigation'
import { useRef, useState, type ReactNode } from 'react'
import { ThemeToggle } from '#components/site/theme.tsx'
import { KeyboardHelp } from '../keyboard/keyboard-help.tsx'
import { PaletteButton, PaletteProvider } from '../palette/palette-provider.tsx'
import { useFocusRecovery, useLinkFocus } from '../ui/focus.ts'
import { RoleProvider } from './role.tsx'
import { useReloadToast } from './use-reload-toast.ts'
import { useOtherAccount } from './use-stats.ts'
import { Notifications } from './notifications.tsx'
import { PaletteForm } from './search-form.tsx'
import { findPage, pageTitle } from './sections.ts'
import { Drawer, Sidebar } from './sidebar.tsx'
import { UserMenu, type FrameUser } from './user-menu.tsx'

export function Frame({ user: served, children }: { user: FrameUser; children: ReactNode }) {
  // Another tab may have signed in with another account since, for which a refreshed layout is.
  const [loaded] = useState(served)
  const user = served.account === loaded.account ? served : loaded
  const main = useRef<HTMLElement>(null)
  useReloadToast('other-account', useOtherAccount())
  useFocusRecovery(main, main)
  useLinkFocus(main)
  return (
    <RoleProvider user={user}>
      <PaletteProvider>
        <div data-account={user.account} className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] print:block">
          <a href="#main" className="skip-link">
            Skip to content
          </a>
          <Sidebar />
          <div className="min-w-0">
            <TopBar user={user} />
            <main ref={main} id="main" tabIndex={-1} className="staff-main">
              {children}
            </main>
          </div>
        </div>
      </PaletteProvider>
      <KeyboardHelp />
    </RoleProvider>
  )
}

function TopBar({ user }: { user: FrameUser }) {
  const pathname = usePathname()
  const hasSearch = findPage(pathname)?.hasSearch
  return (
    <header className="staff-top-bar">
      <Drawer />
      <p className="line-clamp-2 min-w-0 grow basis-24 leading-tight font-semibold sm:text-lg">
        {pageTitle(pathname)}
      </p>
      {!hasSearch && (
        <div className="hidden w-72 md:block">
          <PaletteForm />
        </div>
      )}
      <PaletteButton className={clsx(!hasSearch && 'md:hidden')} />
      <ThemeToggle />
      <Notifications />
      <UserMenu user={user} />
    </header>
  )
}
