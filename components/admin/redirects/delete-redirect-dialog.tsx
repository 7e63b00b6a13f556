'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { ApiError } from '#contract/errors.ts'
import type { Redirect } from '#contract/redirects.ts'
import { conflictVersion, isVersionConflict, staffDelete, versionHeader } from '../api.ts'
import { changeErrorText } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { pathOf } from './redirect-dialog.tsx'
import { redirectsKey } from './redirects-query.ts'

export function DeleteRedirectDialog({ redirect, onClose }: { redirect: Redirect; onClose: () => void }) {
  const queries = useQueryClient()
  const [version, setVersion] = useState(redirect.version)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => staffDelete(pathOf(redirect), versionHeader(version)),
    onSuccess: async () => {
      onClose()
      toast.success(`The redirect from “${redirect.from}” was deleted.`)
      await refetch(queries, redirectsKey)
    },
    onError: async (failure) => {
      setVersion(conflictVersion(failure, version))
      if (failure instanceof ApiError && failure.status < 500) await refetch(queries, redirectsKey)
    },
  })
  const problem = isVersionConflict(error)
    ? 'Someone else changed this redirect. Delete it again if it is still not needed.'
    : changeErrorText(error)
  return (
    <ChangeDialog
      title="Delete Redirect"
      confirmLabel="Delete"
      busyLabel="Deleting…"
      busy={isPending}
      error={error ? problem : undefined}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <code className="text-sm">{redirect.from}</code> is an unknown address afterwards.
      </p>
    </ChangeDialog>
  )
}
