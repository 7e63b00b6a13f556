import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  messageListQuerySchema,
  messageListResponseSchema,
  messageWithNeighborsSchema,
  type MessageFilter,
} from '#contract/messages.ts'
import { isNotFound, staffRequest } from '../api.ts'
import { POLL_MS } from '../refetch.ts'
import type { UrlFormat } from '../ui/use-url-state.ts'

export interface MessagesState extends MessageFilter {
  page: number
  message: string
}

const toSearchParams = ({ search, status, page = 1 }: MessageFilter & { page?: number }) => {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (status) query.set('status', status)
  if (page > 1) query.set('page', String(page))
  return query
}

export const messagesUrl: UrlFormat<MessagesState> = {
  parse: (query) => {
    const [page, status, search] = ['page', 'status', 'search'].map((name) => query.get(name) ?? undefined)
    const state = messageListQuerySchema.parse({ page, status, search })
    const message = /^[\w-]{1,100}$/.exec(query.get('message') ?? '')?.[0] ?? ''
    return { page: state.page, status: state.status, search: state.search || undefined, message }
  },
  toHref: ({ message, ...list }) => {
    const query = toSearchParams(list)
    if (message) query.set('message', message)
    return query.size > 0 ? `/admin/messages?${query}` : '/admin/messages'
  },
}

export const messageListKey = ['messages', 'list'] as const
export const messageKey = ['messages', 'one'] as const

export const messageListQuery = ({ page, status, search }: MessagesState) =>
  queryOptions({
    queryKey: [...messageListKey, { page, status, search }],
    queryFn: ({ signal }) => {
      const query = toSearchParams({ page, status, search })
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
    queryFn: async ({ signal }) => {
      const path = `/api/messages/${id}?${toSearchParams({ status, search })}`
      try {
        return await staffRequest(path, messageWithNeighborsSchema, { signal })
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
    enabled: id !== '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
