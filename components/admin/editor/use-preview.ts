import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import * as z from 'zod'
import { staffRequest } from '../api.ts'
import { serverErrorText } from '../error-text.ts'
import type { DocumentFields } from './document.ts'

const DEBOUNCE_MS = 300

const previewSchema = z.object({
  html: z.string(),
  lines: z.array(z.number()),
  removed: z.array(z.string()),
})

export type Preview = z.infer<typeof previewSchema>

export interface PreviewState {
  preview: Preview
  loading: boolean
  error: string | undefined
}

export function usePreview(): PreviewState {
  const { getValues, subscribe } = useFormContext<DocumentFields>()
  const [preview, setPreview] = useState<Preview>({ html: '', lines: [], removed: [] })
  const [loading, setLoading] = useState(true)
  const [error, setError] = useState<string>()

  useEffect(() => {
    let requested: string | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let controller = new AbortController()
    const stop = () => {
      clearTimeout(timer)
      controller.abort()
    }
    const load = (content: string, signal: AbortSignal) => {
      const finish = (failure?: string) => {
        setError(failure)
        setLoading(false)
      }
      staffRequest('/api/preview', previewSchema, { method: 'POST', json: { content }, signal }).then(
        (rendered) => {
          if (signal.aborted) return
          setPreview(rendered)
          finish()
        },
        (failure: unknown) => {
          if (signal.aborted) return
          requested = undefined
          finish(serverErrorText(failure, 'The preview is not available at the moment.'))
        },
      )
    }
    const schedule = () => {
      const content = getValues('content')
      if (content === requested) return
      requested = content
      stop()
      controller = new AbortController()
      const { signal } = controller
      timer = setTimeout(() => load(content, signal), DEBOUNCE_MS)
      setLoading(true)
    }
    schedule()
    const unsubscribe = subscribe({ name: 'content', formState: { values: true }, callback: schedule })
    window.addEventListener('online', schedule)
    return () => {
      window.removeEventListener('online', schedule)
      unsubscribe()
      stop()
    }
  }, [getValues, subscribe])

  return { preview, loading, error }
}
