import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  importQuerySchema,
  importResponseSchema,
  type ImportOptions,
  type ImportRetry,
} from '#contract/imports.ts'
import { staffRequest } from '../api.ts'
import { toHref, toSearchParams, type UrlFormat } from '../ui/url-format.ts'

interface ImportState {
  page: number
}

export const importUrl = (id: string): UrlFormat<ImportState> => ({
  parse: (query) => importQuerySchema.parse({ page: query.get('page') ?? undefined }),
  toHref: ({ page }) => toHref(`/admin/import/${id}`, toSearchParams({ page })),
})

export const importKey = (id: string) => ['imports', id] as const

export const importQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...importKey(id), page],
    queryFn: async ({ signal }) =>
      (await staffRequest(`/api/imports/${id}?page=${page}`, importResponseSchema, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })

export const runStep = async (id: string, options: ImportOptions) =>
  (await staffRequest(`/api/imports/${id}/run`, importResponseSchema, { method: 'POST', json: options })).data

/** Lets the next steps fetch the images again that failed. */
export const retryImages = async (id: string, json: ImportRetry) =>
  (await staffRequest(`/api/imports/${id}/retry`, importResponseSchema, { method: 'POST', json })).data
