import {
  BookOpen,
  ChartNoAxesColumn,
  FileText,
  House,
  Mail,
  Settings,
  Users,
  type LucideIcon,
} from 'lucide-react'

export interface Page {
  label: string
  href: string
}

export interface Section extends Page {
  icon: LucideIcon
  badge?: 'posts' | 'messages'
  children?: Page[]
}

/** A section with children has the path of its first child. */
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
      { label: 'Categories', href: '/admin/blogs/categories' },
      { label: 'Tags', href: '/admin/blogs/tags' },
    ],
  },
  {
    label: 'Case Studies',
    href: '/admin/case-studies',
    icon: BookOpen,
    children: [
      { label: 'All Case Studies', href: '/admin/case-studies' },
      { label: 'New Case Study', href: '/admin/case-studies/new' },
    ],
  },
  { label: 'Messages', href: '/admin/messages', icon: Mail, badge: 'messages' },
  { label: 'Users', href: '/admin/users', icon: Users },
  { label: 'Analytics', href: '/admin/analytics', icon: ChartNoAxesColumn },
  { label: 'Settings', href: '/admin/settings', icon: Settings },
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
  ['/admin/profile', 'Your Profile'],
  ['/admin/notifications', 'Notifications'],
  ['/admin/activity', 'Activity'],
] as const

export function pageTitle(pathname: string): string {
  const other = otherTitles.find(([start]) => pathname.startsWith(start))
  const section = sections.find(({ href }) => href === pathname)
  return other?.[1] ?? section?.label ?? pageAt(pathname)?.label ?? 'Staff area'
}
