'use client'

import { Bell } from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import * as Popover from 'radix-ui/popover'
import { useState } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import { sampleStats } from '#lib/admin/sample-stats.ts'
import { ActivityList } from '../dashboard/activity-list.tsx'
import { SampleBadge } from '../ui/status-badge.tsx'
import { useStats } from './use-stats.ts'

const MAX_SHOWN = 5

function Recent() {
  const stats = useStats()
  if (stats === undefined) return <p className="px-4 py-3 text-muted">Loading…</p>
  const shown = stats ?? sampleStats()
  return (
    <>
      {stats === null && <SampleBadge className="mx-4 mt-3" />}
      <ActivityList activity={shown.activity.slice(0, MAX_SHOWN)} linked={stats !== null} className="px-4" />
    </>
  )
}

/** Open on one URL only, so that a link inside closes it. */
export function Notifications() {
  const url = `${usePathname()}?${useSearchParams()}`
  const [openAt, setOpenAt] = useState<string>()
  return (
    <Popover.Root open={openAt === url} onOpenChange={(open) => setOpenAt(open ? url : undefined)}>
      <Popover.Trigger className="staff-icon-button">
        <Bell aria-hidden="true" className="size-5" />
        <span className="sr-only">Notifications</span>
      </Popover.Trigger>
      <Popover.Content
        aria-label="Notifications"
        align="end"
        sideOffset={6}
        collisionPadding={12}
        onCloseAutoFocus={(event) => {
          // The page that a link opened may have taken the focus.
          if (document.activeElement !== document.body) event.preventDefault()
        }}
        className="staff-menu w-88 max-w-[calc(100vw-1.5rem)]"
      >
        <Recent />
        <SiteLink
          href="/admin/notifications"
          className="staff-menu-item border-t-[1.5px] border-line font-semibold"
        >
          All notifications
        </SiteLink>
      </Popover.Content>
    </Popover.Root>
  )
}
