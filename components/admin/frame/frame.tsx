import type { ReactNode } from 'react'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import type { FrameUser } from './user-menu.tsx'

export function Frame({ user, children }: { user: FrameUser; children: ReactNode }) {
  return (
    <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Sidebar />
      <div className="min-w-0">
        <TopBar user={user} />
        <main id="main" tabIndex={-1} className="staff-main">
          {children}
        </main>
      </div>
    </div>
  )
}
