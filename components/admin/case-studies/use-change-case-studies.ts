'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import {
  caseStudyListResponseSchema,
  type CaseStudyList,
  type CaseStudyOrder,
  type CaseStudySummary,
} from '#contract/case-studies.ts'
import { isVersionConflict, staffDelete, staffRequest, versionHeader } from '../api.ts'
import { refetch } from '../refetch.ts'
import { orderProblem } from '../ui/order-problem.ts'
import { replaceToast } from '../ui/replace-toast.ts'
import { caseStudiesQuery } from './case-studies-query.ts'

const { queryKey } = caseStudiesQuery
const replaceOrderToast = (show: () => string | number) => replaceToast('case-study-order', show)

/** Changes are sent one after another, so that the last order wins. */
const scope = { id: 'case-studies' }

interface OrderChange extends Required<CaseStudyOrder> {
  isUndo: boolean
}

const idsOf = (list: CaseStudyList | undefined) => list?.data.caseStudies.map(({ id }) => id) ?? []

function inOrder(list: CaseStudyList, ids: string[]): CaseStudyList {
  const byId = new Map(list.data.caseStudies.map((study) => [study.id, study]))
  return { ...list, data: { caseStudies: ids.flatMap((id) => byId.get(id) ?? []) } }
}

export function useChangeCaseStudies() {
  const queries = useQueryClient()

  const order = useMutation({
    scope,
    mutationFn: ({ ids, previousIds }: OrderChange) =>
      staffRequest('/api/case-studies/order', caseStudyListResponseSchema, {
        method: 'PUT',
        json: { ids, previousIds },
      }),
    onSuccess: (_, { ids, previousIds, isUndo }) => {
      if (isUndo) return replaceOrderToast(() => toast('The previous order is back.'))
      const undo = () => change({ ids: previousIds, previousIds: ids, isUndo: true })
      replaceOrderToast(() => toast('Order saved.', { action: { label: 'Undo', onClick: undo } }))
    },
    onError: (error) => {
      replaceOrderToast(() => toast.error(orderProblem(error)))
    },
    // The last of several moves reads what is stored, which also rolls back a failed one.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: ['order'] }) <= 1) return refetch(queries, queryKey)
    },
    mutationKey: ['order'],
  })

  const remove = useMutation({
    scope,
    mutationFn: ({ id, version }: CaseStudySummary) =>
      staffDelete(`/api/case-studies/${encodeURIComponent(id)}`, versionHeader(version)),
    onSuccess: () => {
      toast.success('Case study deleted successfully!')
      return refetch(queries, queryKey)
    },
    onError: (error) => {
      if (!isVersionConflict(error)) return toast.error('Failed to delete case study. Please try again.')
      toast.error('Someone else changed this case study. Check it and delete it again.')
      return refetch(queries, queryKey)
    },
  })

  const change = (changed: OrderChange) => {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, (list) => list && inOrder(list, changed.ids))
    order.mutate(changed)
  }
  const reorder = (ids: string[]) =>
    change({ ids, previousIds: idsOf(queries.getQueryData(queryKey)), isUndo: false })
  return { reorder, remove: remove.mutateAsync }
}
