'use client'

import { usePathname } from 'next/navigation'
import { ThemeToggle } from '#components/site/theme.tsx'
import { Drawer } from './drawer.tsx'
import { Notifications } from './notifications.tsx'
import { SearchForm } from './search-form.tsx'
import { titleOf } from './titles.ts'
import { UserMenu, type FrameUser } from './user-menu.tsx'

export function TopBar({ user }: { user: FrameUser }) {
  const pathname = usePathname()
  return (
    <header className="staff-top-bar">
      <Drawer />
      <p className="min-w-0 grow truncate text-lg font-semibold">{titleOf(pathname)}</p>
      <div className="hidden w-72 md:block">
        <SearchForm />
      </div>
      <ThemeToggle />
      <Notifications />
      <UserMenu user={user} />
    </header>
  )
}
