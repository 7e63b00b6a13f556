'use client'

import { useQueryClient } from '@tanstack/react-query'
import type { StaffCategory } from '#contract/categories.ts'
import { useSaveOrder } from '../ui/use-save-order.ts'
import { categoriesQuery } from './categories-query.ts'

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
