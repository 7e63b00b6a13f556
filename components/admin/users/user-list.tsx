'use client'

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { roleNouns, type Role } from '#contract/roles.ts'
import { USERS_PER_PAGE, type StaffUser } from '#contract/users.ts'
import '../ui/compact-table.css'
import './users.css'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { useUrlState, type HistoryMode } from '../ui/use-url-state.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LinkView } from './link-view.tsx'
import { useChangeUser } from './use-change-user.ts'
import { UserTable, type UserAction } from './user-table.tsx'
import { userListQuery, usersUrl, type UsersState } from './users-query.ts'

type Asking = { kind: 'delete'; user: StaffUser } | { kind: 'ownRole'; user: StaffUser; role: Role }

export function UserList({ ownId }: { ownId: string }) {
  const [state, setState] = useUrlState(usersUrl)
  const { data, isError, isPlaceholderData, refetch } = useQuery(userListQuery(state))
  const { change, remove, resetLink } = useChangeUser(ownId)
  const [asking, setAsking] = useState<Asking | null>(null)
  const opener = useRef<HTMLElement>(null)
  const close = () => {
    setAsking(null)
    remove.reset()
  }
  const setInvite = (invite: boolean) => setState({ invite, page: state.page }, 'replace')
  const users = data?.data.users ?? []

  const act = (user: StaffUser, action: UserAction, button: HTMLElement | null) => {
    opener.current = button
    if (action.kind === 'delete') setAsking({ kind: 'delete', user })
    else if (action.kind === 'resetLink') resetLink.mutate(user)
    else if (action.kind !== 'role') change.mutate({ user, change: { disabled: action.kind === 'disable' } })
    else if (user.id === ownId) setAsking({ kind: 'ownRole', user, role: action.role })
    else change.mutate({ user, change: { role: action.role } })
  }
  return (
    <>
      <PagedList
        label="Results"
        busy={isPlaceholderData || resetLink.isPending}
        toolbar={
          <>
            <Toolbar state={state} onChange={setState} onInvite={() => setInvite(true)} />
            <InvitationList />
          </>
        }
        range={
          data && { shown: users.length, total: data.total, perPage: USERS_PER_PAGE, noun: ['user', 'users'] }
        }
        page={state.page}
        totalPages={data?.totalPages ?? 0}
        hrefOf={(page) => usersUrl.toHref({ ...state, page })}
        onPage={(page, mode) => setState({ page }, mode)}
      >
        {isError && <LoadError what="users" onRetry={refetch} />}
        {data?.total === 0 && <EmptyList title="No users found" text="Try another search or filter." />}
        {users.length > 0 && (
          <UserTable users={users} ownId={ownId} isMakingLink={resetLink.isPending} onAction={act} />
        )}
      </PagedList>
      {state.invite && <InviteDialog onClose={() => setInvite(false)} />}
      {asking?.kind === 'delete' && (
        <DeleteDialog user={asking.user} ownId={ownId} remove={remove} returnFocus={opener} onClose={close} />
      )}
      <ConfirmDialog
        open={asking?.kind === 'ownRole'}
        title="Change your own role?"
        question={
          asking?.kind === 'ownRole'
            ? `You will be ${roleNouns[asking.role]} and cannot open this page anymore. Only another owner can change that. Your invitations and all password links will end.`
            : ''
        }
        confirmLabel="Change role"
        destructive
        returnFocus={opener}
        onClose={close}
        onConfirm={() => {
          if (asking?.kind === 'ownRole') change.mutate({ user: asking.user, change: { role: asking.role } })
          close()
        }}
      />
      {resetLink.data && resetLink.variables && (
        <Dialog title="Password link" once onClose={resetLink.reset} returnFocus={opener}>
          <LinkView link={resetLink.data.link} onDone={resetLink.reset}>
            <p>
              Send this link only to {resetLink.variables.name}. Anyone who opens it can set a new password.
            </p>
            <p className="text-muted">It works once, for one hour, and is shown only now.</p>
          </LinkView>
        </Dialog>
      )}
    </>
  )
}

interface ToolbarProps {
  state: UsersState
  onChange: (change: Partial<UsersState>, mode?: HistoryMode) => void
  onInvite: () => void
}

const statusFilters = [
  [undefined, 'All'],
  ['active', 'Active'],
  ['disabled', 'Disabled'],
] as const

function Toolbar({ state, onChange, onInvite }: ToolbarProps) {
  return (
    <div className="list-toolbar">
      <SearchBox
        subject="users"
        search={state.search ?? ''}
        onSearch={(search) => onChange({ search: search || undefined }, state.search ? 'replace' : 'push')}
      />
      <SegmentedControl
        label="Show"
        options={statusFilters}
        value={state.status}
        onChange={(status) => onChange({ status })}
      />
      <Button onClick={onInvite}>Invite</Button>
    </div>
  )
}
