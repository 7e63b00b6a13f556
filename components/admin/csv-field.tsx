import clsx from 'clsx'
import { useId, type ReactNode, type Ref } from 'react'
import { CSV_TOO_LARGE, MAX_CSV_BYTES } from '#contract/csv.ts'
import { ApiError } from '#contract/errors.ts'

/** Throws for another encoding, such as that of Excel's plain “CSV”, instead of damaging the text. */
export async function readCsv(file: File): Promise<string> {
  if (file.size > MAX_CSV_BYTES) throw new ApiError('too_large', CSV_TOO_LARGE)
  const bytes = await file.arrayBuffer()
  if (bytes.byteLength === 0) throw new ApiError('invalid', 'The file is empty.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('invalid', 'The file is not in UTF-8. In Excel, save it as “CSV UTF-8”.')
  }
}

interface CsvFieldProps {
  hint: ReactNode
  error?: string | undefined
  locked?: boolean
  inputRef?: Ref<HTMLInputElement>
  onClear: () => void
  onChoose: (file: File) => void
}

export function CsvField({ hint, error, locked = false, inputRef, onClear, onChoose }: CsvFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        CSV file
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      <input
        ref={inputRef}
        id={id}
        type="file"
        accept=".csv,text/csv,text/plain"
        className="control"
        aria-describedby={clsx(`${id}-hint`, error && `${id}-error`)}
        aria-invalid={error ? true : undefined}
        onClick={(event) => {
          if (locked) return event.preventDefault()
          // Otherwise browsers ignore the choice of the same file after it was corrected.
          event.currentTarget.value = ''
          onClear()
        }}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onChoose(file)
        }}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="control-error">
          {error}
        </p>
      )}
    </div>
  )
}
