import clsx from 'clsx'
import type { ComponentProps } from 'react'

type ControlProps = ComponentProps<'input'> & ComponentProps<'textarea'>

type FieldProps = ControlProps & {
  label: string
  name: string
  hint?: string | undefined
  error?: string | undefined
  multiline?: boolean
}

export function Field({
  label,
  hint,
  error,
  multiline = false,
  required,
  className,
  type,
  rows = 6,
  ...rest
}: FieldProps) {
  const id = rest.id ?? rest.name
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const control = {
    ...rest,
    id,
    required,
    className: 'control',
    'aria-describedby': clsx(hint && hintId, error && errorId) || undefined,
    'aria-invalid': error ? true : undefined,
  }

  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {multiline ? <textarea rows={rows} {...control} /> : <input type={type} {...control} />}
      {error && (
        <p id={errorId} className="control-error">
          {error}
        </p>
      )}
    </div>
  )
}
