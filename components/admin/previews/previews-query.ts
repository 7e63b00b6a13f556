import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  previewListResponseSchema,
  previewResponseSchema,
  type Preview,
  type PreviewInput,
} from '#contract/previews.ts'
import { isUnsupported, staffDelete, staffRequest } from '../api.ts'
import { refetch } from '../refetch.ts'
import { useRetryKey } from '../use-retry-key.ts'

const keyOf = (api: string) => ['previews', api] as const

/** `api` is the API path of a post or a case study. The data is null when the upstream has no previews. */
export const previewsQuery = (api: string) =>
  queryOptions({
    queryKey: keyOf(api),
    queryFn: async ({ signal, client }) => {
      try {
        return (await staffRequest(`${api}/previews`, previewListResponseSchema, { signal })).data
      } catch (error) {
        // The document was deleted if there were previews before.
        if (isUnsupported(error) && !client.getQueryData(keyOf(api))) return null
        throw error
      }
    },
    staleTime: 5_000,
  })

export function useChangePreviews(api: string) {
  const queries = useQueryClient()
  const { headersFor, reset } = useRetryKey()
  const create = useMutation({
    mutationFn: async (json: PreviewInput) => {
      const headers = headersFor(json)
      return (await staffRequest(`${api}/previews`, previewResponseSchema, { method: 'POST', json, headers }))
        .data
    },
    onSuccess: reset,
    // The new link is shown before the list is read, which may end the session.
    onSettled: () => void refetch(queries, keyOf(api)),
  })
  const revoke = useMutation({
    mutationFn: ({ id }: Preview) => staffDelete(`/api/previews/${encodeURIComponent(id)}`),
    onSettled: () => refetch(queries, keyOf(api)),
  })
  return { create, revoke }
}
