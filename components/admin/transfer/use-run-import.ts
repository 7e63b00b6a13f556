import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import type { Import, ImportOptions, ImportRetry } from '#contract/imports.ts'
import { importQuery, importsKey, retryImages, runStep } from './import-query.ts'

interface Run {
  options: ImportOptions
  retry?: ImportRetry | undefined
}

/** Each call imports for a few seconds; an interrupted import continues where it stopped. */
export function useRunImport(id: string) {
  const queries = useQueryClient()
  const router = useRouter()
  const [progress, setProgress] = useState<Import>()
  const [isStopping, setStopping] = useState(false)
  const isStopped = useRef(false)
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async ({ options, retry }: Run) => {
      isStopped.current = false
      setStopping(false)
      if (retry) setProgress(await retryImages(id, retry))
      while (!isStopped.current) {
        const state = await runStep(id, options)
        setProgress(state)
        queries.setQueryData(importQuery(id, 1).queryKey, state)
        if (state.finished) break
      }
      return { isRetry: retry !== undefined }
    },
    onSettled: async (_, failure) => {
      void queries.invalidateQueries({ queryKey: ['posts'] })
      const current = queries.invalidateQueries({ queryKey: importsKey })
      // While the server is away, a refresh would leave for the error page of the browser.
      if (!failure) return router.refresh()
      // After a failure, only the server knows what was imported.
      await current
      setProgress(undefined)
    },
  })
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  return {
    start: (options: ImportOptions, retry?: ImportRetry) => {
      if (!isPending) mutate({ options, retry })
    },
    stop: () => {
      isStopped.current = true
      setStopping(true)
    },
    progress,
    isPending,
    isStopping,
    isRetried: data?.isRetry ?? false,
    error,
  }
}
