import type { ComponentProps } from 'react'

type SelectFieldProps = ComponentProps<'select'> & {
  label: string
  name: string
  hint: string
  error: string | undefined
  options: { value: string; label: string }[]
}

export function SelectField({ label, name, hint, error, options, ...rest }: SelectFieldProps) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={name} className="font-semibold">
        {label}
      </label>
      <p id={`${name}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      <select
        id={name}
        name={name}
        className="control"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-hint ${name}-error` : `${name}-hint`}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${name}-error`} className="control-error">
          {error}
        </p>
      )}
    </div>
  )
}
