'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { duplicateTagsResponseSchema, type StaffTag } from '#contract/tags.ts'
import { staffRequest } from '../api.ts'
import { changeErrorText } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { replaceToast, undoAction } from '../ui/toasts.ts'
import { duplicatesQuery } from './tags-query.ts'

const { queryKey } = duplicatesQuery
const replaceDuplicatesToast = (show: () => string | number) => replaceToast('duplicate-tags', show)

const idsOf = (group: StaffTag[]) => group.map(({ id }) => id)

const listFormat = new Intl.ListFormat('en-US')
export const toSentenceList = (group: StaffTag[]) => listFormat.format(group.map(({ name }) => `“${name}”`))

interface Change {
  group: StaffTag[]
  dismissed: boolean
  /** Those that the dismissal added, to undo it. */
  pairs?: [string, string][] | undefined
}

export function useDismissDuplicates() {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    scope: { id: 'duplicate-tags' },
    mutationFn: ({ group, dismissed, pairs }: Change) =>
      staffRequest('/api/tags/duplicates', duplicateTagsResponseSchema, {
        method: 'PUT',
        json: { tags: idsOf(group), dismissed, pairs },
      }),
    onSuccess: ({ pairs }, { group, dismissed }) => {
      const names = toSentenceList(group)
      if (!dismissed) return replaceDuplicatesToast(() => toast(`${names} are suggested again.`))
      const undo = () => mutate({ group, dismissed: false, pairs })
      replaceDuplicatesToast(() => toast(`${names} are kept as different tags.`, undoAction(undo)))
    },
    onError: (error) => replaceDuplicatesToast(() => toast.error(changeErrorText(error))),
    onSettled: () => refetch(queries, queryKey),
  })
  return (group: StaffTag[]) => {
    void queries.cancelQueries({ queryKey })
    const hidden = idsOf(group).join()
    queries.setQueryData(
      queryKey,
      (list) => list && { data: list.data.filter((other) => idsOf(other).join() !== hidden) },
    )
    mutate({ group, dismissed: true })
  }
}
