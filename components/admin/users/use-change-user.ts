'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { toast } from 'sonner'
import { roleNouns } from '#contract/roles.ts'
import {
  resetLinkResponseSchema,
  userResponseSchema,
  type StaffUser,
  type UserChange,
} from '#contract/users.ts'
import { conflictVersion, isVersionConflict, staffDelete, staffRequest, versionHeader } from '../api.ts'
import { changeErrorText } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { undoAction } from '../ui/toasts.ts'
import { usersKey } from './users-query.ts'

const userPath = ({ id }: StaffUser) => `/api/users/${encodeURIComponent(id)}`

interface Request {
  user: StaffUser
  change: UserChange
  isUndo?: boolean
}

function outcomeOf({ user, change }: Request): string {
  if (!change.role && !change.disabled) return `${user.name} can sign in again.`
  const outcome = change.role
    ? `${user.name} is now ${roleNouns[change.role]}.`
    : `${user.name} is signed out and cannot sign in.`
  const ended = ' Their invitations and all password links have ended.'
  return user.role === 'owner' ? `${outcome}${ended}` : outcome
}

const ifMatch = (shown: number | undefined, own = 0) => versionHeader(shown && Math.max(shown, own))

const userErrorText = (error: unknown, user: StaffUser) =>
  isVersionConflict(error)
    ? `Someone else changed ${user.name} in the meantime. Nothing was changed; check the list and try again.`
    : changeErrorText(error)

const inverse = ({ user, change }: Request): UserChange =>
  change.role ? { role: user.role } : { disabled: user.disabled }

export type ChangeUser = ReturnType<typeof useChangeUser>

export function useChangeUser(ownId: string) {
  const queries = useQueryClient()
  const router = useRouter()
  const scope = { id: 'users' }
  // Versions that this window knows of, which the shown list may not have yet.
  const ownVersions = useRef(new Map<string, number>())
  const onSettled = () => refetch(queries, usersKey)

  const change = useMutation({
    scope,
    mutationFn: ({ user, change }: Request) => {
      const headers = ifMatch(user.version, ownVersions.current.get(user.id))
      return staffRequest(userPath(user), userResponseSchema, { method: 'PUT', json: change, headers })
    },
    onSuccess: ({ data }, request) => {
      const { user, isUndo } = request
      if (data.version !== undefined) ownVersions.current.set(user.id, data.version)
      // Without this ability the account may no longer see the page.
      if (user.id === ownId) return router.refresh()
      const undo = () => change.mutate({ user: data, change: inverse(request), isUndo: true })
      toast.success(outcomeOf(request), isUndo ? {} : undoAction(undo))
    },
    onError: (error, request) => toast.error(userErrorText(error, request.user)),
    onSettled,
  })
  const remove = useMutation({
    scope,
    mutationFn: ({ user, postsTo }: { user: StaffUser; postsTo: string }) =>
      staffDelete(
        `${userPath(user)}?${new URLSearchParams(postsTo ? { postsTo } : {})}`,
        ifMatch(user.version, ownVersions.current.get(user.id)),
      ),
    onSuccess: (_, { user }) => toast.success(`${user.name} is deleted.`),
    onError: (error, { user }) => {
      const version = conflictVersion(error, undefined)
      if (version !== undefined) ownVersions.current.set(user.id, version)
    },
    // The dialog closes first and returns the focus, while its opener is still there.
    onSettled: () => void onSettled(),
  })
  const resetLink = useMutation({
    mutationFn: async (user: StaffUser) =>
      (
        await staffRequest(`${userPath(user)}/reset-link`, resetLinkResponseSchema, {
          method: 'POST',
          json: {},
        })
      ).data,
    onError: (error) => {
      toast.error(changeErrorText(error))
      void onSettled()
    },
  })
  return { change, remove, resetLink }
}
