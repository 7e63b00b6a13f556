'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from 'sonner'
import { v4 as createUuid } from 'uuid'
import { z } from 'zod'
import { invitationResponseSchema, type Invitation, type InvitationInput } from '#contract/users.ts'
import { staffRequest } from '../api.ts'
import { failureText } from '../ui/change-dialog.tsx'
import { refetch } from '../refetch.ts'
import { usersKey } from './users-query.ts'

export function useInvite() {
  const queries = useQueryClient()
  /** Identifies an invitation over retries. */
  const attempt = useRef({ input: '', key: '' })
  const onSettled = () => refetch(queries, usersKey)
  const invite = useMutation({
    mutationFn: async (json: InvitationInput) => {
      const input = JSON.stringify(json)
      if (attempt.current.input !== input) attempt.current = { input, key: createUuid() }
      const headers = { 'idempotency-key': attempt.current.key }
      return (
        await staffRequest('/api/invitations', invitationResponseSchema, { method: 'POST', json, headers })
      ).data
    },
    onSuccess: () => {
      attempt.current = { input: '', key: '' }
    },
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: ({ id }: Invitation) =>
      staffRequest(`/api/invitations/${encodeURIComponent(id)}`, z.unknown(), { method: 'DELETE' }),
    onSuccess: (_, { email }) => toast.success(`The invitation of ${email} is revoked.`),
    onError: (error) => toast.error(failureText(error)),
    onSettled,
  })
  return { invite, revoke }
}
