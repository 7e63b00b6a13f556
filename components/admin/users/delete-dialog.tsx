'use client'

import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import type { StaffUser } from '#contract/users.ts'
import { ChangeDialog, failureText } from '../ui/change-dialog.tsx'
import { useChangeUser } from './use-change-user.ts'
import { activeUsersQuery } from './users-query.ts'

interface DeleteDialogProps {
  user: StaffUser
  ownId: string
  returnFocus: RefObject<HTMLElement | null>
  onClose: () => void
}

export function DeleteDialog({ user, ownId, returnFocus, onClose }: DeleteDialogProps) {
  const { remove } = useChangeUser(ownId)
  const [postsTo, setPostsTo] = useState(ownId)
  const { data: active = [] } = useQuery(activeUsersQuery)
  const heirs = active.filter(({ id }) => id !== user.id)
  const hasPosts = user.posts > 0
  return (
    <ChangeDialog
      title={`Delete ${user.name}`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      busy={remove.isPending}
      destructive
      error={remove.isError ? failureText(remove.error) : undefined}
      returnFocus={returnFocus}
      onClose={onClose}
      onConfirm={() => remove.mutate({ user, postsTo: hasPosts ? postsTo : '' }, { onSuccess: onClose })}
    >
      <p>
        {user.name} is signed out and loses access for good. To end access only for now, disable the account
        instead.
      </p>
      {hasPosts && (
        <div className="grid gap-1.5">
          <label htmlFor="posts-to" className="font-semibold">
            Who gets the {user.posts} {user.posts === 1 ? 'post' : 'posts'}?
          </label>
          <select
            id="posts-to"
            className="control"
            value={postsTo}
            onChange={({ target }) => setPostsTo(target.value)}
          >
            {heirs.length === 0 && <option value={ownId}>You</option>}
            {heirs.map(({ id, name }) => (
              <option key={id} value={id}>
                {id === ownId ? `${name} (you)` : name}
              </option>
            ))}
          </select>
        </div>
      )}
    </ChangeDialog>
  )
}
