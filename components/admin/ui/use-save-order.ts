'use client'

import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from 'sonner'
import * as z from 'zod'
import { hasErrorCode } from '#contract/errors.ts'
import { staffRequest } from '../api.ts'
import { refetch } from '../refetch.ts'
import { replaceToast } from './toasts.ts'

interface OrderChange {
  ids: string[]
  previousIds: string[]
}

interface OrderedList<Change> {
  /** Changes of one scope are sent one after another. */
  scope: string
  path: string
  queryKey: QueryKey
  show: (ids: string[]) => void
  onSaved?: (change: Change) => void
}

const orderErrorText = (error: unknown): string =>
  hasErrorCode(error, 'conflict') ? error.message : 'Failed to save the order. Please try again.'

/** When several orders wait to be saved, only the newest is sent, and none after a failure. */
export function useSaveOrder<Change extends OrderChange>(list: OrderedList<Change>) {
  const { scope, path, queryKey, show, onSaved } = list
  const queries = useQueryClient()
  const waiting = useRef<Change>(undefined)
  const { mutate } = useMutation({
    scope: { id: scope },
    mutationFn: async () => {
      const change = waiting.current
      waiting.current = undefined
      if (!change) return undefined
      const { ids, previousIds } = change
      try {
        await staffRequest(path, z.unknown(), { method: 'PUT', json: { ids, previousIds } })
      } catch (error) {
        waiting.current = undefined
        show(previousIds)
        throw error
      }
      return change
    },
    onSuccess: (change) => change && onSaved?.(change),
    onError: (error) => replaceToast(`${scope}-order`, () => toast.error(orderErrorText(error))),
    onSettled: (change, error) => {
      if ((change || error) && !waiting.current) return refetch(queries, queryKey)
    },
  })
  return (change: Change) => {
    const before = waiting.current
    waiting.current = before ? { ...change, previousIds: before.previousIds } : change
    void queries.cancelQueries({ queryKey })
    show(change.ids)
    if (!before) mutate()
  }
}
