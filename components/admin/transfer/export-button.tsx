'use client'

import { useMutation } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { serverErrorText } from '../error-text.ts'
import { saveDownload } from '../ui/download.ts'

export function ExportButton() {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => saveDownload('/api/export', 'blog-export.zip'),
  })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="plain" aria-disabled={isPending || undefined} onClick={() => !isPending && mutate()}>
          Export all content
        </Button>
        {isPending && (
          <p role="status" className="text-muted">
            Downloading…
          </p>
        )}
      </div>
      {isSuccess && <Notice tone="success">The export is in your downloads.</Notice>}
      {error && (
        <Notice tone="error">
          {serverErrorText(error, 'The content could not be exported. Please try again.')}
        </Notice>
      )}
    </div>
  )
}
