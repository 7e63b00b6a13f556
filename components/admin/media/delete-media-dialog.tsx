'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { MediaItem } from '#contract/media.ts'
import { staffDelete } from '../api.ts'
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
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => staffDelete(pathOf(item)),
    onSuccess: async () => {
      onDeleted()
      onClose()
      toast.success(`“${nameOf(item)}” was deleted.`)
      // The dialogs of the image may still be mounted, and its uses are gone with it.
      await refetch(queries, mediaListKey)
    },
    onError: () => refetch(queries, mediaKey),
  })
  const isUsed = item.uses > 0
  return (
    <ChangeDialog
      title={`Delete “${nameOf(item)}”`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      busy={isPending}
      ready={!isUsed}
      error={error ? changeErrorText(error) : undefined}
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
