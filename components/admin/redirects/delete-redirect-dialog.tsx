'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ApiError } from '#contract/errors.ts'
import { redirectDeletionResponseSchema, type Redirect } from '#contract/redirects.ts'
import { staffRequest, versionHeader } from '../api.ts'
import { refetch } from '../refetch.ts'
import { ChangeDialog, failureText } from '../ui/change-dialog.tsx'
import { pathOf } from './redirect-dialog.tsx'
import { redirectsKey } from './redirects-query.ts'

export function DeleteRedirectDialog({ redirect, onClose }: { redirect: Redirect; onClose: () => void }) {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      staffRequest(pathOf(redirect), redirectDeletionResponseSchema, {
        method: 'DELETE',
        headers: versionHeader(redirect.version),
      }),
    onSuccess: async () => {
      onClose()
      toast.success(`The redirect from “${redirect.from}” was deleted.`)
      await refetch(queries, redirectsKey)
    },
    onError: async (failure) => {
      if (failure instanceof ApiError && failure.status < 500) await refetch(queries, redirectsKey)
    },
  })
  return (
    <ChangeDialog
      title="Delete Redirect"
      confirmLabel="Delete"
      busyLabel="Deleting…"
      busy={isPending}
      error={error ? failureText(error) : undefined}
      destructive
      onConfirm={mutate}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <code className="text-sm">{redirect.from}</code> is an unknown address afterwards.
      </p>
    </ChangeDialog>
  )
}
