'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { staffCategoryListResponseSchema, type StaffCategory } from '#contract/categories.ts'
import { staffRequest } from '../api.ts'
import { refetch } from '../refetch.ts'
import { categoriesQuery } from './categories-query.ts'

const sortBy = (categories: StaffCategory[], ids: string[]) =>
  categories.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

export function useOrder() {
  const queries = useQueryClient()
  const { queryKey } = categoriesQuery
  const { mutate } = useMutation({
    scope: { id: 'categories' },
    mutationFn: (ids: string[]) =>
      staffRequest('/api/categories/order', staffCategoryListResponseSchema, {
        method: 'PUT',
        json: { ids },
      }),
    onError: async () => {
      toast.error('Failed to save the order. Please try again.')
      await refetch(queries, queryKey)
    },
  })
  return (ids: string[]) => {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, (list) => list && { data: sortBy(list.data, ids) })
    mutate(ids)
  }
}
