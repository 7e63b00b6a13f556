'use client'

import { Bell } from 'lucide-react'
import { usePathname } from 'next/navigation'
import * as Popover from 'radix-ui/popover'
import { useState } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import { sampleStats } from '#lib/admin/sample-stats.ts'
import { ActivityList } from '../activity/activity-list.tsx'
import { SampleMark } from '../activity/sample-mark.tsx'
import { useStats } from './use-stats.ts'

const SHOWN = 5

function Recent() {
  const stats = useStats()
  if (stats === undefined) return <p className="px-4 py-3 text-muted">Loading…</p>
  const shown = stats ?? sampleStats()
  return (
    <>
      {stats === null && <SampleMark className="mx-4 mt-3" />}
      <ActivityList entries={shown.activity.slice(0, SHOWN)} linked={stats !== null} className="px-4" />
    </>
  )
}

/** What happened lately. Opened on one page, it is closed on every other. */
export function Notifications() {
  const pathname = usePathname()
  const [openAt, setOpenAt] = useState<string>()
  return (
    <Popover.Root open={openAt === pathname} onOpenChange={(open) => setOpenAt(open ? pathname : undefined)}>
      <Popover.Trigger className="staff-icon-button">
        <Bell aria-hidden="true" className="size-5" />
        <span className="sr-only">Notifications</span>
      </Popover.Trigger>
      <Popover.Content
        aria-label="Notifications"
        align="end"
        sideOffset={6}
        collisionPadding={12}
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
