import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  messageListQuerySchema,
  messageListResponseSchema,
  messageWithNeighborsSchema,
  type MessageFilter,
} from '#contract/messages.ts'
import { isNotFound, staffRequest } from '../api.ts'
import { POLL_MS, refetch } from '../refetch.ts'
import { readParams, toHref, toSearchParams, type UrlFormat } from '../ui/url-format.ts'

export interface MessagesState extends MessageFilter {
  page: number
  message: string
}

export const messagesUrl: UrlFormat<MessagesState> = {
  parse: (query) => {
    const state = messageListQuerySchema.parse(readParams(query, ['page', 'status', 'search']))
    const message = /^[\w-]{1,100}$/.exec(query.get('message') ?? '')?.[0] ?? ''
    return { page: state.page, status: state.status, search: state.search || undefined, message }
  },
  toHref: ({ search, status, page, message }) =>
    toHref('/admin/messages', toSearchParams({ search, status, page, message })),
}

export const messageListKey = ['messages', 'list'] as const
export const messageKey = ['messages', 'one'] as const

export const messageListQuery = ({ page, status, search }: MessagesState) =>
  queryOptions({
    queryKey: [...messageListKey, { page, status, search }],
    queryFn: ({ signal }) => {
      const query = toSearchParams({ search, status, page })
      return staffRequest(`/api/messages?${query}`, messageListResponseSchema, { signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: POLL_MS,
  })

/** The data is null for a message that does not exist. */
export const messageQuery = ({ message: id, status, search }: MessagesState) =>
  queryOptions({
    queryKey: [...messageKey, id, { status, search }],
    queryFn: async ({ client, signal }) => {
      const path = `/api/messages/${id}?${toSearchParams({ search, status })}`
      try {
        return await staffRequest(path, messageWithNeighborsSchema, { signal })
      } catch (error) {
        if (!isNotFound(error)) throw error
        // Someone else may have deleted it.
        void refetch(client, messageListKey)
        return null
      }
    },
    enabled: id !== '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
