'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState, type ChangeEvent, type MouseEvent, type SubmitEvent } from 'react'
import { v4 as createUuid } from 'uuid'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { isHiddenPath } from '#contract/imports.ts'
import { importLimits } from '#contract/limits.ts'
import { formatCount } from '#lib/counts.ts'
import { serverErrorText } from '../error-text.ts'
import { useIsShown } from '../ui/use-is-shown.ts'
import { useSessionEnding } from '../ui/use-session-ending.ts'
import { uploadImport } from './upload.ts'

const MEGABYTES = importLimits.bytes / 1024 ** 2
const isHidden = ({ webkitRelativePath }: File) => isHiddenPath(webkitRelativePath)

interface Chosen {
  kind: 'file' | 'folder'
  files: File[]
  key: string
}

function describeProblem({ kind, files }: Chosen): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length > importLimits.entries)
    return `The ${kind} has more than ${formatCount(importLimits.entries)} files.`
  if (bytes === 0) return `The ${kind} is empty.`
  return bytes > importLimits.bytes ? `The ${kind} is larger than ${MEGABYTES} MB.` : ''
}

async function toFile({ kind, files }: Chosen): Promise<File> {
  const [file] = files
  if (kind === 'file' && file) return file
  const { packFolder } = await import('./folder.ts')
  return packFolder(files)
}

const kindOf = ({ name }: { name: string }) => (name === 'folder' ? 'folder' : 'file')

export function ImportForm() {
  const router = useRouter()
  const isShown = useIsShown()
  const [chosen, setChosen] = useState<Chosen>()
  const [problem, setProblem] = useState('')
  const [progress, setProgress] = useState<number>()
  const check = useMutation({
    mutationFn: async (input: Chosen) =>
      uploadImport({ file: await toFile(input), key: input.key, onProgress: setProgress }),
  })
  const isBusy = check.isPending || check.isSuccess
  useSessionEnding(() => chosen !== undefined)

  const choose = ({ target, currentTarget: form }: ChangeEvent<HTMLFormElement, HTMLInputElement>) => {
    if (isBusy) return
    const kind = kindOf(target)
    const other = form.elements.namedItem(kind === 'folder' ? 'file' : 'folder')
    if (other instanceof HTMLInputElement) other.value = ''
    const files = [...(target.files ?? [])]
    const isCanceled = kind === 'file' && files.length === 0
    setChosen(
      isCanceled ? undefined : { kind, files: files.filter((file) => !isHidden(file)), key: createUuid() },
    )
    setProblem('')
    check.reset()
  }
  /** Otherwise browsers ignore the choice of the same file after it was corrected. */
  const clearInput = (event: MouseEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (isBusy) return event.preventDefault()
    const { currentTarget } = event
    currentTarget.value = ''
    setChosen((current) => (current?.kind === kindOf(currentTarget) ? undefined : current))
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const found = chosen ? describeProblem(chosen) : 'Choose a file or a folder.'
    setProblem(found)
    const input = event.currentTarget.elements.namedItem(chosen?.kind ?? 'file')
    if (found && input instanceof HTMLInputElement) input.focus()
    if (!chosen || found) return
    setProgress(undefined)
    check.mutate(chosen, {
      // The next page may have unsaved text.
      onSuccess: (created) => isShown.current && router.push(`/admin/import/${created}`),
    })
  }
  return (
    // Before hydration, a submission must not reload the page without the chosen file.
    <form method="dialog" onSubmit={submit} onChange={choose} noValidate className="grid gap-4">
      <Field
        label="File"
        name="file"
        type="file"
        accept=".zip,.xml,.json"
        onClick={clearInput}
        hint={`A .zip, .xml or .json file of at most ${MEGABYTES} MB.`}
        error={chosen?.kind === 'folder' ? '' : problem}
      />
      <Field
        label="Or choose a folder"
        name="folder"
        type="file"
        {...{ webkitdirectory: '' }}
        onClick={clearInput}
        hint={`Markdown files and images, at most ${MEGABYTES} MB. Hidden files are left out.`}
        error={chosen?.kind === 'folder' ? problem : ''}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" aria-disabled={isBusy || undefined}>
          Check {chosen?.kind ?? 'file'}
        </Button>
        {isBusy && (
          <>
            <p role="status" className="text-muted">
              {stepOf(progress)}
            </p>
            <progress
              aria-label="Upload"
              max={1}
              value={progress === 1 ? undefined : progress}
              className="accent-signal"
            />
          </>
        )}
      </div>
      {check.error && (
        <Notice tone="error">
          {serverErrorText(check.error, 'It could not be uploaded. Please try again.')}
        </Notice>
      )}
    </form>
  )
}

function stepOf(progress: number | undefined): string {
  if (progress === undefined) return 'Preparing the upload…'
  return progress < 1 ? 'Uploading…' : 'Reading the file…'
}
