'use client'

import { postSession } from '../session-call.ts'
import { Menu, MenuAction, MenuLink } from '../ui/menu.tsx'

export interface FrameUser {
  name: string
  email: string
}

/** However the call ends, whoever wanted to leave is taken to the sign-in page. */
async function signOut() {
  try {
    await postSession('signout')
  } finally {
    window.location.assign('/admin/login')
  }
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase()

export function UserMenu({ user }: { user: FrameUser }) {
  const trigger = (
    <button type="button" className="staff-icon-button">
      <span
        aria-hidden="true"
        className="grid size-8 place-items-center bg-flag-blue text-sm font-bold text-on-blue"
      >
        {initials(user.name)}
      </span>
      <span className="sr-only">Your account</span>
    </button>
  )
  return (
    <Menu trigger={trigger} label="Your account">
      <p className="border-b-[1.5px] border-line px-4 pt-2 pb-3">
        <span className="block font-semibold">{user.name}</span>
        <span className="block text-sm text-muted">{user.email}</span>
      </p>
      <MenuLink href="/admin/profile">Your Profile</MenuLink>
      <MenuLink href="/admin/settings">Settings</MenuLink>
      <MenuAction onSelect={() => void signOut().catch(() => {})}>Sign out</MenuAction>
    </Menu>
  )
}
