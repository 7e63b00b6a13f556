'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { serverErrorText } from '../error-text.ts'
import { saveDownload } from '../ui/download.ts'

export function BackupButton() {
  const router = useRouter()
  const [progress, setProgress] = useState<number | null>(null)
  const backup = useMutation({
    mutationFn: () => {
      setProgress(null)
      return saveDownload('/api/system/backup', 'backup.db', setProgress)
    },
    onSuccess: () => router.refresh(),
  })
  const { isPending, isSuccess, error } = backup
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Button aria-disabled={isPending || undefined} onClick={() => !isPending && backup.mutate()}>
          Back up now
        </Button>
        {isPending && (
          <>
            <p role="status" className="text-muted">
              {progress === null ? 'Making and verifying the backup…' : 'Downloading…'}
            </p>
            <progress aria-label="Backup" max={1} value={progress ?? undefined} className="accent-signal" />
          </>
        )}
      </div>
      {isSuccess && (
        <Notice tone="success">
          The backup is in your downloads. It contains personal data: keep it safe.
        </Notice>
      )}
      {error && (
        <Notice tone="error">
          {serverErrorText(error, 'The backup could not be made. Please try again.')}
        </Notice>
      )}
    </div>
  )
}
