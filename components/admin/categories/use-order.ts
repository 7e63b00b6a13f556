'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import {
  staffCategoryListResponseSchema,
  type CategoryOrder,
  type StaffCategory,
} from '#contract/categories.ts'
import { staffRequest } from '../api.ts'
import { refetch } from '../refetch.ts'
import { orderProblem } from '../ui/order-problem.ts'
import { categoriesQuery } from './categories-query.ts'

const sortBy = (categories: StaffCategory[], ids: string[]) =>
  categories.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

export function useOrder() {
  const queries = useQueryClient()
  const { queryKey } = categoriesQuery
  const { mutate } = useMutation({
    scope: { id: 'categories' },
    mutationFn: (order: CategoryOrder) =>
      staffRequest('/api/categories/order', staffCategoryListResponseSchema, { method: 'PUT', json: order }),
    onError: async (error) => {
      toast.error(orderProblem(error))
      await refetch(queries, queryKey)
    },
  })
  return (ids: string[]) => {
    void queries.cancelQueries({ queryKey })
    const previousIds = queries.getQueryData(queryKey)?.data.map(({ id }) => id)
    queries.setQueryData(queryKey, (list) => list && { data: sortBy(list.data, ids) })
    mutate({ ids, previousIds })
  }
}
