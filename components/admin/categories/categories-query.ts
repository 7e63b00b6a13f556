import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { staffCategoryListResponseSchema, type StaffCategory } from '#contract/categories.ts'
import { staffRequest } from '../api.ts'
import { useSaveOrder } from '../ui/use-save-order.ts'

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => staffRequest('/api/categories', staffCategoryListResponseSchema, { signal }),
  staleTime: 5_000,
})

const { queryKey } = categoriesQuery

const sortBy = (categories: StaffCategory[], ids: string[]) =>
  categories.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

export function useOrder() {
  const queries = useQueryClient()
  const save = useSaveOrder({
    scope: 'categories',
    path: '/api/categories/order',
    queryKey,
    show: (ids) => queries.setQueryData(queryKey, (list) => list && { data: sortBy(list.data, ids) }),
  })
  return (ids: string[]) =>
    save({ ids, previousIds: queries.getQueryData(queryKey)?.data.map(({ id }) => id) ?? [] })
}
