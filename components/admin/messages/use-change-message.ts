'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import * as z from 'zod'
import type { MessageWithNeighbors } from '#contract/messages.ts'
import { isNotFound, staffDelete, staffRequest } from '../api.ts'
import { notificationsKey } from '../notifications/notifications-query.ts'
import { refetch } from '../refetch.ts'
import { messageKey, messageListKey } from './messages-query.ts'

const messagePath = (id: string) => `/api/messages/${encodeURIComponent(id)}`

/** Changes are sent one after another: marking a message after its deletion would bring it back into the list. */
const scope = { id: 'messages' }

export function useChangeMessage() {
  const queries = useQueryClient()
  const refetchList = () => refetch(queries, messageListKey)
  const setRead = (id: string, read: boolean) =>
    queries.setQueriesData<MessageWithNeighbors | null>(
      { queryKey: [...messageKey, id] },
      (stored) => stored && { ...stored, data: { ...stored.data, read } },
    )

  const mark = useMutation({
    scope,
    mutationFn: ({ id, read }: { id: string; read: boolean }) =>
      staffRequest(messagePath(id), z.unknown(), { method: 'PUT', json: { read } }),
    onMutate: ({ id, read }) => setRead(id, read),
    onError: (error, { id, read }) => {
      setRead(id, !read)
      if (!isNotFound(error)) return toast.error('Failed to update the message. Please try again.')
      toast.error('This message does not exist. It may have been deleted.')
      void queries.invalidateQueries({ queryKey: [...messageKey, id] })
    },
    // The notification of a message that was read counts as read too.
    onSettled: () => Promise.all([refetchList(), refetch(queries, notificationsKey)]),
  })
  const remove = useMutation({
    scope,
    mutationFn: (id: string) => staffDelete(messagePath(id)),
    onSuccess: () => {
      toast.success('Message deleted successfully!')
      // Other messages may name the deleted one as their neighbor.
      void queries.invalidateQueries({ queryKey: messageKey, refetchType: 'none' })
      return Promise.all([refetchList(), refetch(queries, notificationsKey)])
    },
    onError: () => toast.error('Failed to delete the message. Please try again.'),
  })
  return { mark: mark.mutate, remove: remove.mutateAsync, busy: remove.isPending }
}
