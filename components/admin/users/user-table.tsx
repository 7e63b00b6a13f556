'use client'

import { Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import { roleNouns, roles, type Role } from '#contract/roles.ts'
import type { StaffUser } from '#contract/users.ts'
import { formatCount } from '#lib/counts.ts'
import { Menu, MenuAction } from '../ui/menu.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { roleNames } from './role-texts.ts'

export type UserAction =
  { kind: 'role'; role: Role } | { kind: 'enable' | 'disable' | 'resetLink' | 'delete' }

interface UserTableProps {
  users: StaffUser[]
  ownId: string
  isMakingLink: boolean
  onAction: (user: StaffUser, action: UserAction, button: HTMLElement | null) => void
}

export function UserTable({ users, ownId, isMakingLink, onAction }: UserTableProps) {
  return (
    <table className="compact-table">
      <caption className="sr-only">Users</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Posts</th>
          <th scope="col">Last seen</th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id} data-row className="compact-row">
            <td className="compact-name">
              <span className="block font-semibold">
                {user.name}
                {user.id === ownId && <span className="font-normal text-muted"> (you)</span>}
              </span>
              <span className="block text-sm text-muted">{user.email}</span>
            </td>
            <td>{roleNames[user.role]}</td>
            <td data-label="Posts" className="tabular-nums">
              {user.posts === 0 ? '0' : <PostsLink user={user} />}
            </td>
            <td data-label="Last seen">
              {user.lastSeenAt ? <Timestamp value={user.lastSeenAt} short /> : 'never'}
            </td>
            <td>{user.disabled ? <DisabledBadge /> : 'Active'}</td>
            <td className="compact-actions">
              <UserMenu
                user={user}
                isOwn={user.id === ownId}
                isMakingLink={isMakingLink}
                onAction={(action, button) => onAction(user, action, button)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const PostsLink = ({ user }: { user: StaffUser }) => (
  <SiteLink href={`/admin/blogs?${new URLSearchParams({ author: user.author })}`} className="user-posts">
    {formatCount(user.posts)}
    <span className="sr-only">
      {user.posts === 1 ? ' post' : ' posts'} by {user.name}
    </span>
  </SiteLink>
)

const DisabledBadge = () => (
  <span className="inline-block bg-flag-yellow px-2 py-0.5 text-xs font-semibold text-on-yellow">
    disabled
  </span>
)

interface UserMenuProps {
  user: StaffUser
  isOwn: boolean
  isMakingLink: boolean
  onAction: (action: UserAction, button: HTMLElement | null) => void
}

function UserMenu({ user, isOwn, isMakingLink, onAction }: UserMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const act = (action: UserAction) => onAction(action, button.current)
  const trigger = (
    <button ref={button} type="button" className="staff-icon-button">
      <Ellipsis className="size-5" aria-hidden="true" />
      <span className="sr-only">Actions for {user.name}</span>
    </button>
  )
  return (
    <Menu trigger={trigger} label={`Actions for ${user.name}`}>
      {roles
        .filter((role) => role !== user.role)
        .map((role) => (
          <MenuAction key={role} onSelect={() => act({ kind: 'role', role })}>
            Make {roleNouns[role]}
          </MenuAction>
        ))}
      {!user.disabled && (
        <MenuAction disabled={isMakingLink} onSelect={() => act({ kind: 'resetLink' })}>
          Make a password link
        </MenuAction>
      )}
      {!isOwn && (
        <>
          <MenuAction onSelect={() => act({ kind: user.disabled ? 'enable' : 'disable' })}>
            {user.disabled ? 'Enable' : 'Disable'}
          </MenuAction>
          <MenuAction onSelect={() => act({ kind: 'delete' })}>Delete…</MenuAction>
        </>
      )}
    </Menu>
  )
}
