import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '#components/ui/button.tsx'
import { mediaItemResponseSchema, type MediaItem } from '#contract/media.ts'
import { conflictVersion, isNotFound, isVersionConflict, staffRequest, versionHeader } from '../api.ts'
import { changeErrorText } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { RetryButton } from '../ui/retry-button.tsx'
import { useSessionEnding } from '../ui/use-session-ending.ts'
import { ImageInput } from './image-input.tsx'
import { isFinal, prepareImage } from './images.ts'
import { mediaListKey, pathOf } from './media-query.ts'

interface ReplaceButtonProps {
  item: MediaItem
  version: number
  onReplaced: (item: MediaItem) => void
}

export function ReplaceButton({ item, version, onReplaced }: ReplaceButtonProps) {
  const queries = useQueryClient()
  const fileInput = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const [theirVersion, setTheirVersion] = useState<number | null>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async ({ file, against }: { file: File; against: number }) => {
      const form = new FormData()
      form.set('file', await prepareImage(file))
      return staffRequest(`${pathOf(item)}/file`, mediaItemResponseSchema, {
        method: 'PUT',
        form,
        headers: versionHeader(against),
        onUpload: setShare,
      })
    },
    onSuccess: async ({ data }) => {
      setTheirVersion(null)
      onReplaced(data)
      toast.success(
        data.uses > 0 ? 'The image was replaced everywhere it is used.' : 'The image was replaced.',
      )
      await refetch(queries, mediaListKey)
    },
    onError: async (failure, { against }) => {
      if (!isVersionConflict(failure)) return
      setTheirVersion(conflictVersion(failure, against))
      await refetch(queries, mediaListKey)
    },
  })
  const canRetry = error !== null && !isVersionConflict(error) && !isNotFound(error) && !isFinal(error)
  useSessionEnding(() => isPending || canRetry)
  const problem = isVersionConflict(error)
    ? 'Someone else changed this image. Choose the file again to replace theirs, or close the image to see their changes.'
    : changeErrorText(error)
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="plain"
        aria-disabled={isPending || undefined}
        onClick={() => !isPending && fileInput.current?.click()}
      >
        Replace file
      </Button>
      <ImageInput
        ref={fileInput}
        aria-label="New file"
        onFiles={([file]) => {
          if (file && theirVersion === null) mutate({ file, against: version })
          else if (file) setChosen(file)
        }}
      />
      <ConfirmDialog
        open={chosen !== null}
        title="Replace the changed image?"
        question="Someone else changed this image after you opened it. Your file replaces theirs everywhere the image is used."
        confirmLabel="Replace"
        destructive
        onConfirm={() => {
          if (chosen && theirVersion !== null) mutate({ file: chosen, against: theirVersion })
          setChosen(null)
        }}
        onClose={() => setChosen(null)}
      />
      {isPending && <progress value={share} aria-label="Upload of the new file" className="media-progress" />}
      {error && (
        <p role="alert" className="control-error">
          {problem}
        </p>
      )}
      {canRetry && variables && (
        <RetryButton what="the new file" variant="plain" onRetry={() => mutate(variables)} />
      )}
    </div>
  )
}
