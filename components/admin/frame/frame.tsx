'use client'

import { usePathname } from 'next/navigation'
import { useRef, type ReactNode } from 'react'
import { ThemeToggle } from '#components/site/theme.tsx'
import { useFocusRecovery } from '../ui/use-focus-recovery.ts'
import { Notifications } from './notifications.tsx'
import { SearchForm } from './search-form.tsx'
import { pageTitle } from './sections.ts'
import { Drawer, Sidebar } from './sidebar.tsx'
import { UserMenu, type FrameUser } from './user-menu.tsx'

const searchViews = new Set(['/admin/blogs', '/admin/messages'])

export function Frame({ user, children }: { user: FrameUser; children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useFocusRecovery(main, main)
  return (
    <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
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
  )
}

function TopBar({ user }: { user: FrameUser }) {
  const pathname = usePathname()
  return (
    <header className="staff-top-bar">
      <Drawer />
      <p className="min-w-0 grow truncate text-lg font-semibold">{pageTitle(pathname)}</p>
      {!searchViews.has(pathname) && (
        <div className="hidden w-72 md:block">
          <SearchForm />
        </div>
      )}
      <ThemeToggle />
      <Notifications />
      <UserMenu user={user} />
    </header>
  )
}
