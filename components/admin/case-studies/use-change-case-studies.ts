'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { caseStudyListResponseSchema, type CaseStudyList } from '#contract/case-studies.ts'
import { ApiError } from '#contract/errors.ts'
import { staffDelete, staffRequest } from '../api.ts'
import { refetch } from '../refetch.ts'
import { replaceToast } from '../ui/replace-toast.ts'
import { caseStudiesQuery } from './case-studies-query.ts'

const { queryKey } = caseStudiesQuery
const replaceOrderToast = (show: () => string | number) => replaceToast('case-study-order', show)

/** Changes are sent one after another, so that the last order wins. */
const scope = { id: 'case-studies' }

const idsOf = (list: CaseStudyList | undefined) => list?.data.caseStudies.map(({ id }) => id) ?? []

function inOrder(list: CaseStudyList, ids: string[]): CaseStudyList {
  const byId = new Map(list.data.caseStudies.map((study) => [study.id, study]))
  return { ...list, data: { caseStudies: ids.flatMap((id) => byId.get(id) ?? []) } }
}

export function useChangeCaseStudies() {
  const queries = useQueryClient()

  const order = useMutation({
    scope,
    mutationFn: ({ ids }: { ids: string[]; before: string[] | null }) =>
      staffRequest('/api/case-studies/order', caseStudyListResponseSchema, { method: 'PUT', json: { ids } }),
    onSuccess: (_, { before }) => {
      if (!before) return replaceOrderToast(() => toast('The previous order is back.'))
      const undo = () => reorder(before, null)
      replaceOrderToast(() => toast('Order saved.', { action: { label: 'Undo', onClick: undo } }))
    },
    onError: (error) => {
      const conflict = error instanceof ApiError && error.code === 'conflict' ? error.message : null
      replaceOrderToast(() => toast.error(conflict ?? 'Failed to save the order. Please try again.'))
    },
    // The last of several moves reads what is stored, which also rolls back a failed one.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: ['order'] }) <= 1) return refetch(queries, queryKey)
    },
    mutationKey: ['order'],
  })

  const remove = useMutation({
    scope,
    mutationFn: (id: string) => staffDelete(`/api/case-studies/${encodeURIComponent(id)}`),
    onSuccess: () => {
      toast.success('Case study deleted successfully!')
      return refetch(queries, queryKey)
    },
    onError: () => toast.error('Failed to delete case study. Please try again.'),
  })

  /** Without `before`, the order is not offered to be undone. */
  const reorder = (ids: string[], before: string[] | null = idsOf(queries.getQueryData(queryKey))) => {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, (list) => list && inOrder(list, ids))
    order.mutate({ ids, before })
  }
  return { reorder, remove: remove.mutateAsync }
}
