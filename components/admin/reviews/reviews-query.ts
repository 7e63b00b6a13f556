import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#contract/errors.ts'
import { reviewListResponseSchema } from '#contract/reviews.ts'
import { staffRequest } from '../api.ts'
import type { StoredDocument } from '../editor/document.ts'

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
        if (error instanceof ApiError && error.status < 500) return null
        throw error
      }
    },
    staleTime: 5_000,
  })
