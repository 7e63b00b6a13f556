import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Import, ImportOptions } from '#contract/imports.ts'
import { importKey, retryImages, runStep } from './import-query.ts'

/** Each call imports for a few seconds; an interrupted import continues where it stopped. */
export function useRunImport(id: string) {
  const queries = useQueryClient()
  const router = useRouter()
  const [progress, setProgress] = useState<Import>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ options, isRetry }: { options: ImportOptions; isRetry: boolean }) => {
      if (isRetry) setProgress(await retryImages(id))
      for (;;) {
        const state = await runStep(id, options)
        setProgress(state)
        if (state.finished) return
      }
    },
    onSettled: async (_, failure) => {
      await queries.invalidateQueries({ queryKey: importKey(id) })
      await queries.invalidateQueries({ queryKey: ['posts'] })
      // While the server is away, a refresh would leave for the error page of the browser.
      if (!failure) router.refresh()
    },
  })
  const start = (options: ImportOptions, isRetry = false) => {
    if (!isPending) mutate({ options, isRetry })
  }
  return { start, progress, isPending, error }
}
