import { queryOptions } from '@tanstack/react-query'
import { reviewListResponseSchema } from '#contract/reviews.ts'
import { isUnsupported, staffRequest } from '../api.ts'
import type { StoredDocument } from '../editor/document.ts'
import { EDITOR_POLL_MS } from '../refetch.ts'

/** Keyed by saved version. The data is null when the upstream has no reviews. */
export const reviewsQuery = (
  api: string,
  { id, version, workingCopy }: Pick<StoredDocument<unknown>, 'id' | 'version' | 'workingCopy'>,
) =>
  queryOptions({
    queryKey: ['reviews', api, id, version, workingCopy?.version],
    queryFn: async ({ signal }) => {
      try {
        return (await staffRequest(`${api}/${id}/reviews`, reviewListResponseSchema, { signal })).data
      } catch (error) {
        if (isUnsupported(error)) return null
        throw error
      }
    },
    staleTime: 5_000,
    refetchInterval: ({ state: { data } }) => (data ? EDITOR_POLL_MS : false),
  })
