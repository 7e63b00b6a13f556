import type { Ability } from '#contract/roles.ts'
import { sections } from '../frame/sections.ts'
import { sectionId } from '../settings/section.tsx'

export type PaletteAction = 'toggleTheme' | 'keyboardHelp' | 'signOut'

export interface PaletteCommand {
  label: string
  keywords?: string
  ability?: Ability
  target: { href: string } | { action: PaletteAction }
}

const actions: PaletteCommand[] = [
  { label: 'New post', keywords: 'write create add blog', target: { href: '/admin/blogs/new' } },
  {
    label: 'New case study',
    keywords: 'write create add work',
    ability: 'editContent',
    target: { href: '/admin/case-studies/new' },
  },
  {
    label: 'Invite a person',
    keywords: 'add user people team',
    ability: 'manageUsers',
    target: { href: '/admin/users?invite=1' },
  },
  { label: 'View website', keywords: 'open site public home', target: { href: '/' } },
  {
    label: 'Switch theme',
    keywords: 'dark light mode appearance toggle',
    target: { action: 'toggleTheme' },
  },
  { label: 'Keyboard shortcuts', keywords: 'keys help', target: { action: 'keyboardHelp' } },
  { label: 'Sign out', keywords: 'log out leave', target: { action: 'signOut' } },
]

const ofSections: PaletteCommand[] = sections
  .flatMap(({ children, ...section }) => children ?? [section])
  .filter(({ href }) => !href.endsWith('/new'))
  .map(({ label, href, ability }) => ({ label, target: { href }, ...(ability && { ability }) }))

const pages: PaletteCommand[] = [
  ...ofSections,
  {
    label: 'Activity',
    keywords: 'log history changes',
    ability: 'readActivity',
    target: { href: '/admin/activity' },
  },
  { label: 'Notifications', keywords: 'bell', target: { href: '/admin/notifications' } },
  {
    label: 'Notification preferences',
    keywords: 'email digest bell settings',
    target: { href: '/admin/notifications?tab=preferences' },
  },
  { label: 'Your Profile', keywords: 'account password name', target: { href: '/admin/profile' } },
]

const settingsSections = [
  ['Brand', 'name tagline logo share image'],
  ['Contact', 'phone email address time zone'],
  ['Business hours', 'opening'],
  ['Social links', 'facebook twitter linkedin github'],
  ['Announcement', 'banner'],
  ['Newsletter', 'subscribers'],
  ['Email', 'smtp recipients spf dkim dmarc'],
  ['Writing', 'editor template'],
] as const

const settings: PaletteCommand[] = [
  ...settingsSections.map(([name, keywords]): PaletteCommand => ({
    label: `Settings: ${name}`,
    keywords,
    ability: 'manageSettings',
    target: { href: `/admin/settings#${sectionId(name)}` },
  })),
  {
    label: 'Settings: System',
    keywords: 'backup back up version database disk jobs outbox',
    ability: 'manageSettings',
    target: { href: '/admin/settings/system' },
  },
]

export const commandGroups: { heading: string; commands: PaletteCommand[] }[] = [
  { heading: 'Actions', commands: actions },
  { heading: 'Pages', commands: pages },
  { heading: 'Settings', commands: settings },
]

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

export function matchesQuery({ label, keywords = '' }: PaletteCommand, query: string): boolean {
  const words = wordsOf(`${label} ${keywords}`)
  return wordsOf(query).every((part) => words.some((word) => word.startsWith(part)))
}
