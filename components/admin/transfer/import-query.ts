import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  importListResponseSchema,
  importQuerySchema,
  importResponseSchema,
  type ImportOptions,
  type ImportRetry,
} from '#contract/imports.ts'
import { staffRequest } from '../api.ts'
import { readParams, toHref, toSearchParams, type UrlFormat } from '../ui/url-format.ts'

interface ImportState {
  page: number
}

const parseState: UrlFormat<ImportState>['parse'] = (query) =>
  importQuerySchema.parse(readParams(query, ['page']))

export const importUrl = (id: string): UrlFormat<ImportState> => ({
  parse: parseState,
  toHref: ({ page }) => toHref(`/admin/import/${id}`, toSearchParams({ page })),
})

export const importsUrl: UrlFormat<ImportState> = {
  parse: parseState,
  toHref: ({ page }) => toHref('/admin/import', toSearchParams({ page })),
}

export const importsKey = ['imports'] as const

export const importsQuery = ({ page }: ImportState) =>
  queryOptions({
    queryKey: [...importsKey, { page }],
    queryFn: ({ signal }) =>
      staffRequest(`/api/imports?${toSearchParams({ checked: 'true', page })}`, importListResponseSchema, {
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })

export const importQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...importsKey, id, page],
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
