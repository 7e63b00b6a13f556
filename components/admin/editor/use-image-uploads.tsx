import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { v4 as createUuid } from 'uuid'
import { serverErrorText } from '../error-text.ts'
import { uploadImage, type DescribedImage } from '../media/images.ts'
import { storeDescription } from '../media/store-description.ts'
import { ImageDialog, type Described } from './image-dialog.tsx'

interface Question {
  id: string
  file: File
  alt: string
  failure: Promise<string | null>
  answer: (described: Described | null) => void
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
  const [questions, setQuestions] = useState<Question[]>([])
  const isClosed = useRef(false)
  const [question] = questions

  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])

  const ask = (file: File, alt: string, upload: Promise<unknown>) =>
    new Promise<Described | null>((resolve) => {
      const failure = toFailure(upload)
      if (isClosed.current) {
        toast.error(failureText)
        return resolve(null)
      }
      const asked: Question = {
        id: createUuid(),
        file,
        alt,
        failure,
        answer: (described) => {
          setQuestions((all) => all.filter((other) => other !== asked))
          resolve(described)
        },
      }
      setQuestions((all) => [...all, asked])
    })

  const upload = async (file: File): Promise<DescribedImage | null> => {
    const key = createUuid()
    let uploading = uploadImage(file, key)
    let described = await ask(file, '', uploading)
    while (described) {
      const { alt, again } = described
      if (again) uploading = uploadImage(file, key)
      try {
        const image = await uploading
        await storeDescription(image, alt)
        return { url: image.url, alt }
      } catch {
        described = await ask(file, alt, uploading)
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
    dialog: question && <ImageDialog key={question.id} {...question} onClosed={onClosed} />,
  }
}
