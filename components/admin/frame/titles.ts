import { pageAt } from './sections.ts'

/** Pages without an entry in the sidebar, by the beginning of their address. */
const others = [
  ['/admin/blogs/edit/', 'Edit Post'],
  ['/admin/blogs/preview/', 'Preview'],
  ['/admin/profile', 'Your Profile'],
  ['/admin/notifications', 'Notifications'],
  ['/admin/activity', 'Activity'],
] as const

/** What the top bar calls the page at this address. */
export function titleOf(pathname: string): string {
  const other = others.find(([start]) => pathname.startsWith(start))
  return other?.[1] ?? pageAt(pathname)?.label ?? 'Staff area'
}
