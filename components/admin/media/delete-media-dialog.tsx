'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { MediaItem } from '#contract/media.ts'
import { conflictVersion, isVersionConflict, staffDelete, versionHeader } from '../api.ts'
import { changeErrorText } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { nameOf } from './media-grid.tsx'
import { mediaKey, mediaListKey, pathOf } from './media-query.ts'
import { UseList } from './use-list.tsx'

interface DeleteMediaDialogProps {
  item: MediaItem
  onDeleted: () => void
  onClose: () => void
}

export function DeleteMediaDialog({ item, onDeleted, onClose }: DeleteMediaDialogProps) {
  const queries = useQueryClient()
  const [version, setVersion] = useState(item.version)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => staffDelete(pathOf(item), versionHeader(version)),
    onSuccess: async () => {
      onDeleted()
      onClose()
      toast.success(`“${nameOf(item)}” was deleted.`)
      // The dialogs of the image may still be mounted, and its uses are gone with it.
      await refetch(queries, mediaListKey)
    },
    onError: async (failure) => {
      setVersion(conflictVersion(failure, version))
      await refetch(queries, mediaKey)
    },
  })
  const problem = isVersionConflict(error)
    ? 'Someone else changed this image. Delete it again if it is still not needed.'
    : changeErrorText(error)
  const isUsed = item.uses > 0
  return (
    <ChangeDialog
      title={`Delete “${nameOf(item)}”`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      busy={isPending}
      ready={!isUsed}
      error={error ? problem : undefined}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>
        {isUsed
          ? 'This image is used, so it cannot be deleted. Remove it there first, or replace its file.'
          : 'The image and its description are permanently deleted.'}
      </p>
      {isUsed && <UseList item={item} />}
    </ChangeDialog>
  )
}
