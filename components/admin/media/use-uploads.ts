import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as createUuid } from 'uuid'
import { mediaItemResponseSchema, type MediaItem } from '#contract/media.ts'
import { staffRequest } from '../api.ts'
import { callerErrorText } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { useSessionEnding } from '../ui/use-session-ending.ts'
import { isFinal, prepareImage } from './images.ts'
import { mediaListKey } from './media-query.ts'

export interface Upload {
  key: string
  file: File
  share: number
  error?: string | undefined
  isFinal?: boolean | undefined
  item?: MediaItem | undefined
}

async function send({ key, file }: Upload, onUpload: (share: number) => void): Promise<MediaItem> {
  const form = new FormData()
  form.set('file', await prepareImage(file))
  form.set('library', 'true')
  const headers = { 'idempotency-key': key }
  const options = { method: 'POST' as const, form, headers, onUpload }
  return (await staffRequest('/api/media', mediaItemResponseSchema, options)).data
}

/** Uploads files one after another, because the server decodes one at a time. */
export function useUploads() {
  const queries = useQueryClient()
  const [uploads, setUploads] = useState<Upload[]>([])
  const queue = useRef(Promise.resolve())
  useSessionEnding(() => uploads.some(({ item, isFinal }) => !item && !isFinal))

  const change = (key: string, update: Partial<Upload>) =>
    setUploads((current) => current.map((upload) => (upload.key === key ? { ...upload, ...update } : upload)))
  const run = (upload: Upload) => {
    const { key } = upload
    queue.current = queue.current.then(async () => {
      try {
        const item = await send(upload, (share) => change(key, { share }))
        change(key, { share: 1, item })
        await refetch(queries, mediaListKey)
      } catch (error) {
        const text = callerErrorText(error, 'The image could not be uploaded. Try again.')
        change(key, { error: text, isFinal: isFinal(error) })
      }
    })
  }
  return {
    uploads,
    isUploading: uploads.some(({ item, error }) => !item && error === undefined),
    add: (files: File[]) => {
      const added = files.map((file) => ({ key: createUuid(), file, share: 0 }))
      setUploads((current) => [...added, ...current])
      for (const upload of added) run(upload)
    },
    retry: (upload: Upload) => {
      change(upload.key, { error: undefined, share: 0 })
      run(upload)
    },
    remove: (key: string) => setUploads((current) => current.filter((upload) => upload.key !== key)),
  }
}

export type Uploads = ReturnType<typeof useUploads>
