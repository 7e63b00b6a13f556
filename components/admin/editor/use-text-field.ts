import { useCallback } from 'react'
import { useFormContext, useFormState, type FieldPath, type FieldValues } from 'react-hook-form'
import type { PostFields } from './post-fields.ts'

/** Skips the call when there is no error, because clearing renders every subscriber of the errors. */
export function useClearError<Fields extends FieldValues = PostFields>() {
  const { clearErrors, getFieldState } = useFormContext<Fields>()
  return useCallback(
    (name: FieldPath<Fields>) => {
      if (getFieldState(name).error) clearErrors(name)
    },
    [clearErrors, getFieldState],
  )
}

export function useFieldError<Fields extends FieldValues = PostFields>(
  name: FieldPath<Fields>,
): string | undefined {
  const { getFieldState } = useFormContext<Fields>()
  return getFieldState(name, useFormState<Fields>({ name, exact: true })).error?.message
}

export function useTextField<Fields extends FieldValues = PostFields>(name: FieldPath<Fields>) {
  const { register } = useFormContext<Fields>()
  const clearError = useClearError<Fields>()
  const error = useFieldError<Fields>(name)
  return { ...register(name, { onChange: () => clearError(name) }), error }
}
