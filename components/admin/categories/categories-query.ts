import { queryOptions } from '@tanstack/react-query'
import { staffCategoryListResponseSchema } from '#contract/categories.ts'
import { staffRequest } from '../api.ts'

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => staffRequest('/api/categories', staffCategoryListResponseSchema, { signal }),
  staleTime: 5_000,
})
