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
  /** What the page is for; shown when the upstream lacks its calls. */
  description?: string
  hasSearch?: boolean
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
      { label: 'All Posts', href: '/admin/blogs', hasSearch: true },
      { label: 'New Post', href: '/admin/blogs/new' },
      {
        label: 'Calendar',
        href: '/admin/blogs/calendar',
        description: 'See when posts are published, and move them to another day.',
      },
      {
        label: 'Categories',
        href: '/admin/blogs/categories',
        ability: 'editContent',
        description: 'Group posts and order the groups.',
      },
      {
        label: 'Tags',
        href: '/admin/blogs/tags',
        ability: 'editContent',
        hasSearch: true,
        description: 'See all tags with their posts; rename, merge and delete them.',
      },
      {
        label: 'Import & Export',
        href: '/admin/import',
        ability: 'editContent',
        description: 'Bring posts from another site, and download all posts.',
      },
    ],
  },
  {
    label: 'Media',
    href: '/admin/media',
    icon: Images,
    ability: 'writePosts',
    hasSearch: true,
    description: 'Upload images, describe them and see where they are used.',
  },
  {
    label: 'Case Studies',
    href: '/admin/case-studies',
    ability: 'editContent',
    icon: BookOpen,
    children: [
      {
        label: 'All Case Studies',
        href: '/admin/case-studies',
        ability: 'editContent',
        description: 'Edit and reorder the work on the home page.',
      },
      {
        label: 'New Case Study',
        href: '/admin/case-studies/new',
        ability: 'editContent',
        description: 'Write up a project and its key figure.',
      },
    ],
  },
  {
    label: 'Messages',
    href: '/admin/messages',
    icon: Mail,
    badge: 'messages',
    ability: 'readMessages',
    hasSearch: true,
    description: 'Read and reply to messages sent through the contact form.',
  },
  {
    label: 'Subscribers',
    href: '/admin/subscribers',
    icon: Newspaper,
    ability: 'readMessages',
    hasSearch: true,
    description: 'Find, download and remove subscribers of the newsletter.',
  },
  {
    label: 'Users',
    href: '/admin/users',
    icon: Users,
    ability: 'manageUsers',
    hasSearch: true,
    description: 'Invite people to the staff area and remove their access.',
  },
  {
    label: 'Analytics',
    href: '/admin/analytics',
    icon: ChartNoAxesColumn,
    ability: 'readFigures',
    description: 'Views by post, by day and by referrer.',
  },
  {
    label: 'Redirects',
    href: '/admin/redirects',
    icon: Signpost,
    ability: 'editContent',
    hasSearch: true,
    description: 'Lead old addresses to new ones.',
  },
  {
    label: 'Settings',
    href: '/admin/settings',
    icon: Settings,
    ability: 'manageSettings',
    description: 'Edit site details and configure email.',
  },
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

const otherPages: Page[] = [
  { label: 'Edit Post', href: '/admin/blogs/edit/' },
  { label: 'Preview', href: '/admin/blogs/preview/' },
  { label: 'Edit Case Study', href: '/admin/case-studies/edit/' },
  { label: 'Preview', href: '/admin/case-studies/preview/' },
  {
    label: 'Your Profile',
    href: '/admin/profile',
    description: 'Edit your name, your author biography and your password.',
  },
  {
    label: 'Notifications',
    href: '/admin/notifications',
    description: 'See recent activity and choose what to be notified about.',
  },
  {
    label: 'Activity',
    href: '/admin/activity',
    description: 'Every change to posts, with its author and date.',
  },
  {
    label: 'System',
    href: '/admin/settings/system',
    description: 'See the database, backups and background jobs.',
  },
]

export const findPage = (pathname: string): Page | undefined =>
  [...pages, ...otherPages].find(({ href }) => href === pathname)

const historyPath = /^\/admin\/blogs\/[^/]+\/revisions$/

export function pageTitle(pathname: string): string {
  if (historyPath.test(pathname)) return 'History'
  const other = otherPages.find(({ href }) => pathname.startsWith(href))
  const section = sections.find(({ href }) => href === pathname)
  return (other ?? section ?? pageAt(pathname))?.label ?? 'Staff area'
}
