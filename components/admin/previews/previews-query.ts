import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { v4 as createUuid } from 'uuid'
import { ApiError } from '#contract/errors.ts'
import {
  previewListResponseSchema,
  previewResponseSchema,
  type Preview,
  type PreviewInput,
} from '#contract/previews.ts'
import { staffDelete, staffRequest } from '../api.ts'
import { refetch } from '../refetch.ts'

const keyOf = (api: string) => ['previews', api] as const

/** `api` is the address of a post or a case study. The data is null when the upstream has no previews. */
export const previewsQuery = (api: string) =>
  queryOptions({
    queryKey: keyOf(api),
    queryFn: async ({ signal }) => {
      try {
        return (await staffRequest(`${api}/previews`, previewListResponseSchema, { signal })).data
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) return null
        throw error
      }
    },
    staleTime: 5_000,
  })

export function useChangePreviews(api: string) {
  const queries = useQueryClient()
  /** Identifies a link over retries. */
  const attempt = useRef({ input: '', key: '' })
  const onSettled = () => refetch(queries, keyOf(api))
  const create = useMutation({
    mutationFn: async (json: PreviewInput) => {
      const input = JSON.stringify(json)
      if (attempt.current.input !== input) attempt.current = { input, key: createUuid() }
      const headers = { 'idempotency-key': attempt.current.key }
      return (await staffRequest(`${api}/previews`, previewResponseSchema, { method: 'POST', json, headers }))
        .data
    },
    onSuccess: () => {
      attempt.current = { input: '', key: '' }
    },
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: ({ id }: Preview) => staffDelete(`/api/previews/${encodeURIComponent(id)}`),
    onSettled,
  })
  return { create, revoke }
}
