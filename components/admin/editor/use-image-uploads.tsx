import { useState } from 'react'
import { toast } from 'sonner'
import { v4 as createUuid } from 'uuid'
import { MAX_ALT } from '#contract/limits.ts'
import { mediaItemResponseSchema, type UploadedImage } from '#contract/media.ts'
import { serverErrorText } from '../error-text.ts'
import { uploadImage, type DescribedImage } from '../media/images.ts'
import { ImageDialog, type Description } from './image-dialog.tsx'
import { staffRequest, versionHeader } from '../api.ts'
import { pathOf } from '../media/media-query.ts'
import { useIsMounted } from '../ui/use-is-shown.ts'

async function storeDescription(image: UploadedImage, description: string): Promise<void> {
  const alt = description.trim().slice(0, MAX_ALT)
  if (!('version' in image) || image.alt !== '' || alt === '') return
  const request = {
    method: 'PUT',
    json: { alt, kept: false },
    headers: versionHeader(image.version),
  } as const
  // The description is still in the text, so nothing is lost.
  await staffRequest(pathOf(image), mediaItemResponseSchema, request).catch(() => {})
}

interface PendingImage {
  id: string
  file: File
  alt: string
  failure: Promise<string | null>
  onSubmit: (description: Description) => void
  onCancel: () => void
}

const failureText = 'The image could not be uploaded.'

const toFailure = (upload: Promise<unknown>): Promise<string | null> =>
  upload.then(
    () => null,
    (error: unknown) => `${failureText} ${serverErrorText(error, '')}`.trimEnd(),
  )

interface ImageUploadOptions {
  onUploads: (change: 1 | -1) => void
  onClosed: () => void
}

/** Uploads images while the author describes them. After a failed upload the dialog opens again with the description. */
export function useImageUploads({ onUploads, onClosed }: ImageUploadOptions) {
  const [pending, setPending] = useState<PendingImage[]>([])
  const isMounted = useIsMounted()
  const [current] = pending

  const describe = (file: File, alt: string, upload: Promise<unknown>) =>
    new Promise<Description | null>((resolve) => {
      const failure = toFailure(upload)
      if (!isMounted.current) {
        toast.error(failureText)
        return resolve(null)
      }
      const close = (description: Description | null) => {
        setPending((all) => all.filter((other) => other !== image))
        resolve(description)
      }
      const image: PendingImage = {
        id: createUuid(),
        file,
        alt,
        failure,
        onSubmit: close,
        onCancel: () => close(null),
      }
      setPending((all) => [...all, image])
    })

  const upload = async (file: File): Promise<DescribedImage | null> => {
    const key = createUuid()
    let uploading = uploadImage(file, key)
    let description = await describe(file, '', uploading)
    while (description) {
      const { alt, again } = description
      if (again) uploading = uploadImage(file, key)
      try {
        const image = await uploading
        await storeDescription(image, alt)
        return { url: image.url, alt }
      } catch {
        description = await describe(file, alt, uploading)
      }
    }
    return null
  }

  /** Marks the place of every image at once, because the author may write elsewhere while they are uploaded in turn. */
  const insertAll = async (
    files: File[],
    insert: (file: File, upload: () => Promise<DescribedImage | null>) => Promise<void>,
  ) => {
    const insertions: Promise<void>[] = []
    for (const file of files) {
      const previous = insertions.at(-1)
      onUploads(1)
      const uploadInTurn = async () => {
        await previous?.catch(() => {})
        return upload(file)
      }
      insertions.push(insert(file, uploadInTurn).finally(() => onUploads(-1)))
    }
    await Promise.all(insertions)
  }

  return {
    insertAll,
    dialog: current && <ImageDialog key={current.id} {...current} onClosed={onClosed} />,
  }
}
