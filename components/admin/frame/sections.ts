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

interface Page {
  label: string
  href: string
}

export interface Section extends Page {
  icon: LucideIcon
  /** Which of the counted things stands behind the label. */
  badge?: 'posts' | 'messages'
  children?: Page[]
}

/** Specification 2: the sidebar. A section with children opens to them; its address is that of the first. */
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

const holds = (href: string, pathname: string) => pathname === href || pathname.startsWith(`${href}/`)

/** The page of the sidebar that the address belongs to: the one with the longest address above it. */
export function pageAt(pathname: string): Page | undefined {
  return pages
    .filter(({ href }) => holds(href, pathname))
    .toSorted((a, b) => b.href.length - a.href.length)
    .at(0)
}

export const isIn = ({ href }: Section, pathname: string) => holds(href, pathname)
