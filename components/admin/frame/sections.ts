import {
  BookOpen,
  ChartNoAxesColumn,
  FileText,
  House,
  Images,
  Mail,
  Newspaper,
  Settings,
  Signpost,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { Ability } from '#contract/roles.ts'

export interface Page {
  label: string
  href: string
  ability?: Ability
}

export interface Section extends Page {
  icon: LucideIcon
  badge?: 'posts' | 'messages'
  children?: Page[]
}

export const sections: Section[] = [
  { label: 'Dashboard', href: '/admin/dashboard', icon: House },
  {
    label: 'Blog Posts',
    href: '/admin/blogs',
    icon: FileText,
    badge: 'posts',
    children: [
      { label: 'All Posts', href: '/admin/blogs' },
      { label: 'New Post', href: '/admin/blogs/new' },
      { label: 'Calendar', href: '/admin/blogs/calendar' },
      { label: 'Categories', href: '/admin/blogs/categories', ability: 'editContent' },
      { label: 'Tags', href: '/admin/blogs/tags', ability: 'editContent' },
      { label: 'Import & Export', href: '/admin/import', ability: 'editContent' },
    ],
  },
  { label: 'Media', href: '/admin/media', icon: Images, ability: 'writePosts' },
  {
    label: 'Case Studies',
    href: '/admin/case-studies',
    ability: 'editContent',
    icon: BookOpen,
    children: [
      { label: 'All Case Studies', href: '/admin/case-studies', ability: 'editContent' },
      { label: 'New Case Study', href: '/admin/case-studies/new', ability: 'editContent' },
    ],
  },
  { label: 'Messages', href: '/admin/messages', icon: Mail, badge: 'messages', ability: 'readMessages' },
  { label: 'Subscribers', href: '/admin/subscribers', icon: Newspaper, ability: 'readMessages' },
  { label: 'Users', href: '/admin/users', icon: Users, ability: 'manageUsers' },
  { label: 'Analytics', href: '/admin/analytics', icon: ChartNoAxesColumn, ability: 'readFigures' },
  { label: 'Redirects', href: '/admin/redirects', icon: Signpost, ability: 'editContent' },
  { label: 'Settings', href: '/admin/settings', icon: Settings, ability: 'manageSettings' },
]

const pages = sections.flatMap(({ children, ...section }) => children ?? [section])

export const isWithin = (href: string, pathname: string) =>
  pathname === href || pathname.startsWith(`${href}/`)

export function pageAt(pathname: string): Page | undefined {
  return pages
    .filter(({ href }) => isWithin(href, pathname))
    .toSorted((a, b) => b.href.length - a.href.length)
    .at(0)
}

const otherTitles = [
  ['/admin/blogs/edit/', 'Edit Post'],
  ['/admin/blogs/preview/', 'Preview'],
  ['/admin/case-studies/edit/', 'Edit Case Study'],
  ['/admin/case-studies/preview/', 'Preview'],
  ['/admin/profile', 'Your Profile'],
  ['/admin/notifications', 'Notifications'],
  ['/admin/activity', 'Activity'],
  ['/admin/settings/system', 'System'],
] as const

const historyPath = /^\/admin\/blogs\/[^/]+\/revisions$/

export function pageTitle(pathname: string): string {
  if (historyPath.test(pathname)) return 'History'
  const other = otherTitles.find(([start]) => pathname.startsWith(start))
  const section = sections.find(({ href }) => href === pathname)
  return other?.[1] ?? section?.label ?? pageAt(pathname)?.label ?? 'Staff area'
}
