'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useId, useState, type SubmitEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { ApiError } from '#contract/errors.ts'
import { importLimits } from '#contract/limits.ts'
import { uploadImport } from './upload.ts'

const MEGABYTES = importLimits.bytes / 1024 ** 2
const failureText = 'The file could not be uploaded. Please try again.'

function problemOf(file: File | undefined): string {
  if (!file) return 'Choose a file.'
  if (file.size === 0) return 'The file is empty.'
  return file.size > importLimits.bytes ? `The file is larger than ${MEGABYTES} MB.` : ''
}

export function ImportForm() {
  const router = useRouter()
  const id = useId()
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState('')
  const [progress, setProgress] = useState(0)
  const check = useMutation({
    mutationFn: (chosen: File) => uploadImport(chosen, setProgress),
    onSuccess: (created) => router.push(`/admin/import/${created}`),
  })
  const isBusy = check.isPending || check.isSuccess

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = problemOf(file)
    setProblem(found)
    if (file && !found) check.mutate(file)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold">
          File
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          A .zip, .xml or .json file of at most {MEGABYTES} MB.
        </p>
        <input
          id={id}
          type="file"
          accept=".zip,.xml,.json"
          className="control"
          aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
          aria-invalid={problem ? true : undefined}
          onChange={({ target }) => {
            setFile(target.files?.[0])
            setProblem('')
            check.reset()
          }}
        />
        {problem && (
          <p id={`${id}-error`} role="alert" className="control-error">
            {problem}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" aria-disabled={isBusy || undefined}>
          Check file
        </Button>
        {isBusy && (
          <>
            <p role="status" className="text-muted">
              {progress < 1 ? 'Uploading…' : 'Reading the file…'}
            </p>
            <progress
              aria-label="Upload"
              max={1}
              value={progress < 1 ? progress : undefined}
              className="accent-signal"
            />
          </>
        )}
      </div>
      {check.error && (
        <Notice tone="error">
          {check.error instanceof ApiError && check.error.message ? check.error.message : failureText}
        </Notice>
      )}
    </form>
  )
}
