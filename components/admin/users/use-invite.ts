'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import * as z from 'zod'
import { hasErrorCode } from '#contract/errors.ts'
import { invitationResponseSchema, type Invitation, type InvitationInput } from '#contract/users.ts'
import { staffRequest } from '../api.ts'
import { changeErrorText } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { useRetryKey } from '../use-retry-key.ts'
import { invitationsQuery, usersKey } from './users-query.ts'

export function useInvite() {
  const queries = useQueryClient()
  const { headersFor, reset } = useRetryKey()
  const invite = useMutation({
    mutationFn: async (json: InvitationInput) => {
      const headers = headersFor(json)
      return (
        await staffRequest('/api/invitations', invitationResponseSchema, { method: 'POST', json, headers })
      ).data
    },
    onSuccess: ({ link: _, ...invitation }) => {
      reset()
      // An invitation that is sent again has a new id.
      queries.setQueryData(invitationsQuery.queryKey, (known) =>
        known?.map((other) => (other.email === invitation.email ? invitation : other)),
      )
    },
    onError: (error) => {
      if (hasErrorCode(error, 'gone')) reset()
    },
    // The new link is shown before the lists are read, which may end the session.
    onSettled: () => void refetch(queries, usersKey),
  })
  const revoke = useMutation({
    mutationFn: ({ id }: Invitation) =>
      staffRequest(`/api/invitations/${encodeURIComponent(id)}`, z.unknown(), { method: 'DELETE' }),
    onSuccess: (_, { email }) => toast.success(`The invitation of ${email} is revoked.`),
    onError: (error) => toast.error(changeErrorText(error)),
    onSettled: () => refetch(queries, usersKey),
  })
  return { invite, revoke }
}
