'use client'

import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { ApiError } from '#contract/errors.ts'
import type { StaffUser } from '#contract/users.ts'
import { countPosts } from '#lib/blog/texts.ts'
import { isVersionConflict } from '../api.ts'
import { changeErrorText } from '../error-text.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { LoadError } from '../ui/load-error.tsx'
import type { ChangeUser } from './use-change-user.ts'
import { activeUsersQuery } from './users-query.ts'

interface DeleteDialogProps {
  user: StaffUser
  ownId: string
  remove: ChangeUser['remove']
  returnFocus: RefObject<HTMLElement | null>
  onClose: () => void
}

const deleteErrorText = (error: Error, { name }: StaffUser) =>
  isVersionConflict(error)
    ? `Someone else changed ${name} in the meantime. Check the list first, or delete them anyway.`
    : changeErrorText(error)

export function DeleteDialog({ user, ownId, remove, returnFocus, onClose }: DeleteDialogProps) {
  const [chosen, setChosen] = useState(ownId)
  const [hasNewPosts, setHasNewPosts] = useState(false)
  const { data: active, isError, refetch } = useQuery(activeUsersQuery)
  const otherUsers = active?.filter(({ id }) => id !== user.id)
  // The chosen user may have been deleted or disabled meanwhile.
  const postsTo = otherUsers?.some(({ id }) => id === chosen) ? chosen : ownId
  const { error } = remove
  const hasPosts = user.posts > 0 || hasNewPosts
  const onError = (failure: Error) => {
    // Posts may have been written since the list was loaded.
    if (failure instanceof ApiError && failure.details.fields?.['postsTo']) setHasNewPosts(true)
  }
  return (
    <ChangeDialog
      title={`Delete ${user.name}`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      busy={remove.isPending}
      ready={!hasPosts || otherUsers !== undefined}
      error={error ? deleteErrorText(error, user) : undefined}
      returnFocus={returnFocus}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate({ user, postsTo: hasPosts ? postsTo : '' }, { onSuccess: onClose, onError })
      }
    >
      <p>
        {user.name} is signed out and loses access permanently. To end access only for now, disable the
        account instead.
      </p>
      {hasPosts && isError && <LoadError what="the people" onRetry={refetch} />}
      {hasPosts && otherUsers && (
        <div className="grid gap-1.5">
          <label htmlFor="posts-to" className="font-semibold">
            Who gets the {user.posts === 0 ? 'posts' : countPosts(user.posts)}?
          </label>
          <select
            id="posts-to"
            className="control"
            value={postsTo}
            onChange={({ target }) => setChosen(target.value)}
          >
            {otherUsers.map(({ id, name }) => (
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
