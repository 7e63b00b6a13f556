'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { CaseStudyList, CaseStudyOrder, CaseStudySummary } from '#contract/case-studies.ts'
import { isVersionConflict, staffDelete, versionHeader } from '../api.ts'
import { refetch } from '../refetch.ts'
import { replaceToast, undoAction } from '../ui/toasts.ts'
import { useSaveOrder } from '../ui/use-save-order.ts'
import { caseStudiesQuery } from './case-studies-query.ts'

const { queryKey } = caseStudiesQuery
const scope = { id: 'case-studies' }
const replaceOrderToast = (show: () => string | number) => replaceToast(`${scope.id}-order`, show)

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

  const change = useSaveOrder<OrderChange>({
    scope: scope.id,
    path: '/api/case-studies/order',
    queryKey,
    show: (ids) => queries.setQueryData(queryKey, (list) => list && inOrder(list, ids)),
    onSaved: ({ ids, previousIds, isUndo }) => {
      if (isUndo) return replaceOrderToast(() => toast('The previous order was restored.'))
      const undo = () => change({ ids: previousIds, previousIds: ids, isUndo: true })
      replaceOrderToast(() => toast('Order saved.', undoAction(undo)))
    },
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

  const reorder = (ids: string[]) =>
    change({ ids, previousIds: idsOf(queries.getQueryData(queryKey)), isUndo: false })
  return { reorder, remove: remove.mutateAsync }
}
